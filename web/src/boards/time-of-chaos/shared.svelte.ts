/** The board, the mat and the plates of one table share what is chosen and what was answered. */

import { isSameAct } from '../acts';
import { perTable } from '../../lib/pertable';
import { Spaced } from '../../lib/spaced';
import type { Act, BoardProps } from '../types';
import type { ActsAhead, TurnAhead, WayAhead } from './ahead';
import { NONE, placeOf, standing, tap, UNDO, type Choice, type Place } from './choice';
import { pawnAt, type ChaosView, type Era } from './view';

type Ask = NonNullable<BoardProps['ask']>;

/** Questions follow the table, but no closer than this. */
const SPACING = 300;
/** How long a place stays marked that was reached for in vain. */
const MARKED = 1000;

export class Shared {
  choice: Choice = $state.raw(NONE);
  /** The turns that would come; null as long as nobody has said so. */
  comes: TurnAhead[] | null = $state.raw(null);
  acts: ActsAhead | null = $state.raw(null);
  /** The card whose way is shown: pointed at, or chosen. */
  pointed: string | null = $state(null);
  chosen: string | null = $state(null);
  way: WayAhead | null = $state.raw(null);
  /** On a narrow board: the era that is shown, and the city that is shown through all eras. */
  era: Era = $state('present');
  lane: string | null = $state(null);
  /** The tile that is pointed at: its twins light up. */
  city: string | null = $state(null);
  /** On a small mat: what comes is shown instead of the hand. */
  unfolded = $state(false);
  /** All steps are being taken back, one by one. */
  rewinding = $state(false);
  /** Somebody tried to take back what cannot be. */
  private wonders = $state(false);
  /** The place that was reached for in vain; another object each time. */
  vain: { place: Place } | null = $state.raw(null);

  private asked = 0;
  private asking = new Spaced(SPACING);
  private wayAsked = 0;

  /** Why nothing can be taken back, said to whoever tries, as soon as the rules have answered. */
  get whyNot(): string {
    return this.wonders ? (this.acts?.why_not ?? '') : '';
  }

  get card(): string | null {
    return this.pointed ?? this.chosen;
  }

  /** The table has changed: what was answered is of another moment. */
  look(ask: Ask | undefined, mine: boolean, began: boolean): void {
    this.asking.cancel();
    this.asked += 1;
    this.acts = null;
    this.wonders = false;
    if (!ask || !began) {
      this.comes = null;
      if (!ask || !mine) return;
    }
    this.asking.soon(() => this.put(ask, mine, began));
  }

  private put(ask: Ask, mine: boolean, began: boolean): void {
    const turn = this.asked;
    // What is refused, or lost with the line, is not known: nothing is shown of it.
    const heard = (what: string, then: (told: Record<string, unknown>) => void): void => {
      ask({ ask: what }).then(
        (told) => void (turn === this.asked && then(told)),
        () => undefined,
      );
    };
    if (mine) heard('acts', (told) => (this.acts = told as unknown as ActsAhead));
    if (began) heard('what_comes', (told) => (this.comes = told['turns'] as TurnAhead[]));
  }

  /** The way of the card that is pointed at now. */
  seek(card: string | null, ask: Ask | undefined): void {
    const turn = ++this.wayAsked;
    if (this.way?.card !== card) this.way = null;
    if (!card || !ask) return;
    ask({ ask: 'way', card }).then(
      (told) => void (turn === this.wayAsked && (this.way = told as unknown as WayAhead)),
      () => undefined,
    );
  }

  drop(): void {
    this.choice = NONE;
    this.wonders = false;
    this.chosen = null;
    this.lane = null;
    this.unfolded = false;
  }

  /** A tap on a place; what it leads to is sent. */
  tap(place: Place, given: BoardProps): boolean {
    if (given.paused || given.me === null || given.lesson) return false;
    const view = given.view as ChaosView;
    const { legal, me } = given;
    const choice = standing(this.choice, legal);
    const { choice: then, send } = tap(place, choice, view, legal, me, this.acts?.acts ?? null);
    this.choice = then;
    this.wonders = false;
    // While an act is on its way, another might be legal after it that nobody has been shown.
    if (send && (legal.some((one) => isSameAct(one, send)) || !given.pendingAct)) {
      this.send(send, given);
    }
    return send !== undefined || then.kind !== 'none';
  }

  /** Takes a step back, or all of this turn; or says why that cannot be. */
  takeBack(given: BoardProps, all = false): void {
    // Held for the whole turn: letting go is not one more step.
    if (this.rewinding || given.paused || given.me === null || given.lesson) return;
    const can = given.legal.some((act) => act.act === 'undo');
    if (can && all) this.rewinding = true;
    else if (can) this.tap(UNDO, given);
    else if (given.legal.length > 0) this.wonders = true;
  }

  /** The table refused it: its place is marked for a moment. */
  refuse(act: Act, given: BoardProps): void {
    const view = given.view as ChaosView;
    const place = placeOf(act, view, pawnAt(view, given.me));
    if (!place) return;
    const vain = { place };
    this.vain = vain;
    setTimeout(() => this.vain === vain && (this.vain = null), MARKED);
  }

  send(act: Act, given: BoardProps): void {
    this.chosen = null;
    this.lane = null;
    if (!isSameAct(act, given.pendingAct)) given.act(act);
  }

  /** Show where this player is. */
  follow(view: ChaosView, me: number | null): void {
    const at = pawnAt(view, me ?? view.turn);
    if (at) this.era = at.era;
    else if (view.phase === 'place') this.era = view.starts_in;
  }
}

export const sharedOf = perTable(() => new Shared());
