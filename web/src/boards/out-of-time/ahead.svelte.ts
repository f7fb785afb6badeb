/** What is known and planned ahead at one table, by this player alone. */

import { Spaced } from '../../lib/spaced';
import type { Act, BoardProps } from '../types';
import { fitted, type GlassAhead, type Plan } from './plan';

type Ask = NonNullable<BoardProps['ask']>;

/** Questions follow the board, but no closer than this. */
const SPACING = 400;
const SAID_FOR = 4000;

export class Ahead {
  answer: GlassAhead | null = $state.raw(null);
  /** Why nothing can be planned with the glass, in the game's words. */
  no: string = $state('');
  plan: Plan | null = $state.raw(null);
  /** Why the last plan was dropped, for as long as it is worth saying. */
  dropped: string = $state('');

  private about: number | null = null;
  private turn = 0;
  private asking = new Spaced(SPACING);
  private silence: ReturnType<typeof setTimeout> | undefined;

  /** The board has changed, or another glass is thought about: ask the game again. */
  look(glass: number | null, ask: Ask | undefined): void {
    if (glass === null || !ask) {
      this.forget();
      return;
    }
    if (glass !== this.about) {
      this.forget();
      this.about = glass;
    }
    this.asking.soon(() => this.put(glass, ask));
  }

  make(plan: Plan): void {
    this.plan = plan;
    this.hush();
  }

  /** The plan has been carried out, or this player has dropped it. */
  end(): void {
    this.plan = null;
    this.hush();
  }

  /** The plan cannot be carried out any more. */
  drop(why: string): void {
    this.plan = null;
    this.hush();
    this.dropped = why;
    this.silence = setTimeout(() => (this.dropped = ''), SAID_FOR);
  }

  private hush(): void {
    clearTimeout(this.silence);
    this.dropped = '';
  }

  private forget(): void {
    this.about = null;
    this.turn += 1;
    this.asking.forget();
    this.answer = null;
    this.no = '';
  }

  private put(glass: number, ask: Ask): void {
    const turn = ++this.turn;
    ask({ ask: 'moves', glass }).then(
      (told) => {
        if (turn === this.turn) this.heard({ glass, acts: told['acts'] as Act[] });
      },
      (why: { message?: string; rule?: string | null }) => {
        // Without a rule it is only the line that is down: everything stays as it was.
        if (turn === this.turn && why.rule) this.refused(glass, why.message ?? '');
      },
    );
  }

  private heard(answer: GlassAhead): void {
    this.answer = answer;
    this.no = '';
    const { plan } = this;
    // What cannot be done as planned is noticed where it can be told why.
    if (plan?.glass === answer.glass) this.plan = fitted(plan, answer.acts) ?? plan;
  }

  private refused(glass: number, why: string): void {
    this.answer = { glass, acts: [] };
    this.no = why;
  }
}
