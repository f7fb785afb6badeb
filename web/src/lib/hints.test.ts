import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { Act, GameAtTable } from '../boards/types';
import { hasSense, Hints, isAmongBots } from './hints.svelte';
import { adviceOf, type Setting } from './hintwords';
import { NoAnswer, type Counsel } from './previews';
import type { Room, SeatNow } from './protocol';

const NEAR: Act = { act: 'move', pawn: 'green', spend: 2 };
const FAR: Act = { act: 'move', pawn: 'blue', spend: 7 };

const seat = (nth: number, over: Partial<SeatNow> = {}): SeatNow =>
  ({ seat: nth, kind: 'bot', stand_in: false, left_by: null, ...over }) as SeatNow;
const roomOf = (...seats: SeatNow[]): Room => ({ seats }) as Room;

describe('who may ask', () => {
  const me = seat(0, { kind: 'person' });

  it('is somebody whom only bots play with', () => {
    expect(isAmongBots(roomOf(me, seat(1), seat(2)), 0)).toBe(true);
    expect(isAmongBots(roomOf(me, seat(1)), null)).toBe(false);
  });

  it('is nobody with whom somebody else plays, or may again', () => {
    for (const other of [
      seat(1, { kind: 'person' }),
      seat(1, { kind: 'person', stand_in: true }),
      seat(1, { kind: 'empty' }),
      seat(1, { left_by: 'ben' }),
    ]) {
      expect(isAmongBots(roomOf(me, other, seat(2)), 0)).toBe(false);
    }
  });

  it('is asked of a bot with sense', () => {
    expect(hasSense([{ level: 'random' }])).toBe(false);
    expect(hasSense([{ level: 'random' }, { level: 'club' }])).toBe(true);
    expect(hasSense([])).toBe(false);
  });
});

describe('a hint', () => {
  let answer: (counsel: Counsel) => void;
  let fail: (why: Error) => void;
  let asked: number;
  let said: unknown[];
  let legal: Act[];
  let hints: Hints;
  const want = (hurried = false): Promise<void> => hints.want(() => legal, hurried);

  beforeEach(() => {
    vi.useFakeTimers();
    [asked, said, legal] = [0, [], [NEAR, FAR]];
    hints = new Hints(
      () => {
        asked += 1;
        return new Promise((yes, no) => ([answer, fail] = [yes, no]));
      },
      ({ why }) =>
        why === 'gone'
          ? Promise.reject(new Error('a chunk is gone'))
          : Promise.resolve({ words: `Do it. ${why}`, points: ['#there'] }),
      (why, rule) => said.push([why, rule]),
    );
  });
  afterEach(() => vi.useRealTimers());

  async function given(counsel: Counsel, hurried = false): Promise<void> {
    const wanted = want(hurried);
    answer(counsel);
    await wanted;
  }

  it('is asked for once until it comes, and nothing is played', async () => {
    const wanted = want();
    void want();
    expect([asked, hints.asking, hints.shown]).toEqual([1, true, null]);
    answer({ act: NEAR, why: 'It is near.' });
    await wanted;
    expect(hints.shown).toMatchObject({
      act: NEAR,
      words: 'Do it. It is near.',
      points: ['#there'],
    });
    expect([hints.asking, hints.spoken]).toEqual([false, true]);
  });

  it('says its reason at least, if the rest of the words cannot be fetched', async () => {
    await given({ act: NEAR, why: 'gone' });
    expect(hints.shown).toMatchObject({ words: 'gone', points: [] });
  });

  it('stands until what it says cannot be done any more', async () => {
    await given({ act: NEAR, why: 'It is near.' });
    hints.look([{ ...NEAR }]);
    expect(hints.shown).not.toBeNull();
    hints.look([FAR]);
    expect(hints.shown).toBeNull();
  });

  it('to wait stands until something else can be done', async () => {
    await given({ act: null, why: 'Wait.' });
    hints.look([{ ...NEAR }, { ...FAR }]);
    expect(hints.shown).not.toBeNull();
    hints.look([NEAR]);
    expect(hints.shown).toBeNull();
  });

  it('may lose the line and still be pointed at', async () => {
    await given({ act: NEAR, why: 'It is near.' });
    hints.hush();
    expect([hints.spoken, hints.shown?.act]).toEqual([false, NEAR]);
  });

  it('goes soon where time presses, and not where it does not', async () => {
    await given({ act: NEAR, why: '' });
    vi.advanceTimersByTime(600_000);
    expect(hints.shown).not.toBeNull();
    await given({ act: NEAR, why: '' }, true);
    vi.advanceTimersByTime(13_000);
    expect(hints.shown).toBeNull();
  });

  it('that comes again is another one, though its words are the same', async () => {
    await given({ act: NEAR, why: '' });
    const first = hints.shown?.id;
    await given({ act: NEAR, why: '' });
    expect(hints.shown?.id).not.toBe(first);
  });

  it('that does not come says why', async () => {
    const wanted = want();
    fail(new NoAnswer('The game is paused.', 'SV-7'));
    await wanted;
    expect(said).toEqual([['The game is paused.', 'SV-7']]);
    expect([hints.asking, hints.shown]).toEqual([false, null]);
  });
});

test('a hint reads as what to do and why', () => {
  const legend = {
    view: {},
    acts: { move: { title: 'Move', each: '{pawn}, spending {spend}' } },
    words: {},
  };
  const at: Setting = {
    game: { legend } as unknown as GameAtTable,
    seats: [],
    board: null,
    view: {},
    me: 0,
  };
  const why = 'It is near.';
  const words = (act: Act | null, because: string, board: Setting['board'] = null): string =>
    adviceOf({ act, why: because }, { ...at, board }).words;
  expect(words(NEAR, why)).toBe('Move green, spending 2. It is near.');
  expect(words(NEAR, '')).toBe('Move green, spending 2.');
  expect(words(null, 'Wait.')).toBe('Wait.');
  // A board may have words of its own for some acts, and know where they are done.
  const board = {
    deed: (act: Act) => (act === NEAR ? 'Go green' : null),
    points: () => ['#green'],
  };
  expect(words(NEAR, why, board)).toBe('Go green. It is near.');
  expect(words(FAR, why, board)).toBe('Move blue, spending 7. It is near.');
  expect(adviceOf({ act: NEAR, why }, { ...at, board }).points).toEqual(['#green']);
  expect(adviceOf({ act: null, why }, { ...at, board }).points).toEqual([]);
});
