import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoAnswer, Previews } from './previews';
import type { Ask, Hint } from './protocol';

describe('questions to the rules', () => {
  let sent: (Ask | Hint)[];
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
    expect(sent[1]).toMatchObject({ question: { ask: 'moves', glass: 1 } });
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

  it('to a bot are answered with an act and a reason, or told why not', async () => {
    const one = previews.hint();
    expect(sent).toEqual([{ type: 'hint', id: 1 }]);
    const act = { act: 'move', pawn: 'green', spend: 2 };
    const said = { type: 'hinted', id: 1, rule: null, message: null } as const;
    previews.hinted({ ...said, act, why: 'It is near.' });
    expect(await one).toEqual({ act, why: 'It is near.' });
    const wait = previews.hint();
    previews.hinted({ ...said, id: 2, act: null, why: 'Wait.' });
    expect(await wait).toEqual({ act: null, why: 'Wait.' });
    const none = why(previews.hint());
    previews.hinted({ ...said, id: 3, act: null, why: null, rule: 'SV-4', message: 'Not here.' });
    expect(await none).toMatchObject({ rule: 'SV-4', message: 'Not here.' });
  });

  it('to a bot may take longer than those to the rules', async () => {
    let late = false;
    const asked = why(previews.hint()).then((no) => ((late = true), no));
    await vi.advanceTimersByTimeAsync(6000);
    expect(late).toBe(false);
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await asked).message).toBe('No answer came.');
  });
});
