/** One question to the rules, asked again as the table changes, but not too often. */

import { Spaced } from '../../lib/spaced';
import type { BoardProps } from '../types';

type Ask = NonNullable<BoardProps['ask']>;
type Question = Record<string, unknown>;

const SPACING = 400;

export class Asking<Answer> {
  answer: Answer | null = $state.raw(null);
  /** Why there is none, in the game's words. */
  no: string = $state('');

  private about = '';
  private turn = 0;
  private asking = new Spaced(SPACING);

  /** What is asked now; null is nothing. What another question was answered is forgotten. */
  look(question: Question | null, ask: Ask | undefined, about: string): void {
    if (!question || !ask) {
      this.forget('');
      return;
    }
    if (about !== this.about) this.forget(about);
    this.asking.soon(() => this.put(question, ask));
  }

  private forget(about: string): void {
    this.about = about;
    this.turn += 1;
    this.asking.forget();
    this.answer = null;
    this.no = '';
  }

  private put(question: Question, ask: Ask): void {
    const turn = ++this.turn;
    ask(question).then(
      (told) => {
        if (turn !== this.turn) return;
        this.answer = told as Answer;
        this.no = '';
      },
      (why: { message?: string; rule?: string | null }) => {
        // Without a rule it is only the line that is down: everything stays as it was.
        if (turn !== this.turn || !why.rule) return;
        this.answer = null;
        this.no = why.message ?? '';
      },
    );
  }
}
