/** What has just happened, told by the board: flights, the blame for what fell, stories, the last round. */

import SeatCube from '../../pieces/SeatCube.svelte';
import { findNear, fly, middleOfElement } from '../motion';
import type { BoardProps, TableEvent } from '../types';
import { nameOf } from './ahead';
import { tilePlace, type Place } from './choice';
import Minus from './Minus.svelte';
import { blamedFor, changedBy, schedule } from './story';
import type { CardFace, ChaosView, Spot } from './view';
import { blameWords, points } from './words';

const STORY_STAYS = 4000;
const RIBBON_STAYS = 2500;
const BLAME_STAYS = 2200;

export class Telling {
  /** When each tile that has fallen is seen to do so, in milliseconds. */
  delays: Map<Place, number> = $state.raw(new Map());
  /** Tiles that others have changed since this player did something. */
  changed: Set<Place> = $state.raw(new Set());
  slip: { title: string; story: string } | null = $state.raw(null);
  ribbon = $state('');
  /** Who is to blame for what falls just now, and then what it costs. */
  blame = $state('');

  private readonly timers = new Set<ReturnType<typeof setTimeout>>();
  /** What lands each thing that flies just now. */
  private readonly flights = new Set<() => void>();
  private stories: ReturnType<typeof setTimeout> | undefined;

  tell(events: TableEvent[], given: BoardProps, host: HTMLElement | undefined): void {
    const plan = schedule(events);
    for (const event of events) this.note(event, given.me);
    const fell = plan.filter(({ event }) => event.event === 'flipped');
    this.delays = new Map(
      fell.map(({ event, at }) => [tilePlace(event.told as unknown as Spot), at]),
    );
    for (const { event, at } of plan) {
      say(event, given);
      if (event.event === 'delivered') this.unfold(event, given);
      if (event.event === 'last_turns') this.proclaim();
      if (event.event === 'flipped') this.after(at, () => this.accuse(blameWords(event, given)));
      if (event.event === 'penalised') this.after(at, () => this.accuse(event.words));
      if (host && !given.reducedMotion) {
        const flipped = fell.map((one) => one.event);
        this.after(at, () => this.show(event, flipped, given, host));
      }
    }
  }

  /** All that still moves is where it belongs at once. */
  skip(host: HTMLElement | undefined): void {
    this.timers.forEach(clearTimeout);
    this.timers.clear();
    this.flights.forEach((land) => land());
    this.flights.clear();
    this.delays = new Map();
    this.blame = '';
    this.ribbon = '';
    for (const moving of host?.getAnimations?.({ subtree: true }) ?? []) {
      if (moving.effect?.getComputedTiming().iterations !== Infinity) moving.finish();
    }
  }

  end(): void {
    this.timers.forEach(clearTimeout);
    clearTimeout(this.stories);
  }

  private after(ms: number, what: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      what();
    }, ms);
    this.timers.add(timer);
  }

  private note(event: TableEvent, me: number | null): void {
    const { told } = event;
    const spot = changedBy(event);
    if (me === null) return;
    if (told['seat'] === me && !['turn_began', 'sent'].includes(event.event)) {
      this.changed = new Set();
    } else if (spot && told['seat'] !== me) {
      this.changed = new Set([...this.changed, tilePlace(spot)]);
    }
  }

  private unfold({ told }: TableEvent, { view, seats }: BoardProps): void {
    const seat = told['seat'] as number;
    const { delivered } = view as ChaosView;
    const face = delivered[seat]?.find((one: CardFace) => one.name === told['card']);
    if (!face) return;
    const who = nameOf(seat, seats);
    this.slip = {
      title: `${who.charAt(0).toUpperCase()}${who.slice(1)} brought ${face.name} home: ${points(face.points)}`,
      story: face.story,
    };
    // A story blocks nothing, and whoever goes on playing may still read it.
    clearTimeout(this.stories);
    this.stories = setTimeout(() => (this.slip = null), STORY_STAYS);
  }

  private proclaim(): void {
    this.ribbon = 'The last round: everybody else has one more turn.';
    this.after(RIBBON_STAYS, () => (this.ribbon = ''));
  }

  private accuse(words: string): void {
    this.blame = words;
    this.after(BLAME_STAYS, () => this.blame === words && (this.blame = ''));
  }

  private show(
    { event, told }: TableEvent,
    fell: TableEvent[],
    { seats }: BoardProps,
    host: HTMLElement,
  ): void {
    const home = (seat: number): Element | null => findNear(host, `[data-home="${seat}"]`);
    const carry = (seat: number, from: Element | null, to: Element | null, delay = 0): void => {
      const owner = seats[seat];
      if (!owner || !from || !to) return;
      const ends = [middleOfElement(from), middleOfElement(to)] as const;
      fly(SeatCube, { owner, size: 24 }, ...ends, delay, 420, this.flights);
    };
    if (event === 'sent') {
      const [from, to] = [spotOf(host, told, told['era']), spotOf(host, told, told['to'])];
      carry(told['seat'] as number, from, to);
    }
    if (event === 'flipped' || event === 'restored') {
      const from = spotOf(host, told, told['era']);
      (told['returned'] as number[]).forEach((count, seat) => {
        for (let nth = 0; nth < count; nth++) carry(seat, from, home(seat), 350 + nth * 60);
      });
    }
    if (event === 'penalised') {
      for (const seat of told['seats'] as number[]) {
        const tile = blamedFor(seat, fell);
        const from = tile && spotOf(host, tile.told, tile.told['era']);
        const to = home(seat);
        if (!from || !to) continue;
        fly(Minus, {}, middleOfElement(from), middleOfElement(to), 0, 700, this.flights);
      }
    }
  }
}

/** A tile as it is drawn, or in small on the map where its era is not shown. */
function spotOf(host: HTMLElement, told: Record<string, unknown>, era: unknown): Element | null {
  const at = `${String(era)} ${String(told['city'])}`;
  return host.querySelector(`[data-tile="${at}"]`) ?? host.querySelector(`[data-map="${at}"]`);
}

function say(event: TableEvent, { me, tell, vibrate }: BoardProps): void {
  const { told } = event;
  if (event.event === 'penalised') {
    const mine = (told['seats'] as number[]).includes(me ?? -1);
    tell?.(event.words, mine);
    if (mine) vibrate?.([30, 40, 30]);
  } else if (event.event === 'turn_began') {
    if (told['seat'] === me) vibrate?.(60);
    else tell?.(event.words);
  } else if (event.event !== 'game_ended') tell?.(event.words);
}
