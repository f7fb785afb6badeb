/** One question to the rules, asked again as the table changes, but not too often. */

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
  private askedAt = -Infinity;
  private later: ReturnType<typeof setTimeout> | undefined;

  /** What is asked now; null is nothing. What another question was answered is forgotten. */
  look(question: Question | null, ask: Ask | undefined, about: string): void {
    clearTimeout(this.later);
    if (!question || !ask) {
      this.forget('');
      return;
    }
    if (about !== this.about) this.forget(about);
    const wait = this.askedAt + SPACING - performance.now();
    if (wait > 0) this.later = setTimeout(() => this.put(question, ask), wait);
    else this.put(question, ask);
  }

  private forget(about: string): void {
    this.about = about;
    this.turn += 1;
    this.askedAt = -Infinity;
    this.answer = null;
    this.no = '';
  }

  private put(question: Question, ask: Ask): void {
    const turn = ++this.turn;
    this.askedAt = performance.now();
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
