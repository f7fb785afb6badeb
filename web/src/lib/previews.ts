/** Questions that have no answer yet, to the rules or to a bot. They are asked once; whoever still wants to know asks again. */

import type { Act } from '../boards/types';
import type { Ask, Answered, Hint, Hinted } from './protocol';

/** There is no answer: by this rule, or without one because the line is down. */
export class NoAnswer extends Error {
  constructor(
    message: string,
    readonly rule: string | null = null,
  ) {
    super(message);
  }
}

type PlainAnswer = Record<string, unknown>;

/** What a bot would do, and why; without an act it would wait. */
export interface Counsel {
  act: Act | null;
  why: string;
}

interface Asked {
  answer: (answer: unknown) => void;
  fail: (why: NoAnswer) => void;
  timer: ReturnType<typeof setTimeout>;
}

const ANSWERED_WITHIN = 5000;
/** A bot may think for a while. */
const HINTED_WITHIN = 25_000;

export class Previews {
  private open = new Map<number, Asked>();
  private id = 0;

  constructor(private readonly send: (message: Ask | Hint) => boolean) {}

  ask(question: Record<string, unknown>): Promise<PlainAnswer> {
    return this.put((id) => ({ type: 'ask', id, question }), ANSWERED_WITHIN);
  }

  /** What would a bot do in this seat? */
  hint(): Promise<Counsel> {
    return this.put((id) => ({ type: 'hint', id }), HINTED_WITHIN);
  }

  answered({ id, answer, rule, message }: Answered): void {
    if (answer) this.settle(id)?.answer(answer);
    else this.refused(id, rule, message);
  }

  hinted({ id, act, why, rule, message }: Hinted): void {
    if (why === null) this.refused(id, rule, message);
    else this.settle(id)?.answer({ act, why } satisfies Counsel);
  }

  private refused(id: number, rule: string | null, message: string | null): void {
    this.settle(id)?.fail(new NoAnswer(message ?? 'There is no answer to that.', rule));
  }

  private put<Answer>(message: (id: number) => Ask | Hint, within: number): Promise<Answer> {
    const id = ++this.id;
    return new Promise<Answer>((answer, fail) => {
      const no = (why: string): void => this.settle(id)?.fail(new NoAnswer(why));
      const timer = setTimeout(() => no('No answer came.'), within);
      this.open.set(id, { answer: answer as Asked['answer'], fail, timer });
      if (!this.send(message(id))) no('There is no connection.');
    });
  }

  /** The line is down: nothing will be answered any more. */
  lost(): void {
    for (const id of [...this.open.keys()]) {
      this.settle(id)?.fail(new NoAnswer('The connection was lost.'));
    }
  }

  private settle(id: number): Asked | undefined {
    const asked = this.open.get(id);
    this.open.delete(id);
    clearTimeout(asked?.timer);
    return asked;
  }
}
