/** Questions to the rules that have no answer yet. They are asked once; whoever still wants to know asks again. */

import type { Ask, Answered } from './protocol';

/** There is no answer: by this rule of the game, or without one because the line is down. */
export class NoAnswer extends Error {
  constructor(
    message: string,
    readonly rule: string | null = null,
  ) {
    super(message);
  }
}

type PlainAnswer = Record<string, unknown>;

interface Asked {
  answer: (answer: PlainAnswer) => void;
  fail: (why: NoAnswer) => void;
  timer: ReturnType<typeof setTimeout>;
}

const ANSWERED_WITHIN = 5000;

export class Previews {
  private open = new Map<number, Asked>();
  private id = 0;

  constructor(private readonly send: (message: Ask) => boolean) {}

  ask(question: Record<string, unknown>): Promise<PlainAnswer> {
    const id = ++this.id;
    return new Promise((answer, fail) => {
      const no = (why: string): void => this.settle(id)?.fail(new NoAnswer(why));
      const timer = setTimeout(() => no('No answer came.'), ANSWERED_WITHIN);
      this.open.set(id, { answer, fail, timer });
      if (!this.send({ type: 'ask', id, question })) no('There is no connection.');
    });
  }

  answered({ id, answer, rule, message }: Answered): void {
    const asked = this.settle(id);
    if (answer) asked?.answer(answer);
    else asked?.fail(new NoAnswer(message ?? 'There is no answer to that.', rule ?? null));
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
