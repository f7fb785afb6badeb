/** The board, the mat and the plates of one table share one plan; its clock tells tables apart. */

import { perTable } from '../../lib/pertable';
import { NO_PLAN, type Plan } from './plan';
import type { WatchView } from './view';

export class Shared {
  private chosen: { turn: string; plan: Plan } = $state.raw({ turn: '', plan: NO_PLAN });

  /** What is planned in this turn; every turn begins with nothing chosen. */
  planIn(view: WatchView): Plan {
    return this.chosen.turn === turnOf(view) ? this.chosen.plan : NO_PLAN;
  }

  choose(view: WatchView, plan: Plan): void {
    this.chosen = { turn: turnOf(view), plan };
  }
}

/** Each move spends tokens, also the one before an exchange. */
function turnOf(view: WatchView): string {
  return [view.game, view.turn, view.tokens_spent].join();
}

export const sharedOf = perTable(() => new Shared());
