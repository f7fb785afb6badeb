import type { Act, SeatInfo, TableEvent } from '../boards/types';
import { SittingDown } from './sitting.svelte';
import { Connection } from './connection';
import { hidden } from './hidden.svelte';
import type { ConnectionState, Delivery, Socket } from './connection';
import { applyChanges } from './patch';
import type { Counsel } from './previews';
import type {
  ChatLine,
  FromServer,
  Happened,
  PlainOutcome,
  REACTIONS,
  Reacted,
  Room,
  You,
} from './protocol';
import { Code } from './protocol';
import { seatsOf } from './seats';

export type Reaction = (typeof REACTIONS)[number];

export interface LogLine extends TableEvent {
  id: number;
}

/** Something said to this player alone: a refusal with its rule, or a problem. */
export interface Notice {
  id: number;
  text: string;
  rule: string | null;
  costs: boolean;
}

export interface ShownReaction extends Reacted {
  id: number;
}

const LOG_LINES = 400;
const CHAT_LINES = 300;
const NOTICE_MS = 5000;
const REACTION_MS = 2600;
/** A connection that is back before this is not worth a word. */
const LOST_AFTER = 700;

function addressOf(id: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api/v1/tables/${encodeURIComponent(id)}/socket`;
}

/** One table as this page sees it. Everything in it comes from the server. */
export class Table {
  /** How the connection to the server is. */
  state: ConnectionState = $state.raw({ state: 'connecting' });
  /** The connection has been down for long enough to be worth a word. */
  lost = $state(false);
  /** How an act that was sent is getting on. */
  delivery: Delivery = $state('prompt');
  you: You | null = $state.raw(null);
  room: Room | null = $state.raw(null);
  view: Record<string, unknown> | null = $state.raw(null);
  legal: Act[] = $state.raw([]);
  happened: TableEvent[] = $state.raw([]);
  log: LogLine[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  /** The lines said last, while this page was listening; not those from before. */
  justSaid: ChatLine[] = $state.raw([]);
  reactions: ShownReaction[] = $state.raw([]);
  notices: Notice[] = $state.raw([]);
  outcome: PlainOutcome | null = $state.raw(null);
  seed: string | null = $state.raw(null);
  commitment: string | null = $state.raw(null);
  pendingAct: Act | null = $state.raw(null);
  /** Whether an act of mine has been accepted since this page was opened. */
  acted: boolean = $state(false);
  /** What was refused last; another object each time. */
  refusedAct: Act | null = $state.raw(null);
  roundTrip: number | null = $state.raw(null);

  readonly connection: Connection;
  readonly asking: SittingDown;
  private nextId = 1;
  private isTalkFromBefore = true;
  private patience: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    connect: () => Socket = () => new WebSocket(addressOf(id)) as unknown as Socket,
  ) {
    this.connection = new Connection(
      {
        changed: (state) => this.hearConnection(state),
        delivery: (delivery) => (this.delivery = delivery),
        message: (message) => this.receive(message),
        decided: (answer, act) => {
          if (answer.type === 'ack') {
            this.acted = true;
            // Why something else was refused is no longer the point.
            this.dismissAll();
          }
          if (answer.type === 'refused') this.refusedAct = { ...act };
          if (answer.type === 'refused' && answer.rule !== Code.DECIDED_LONG_AGO) {
            this.notice(answer.message, answer.rule, answer.costs);
          }
        },
        pending: (act) => (this.pendingAct = act),
      },
      connect,
    );
    this.asking = new SittingDown(id, () => this.connection.open());
  }

  /** What was said, but for people whom this browser does not want to hear. */
  get heard(): ChatLine[] {
    return this.chat.filter((line) => !hidden.has(line.guest));
  }

  /** Whether the host has muted me here. */
  get muted(): boolean {
    const mine = this.me === null ? this.you?.guest : this.room?.seats[this.me]?.guest;
    return mine != null && (this.room?.muted.includes(mine) ?? false);
  }

  get me(): number | null {
    return this.you?.seat ?? null;
  }

  get clock(): Connection['clock'] {
    return this.connection.clock;
  }

  get seats(): SeatInfo[] {
    return seatsOf(this.room, this.me);
  }

  get playing(): boolean {
    return this.view !== null;
  }

  /** Why the game ended: the sentence of what ended it, in the game's own words. */
  get why(): string {
    const last = this.log.at(-1);
    return last?.ends ? last.words : '';
  }

  /** Open the connection; gives what closes it. */
  open(): () => void {
    const hurry = (): void => {
      if (document.visibilityState === 'visible') this.connection.hurry();
    };
    addEventListener('online', hurry);
    document.addEventListener('visibilitychange', hurry);
    this.connection.open();
    return () => {
      this.asking.giveUp();
      removeEventListener('online', hurry);
      document.removeEventListener('visibilitychange', hurry);
      this.connection.close();
      clearTimeout(this.patience);
    };
  }

  private hearConnection(state: ConnectionState): void {
    this.state = state;
    if (state.state === 'lost') {
      this.patience ??= setTimeout(() => (this.lost = true), LOST_AFTER);
      return;
    }
    clearTimeout(this.patience);
    this.patience = undefined;
    this.lost = false;
  }

  act = (act: Act): void => {
    if (this.me !== null) this.connection.act(act);
  };

  /** Ask the rules something for my seat. */
  ask = (question: Record<string, unknown>): Promise<Record<string, unknown>> =>
    this.connection.previews.ask(question);

  /** Ask what a bot would do in my seat. */
  hint = (): Promise<Counsel> => this.connection.previews.hint();

  /** `withBots`: even if bots take the free seats of a quick table. */
  ready(ready: boolean, withBots = false): void {
    this.connection.send({ type: 'ready', ready, with_bots: withBots });
  }

  pause(pause: boolean): void {
    this.connection.send({ type: 'pause', pause });
  }

  /** Agree to somebody who asks for a seat, or do not. */
  answer(request: number, agree: boolean): void {
    this.connection.send({ type: 'agree', request, agree });
  }

  say(text: string): boolean {
    return this.connection.send({ type: 'say', text });
  }

  react(reaction: Reaction): void {
    this.connection.send({ type: 'react', reaction });
  }

  /** Say something to this player, instead of what was said before; it goes away by itself. */
  notice(text: string, rule: string | null = null, costs = false): void {
    const id = this.nextId++;
    this.notices = [{ id, text, rule, costs }];
    setTimeout(() => this.dismiss(id), NOTICE_MS);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  /** What was said of an earlier turn does not concern the next one. */
  dismissAll(): void {
    this.notices = [];
  }

  private lines(events: Happened[]): LogLine[] {
    return events.map((event) => ({ ...event, id: this.nextId++ }));
  }

  private receive(message: FromServer): void {
    switch (message.type) {
      case 'welcome':
        this.you = message.you;
        this.chat = [];
        this.isTalkFromBefore = true;
        break;
      case 'room':
        this.room = message.room;
        break;
      case 'snapshot':
        this.view = message.view;
        this.legal = message.legal;
        this.happened = [];
        this.log = this.lines(message.events);
        this.commitment = message.commitment;
        this.outcome = message.outcome;
        this.seed = message.seed;
        break;
      case 'delta':
        this.view = applyChanges(this.view, message.changes);
        if (message.legal) this.legal = message.legal;
        this.happened = message.events;
        this.log = [...this.log, ...this.lines(message.events)].slice(-LOG_LINES);
        if (message.outcome) this.outcome = message.outcome;
        if (message.seed) this.seed = message.seed;
        break;
      case 'chat': {
        const known = new Set(this.chat.map((line) => line.id));
        const fresh = message.lines.filter((line) => !known.has(line.id));
        this.chat = [...this.chat, ...fresh].slice(-CHAT_LINES);
        // After a welcome comes all that was said before.
        if (!this.isTalkFromBefore) this.justSaid = fresh;
        this.isTalkFromBefore = false;
        break;
      }
      case 'reaction': {
        if (hidden.has(message.guest)) break;
        const id = this.nextId++;
        this.reactions = [...this.reactions.slice(-11), { ...message, id }];
        setTimeout(() => {
          this.reactions = this.reactions.filter((reaction) => reaction.id !== id);
        }, REACTION_MS);
        break;
      }
      case 'problem':
        this.notice(message.message);
        break;
    }
    this.roundTrip = this.connection.estimate.roundTrip;
  }
}
