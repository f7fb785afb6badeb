import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoAnswer, Previews } from './previews';
import type { Ask } from './protocol';

describe('questions to the rules', () => {
  let sent: Ask[];
  let up: boolean;
  let previews: Previews;

  beforeEach(() => {
    vi.useFakeTimers();
    sent = [];
    up = true;
    previews = new Previews((message) => {
      if (up) sent.push(message);
      return up;
    });
  });
  afterEach(() => vi.useRealTimers());

  const why = (asked: Promise<unknown>): Promise<NoAnswer> =>
    asked.then(
      () => Promise.reject(new Error('it was answered')),
      (reason: unknown) => reason as NoAnswer,
    );

  it('are numbered, and each gets its own answer', async () => {
    const one = previews.ask({ ask: 'moves', glass: 0 });
    const two = previews.ask({ ask: 'moves', glass: 1 });
    expect(sent.map((message) => message.id)).toEqual([1, 2]);
    expect(sent[1]!.question).toEqual({ ask: 'moves', glass: 1 });
    previews.answered({ type: 'told', id: 2, answer: { of: 'two' }, rule: null, message: null });
    previews.answered({ type: 'told', id: 1, answer: { of: 'one' }, rule: null, message: null });
    expect(await one).toEqual({ of: 'one' });
    expect(await two).toEqual({ of: 'two' });
  });

  it('that have no answer say why, with the rule', async () => {
    const asked = why(previews.ask({ ask: 'moves', glass: 0 }));
    previews.answered({
      type: 'told',
      id: 1,
      answer: null,
      rule: 'OT-K3',
      message: 'It lies there.',
    });
    expect(await asked).toMatchObject({ rule: 'OT-K3', message: 'It lies there.' });
  });

  it('are given up when the line is down, gets lost or stays silent, and then name no rule', async () => {
    const lost = why(previews.ask({}));
    previews.lost();
    expect((await lost).rule).toBeNull();
    const late = why(previews.ask({}));
    vi.advanceTimersByTime(5000);
    expect((await late).rule).toBeNull();
    up = false;
    expect((await why(previews.ask({}))).rule).toBeNull();
  });

  it('ignore answers that nobody waits for', () => {
    previews.answered({ type: 'told', id: 9, answer: {}, rule: null, message: null });
    expect(vi.getTimerCount()).toBe(0);
  });
});
