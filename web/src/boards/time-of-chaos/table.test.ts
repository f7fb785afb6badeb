import { describe, expect, test } from 'vitest';
import { seatsFor, type Film } from '../../gallery/demo';
import type { TableEvent } from '../types';
import { comingWords, endWords, wayWords, type TurnAhead, type WayAhead } from './ahead';
import { DRAWN } from './art';
import films from './demo.json';
import { neighbour, twin } from './keys';
import { lit } from './lit';
import { NONE, tilePlace, type ActAhead } from './choice';
import { status } from './status';
import { changedBy, schedule } from './story';
import { ERAS, type ChaosView } from './view';
import { tileWords } from './words';

const recorded = films as unknown as Film[];
const [film] = recorded;
const seats = seatsFor(film!);
const frame = film!.frames.find((one) => one.title === 'Two actions left')!;
const view = frame.view as ChaosView;

test('every city of the game has its drawing', () => {
  const signs = view.grids.past.map((tile) => tile.sign);
  expect(signs.sort()).toEqual([...DRAWN].sort());
});

describe('keys', () => {
  test('arrows walk a grid and on into the next era, and off the board nowhere', () => {
    const at = (era: 'past' | 'present' | 'future', nth: number) => ({
      era,
      city: view.grids[era][nth]!.city,
    });
    expect(neighbour(view, at('past', 4), 'ArrowRight')).toEqual(at('past', 5));
    expect(neighbour(view, at('past', 5), 'ArrowRight')).toEqual(at('present', 3));
    expect(neighbour(view, at('present', 6), 'ArrowLeft')).toEqual(at('past', 8));
    expect(neighbour(view, at('past', 3), 'ArrowLeft')).toBeNull();
    expect(neighbour(view, at('future', 2), 'ArrowRight')).toBeNull();
    expect(neighbour(view, at('past', 1), 'ArrowUp')).toBeNull();
    expect(neighbour(view, at('past', 7), 'ArrowDown')).toBeNull();
    expect(neighbour(view, at('past', 1), 'ArrowDown')).toEqual(at('past', 4));
    expect(neighbour(view, at('past', 1), 'x')).toBeNull();
  });

  test('twins follow each other round', () => {
    expect(twin({ era: 'future', city: 'Kyoto' }, 1)).toEqual({ era: 'past', city: 'Kyoto' });
    expect(twin({ era: 'past', city: 'Kyoto' }, -1)).toEqual({ era: 'future', city: 'Kyoto' });
  });
});

describe('the story', () => {
  const events = (...names: string[]): TableEvent[] =>
    names.map((event) => ({ event, at: 0, words: '', told: {} }));

  test('flips come one after another, then what they cost, then the flow', () => {
    const plan = schedule(
      events('travelled', 'flipped', 'flipped', 'penalised', 'turn_began', 'sent', 'sent'),
    );
    const at = plan.map((one) => one.at);
    expect(at).toEqual([...at].sort((one, other) => one - other));
    expect(at[2]! - at[1]!).toBe(900);
    expect(at[3]! - at[2]!).toBe(900);
    expect(at[5]! - at[3]!).toBe(300);
    expect(at[6]!).toBeGreaterThan(at[5]!);
  });

  test('which tile an event has changed', () => {
    const on = (event: string, more: Record<string, unknown>): unknown =>
      changedBy({ event, at: 0, words: '', told: { city: 'Kyoto', era: 'past', ...more } });
    expect(on('sent', { to: 'present' })).toEqual({ era: 'present', city: 'Kyoto' });
    expect(on('flipped', {})).toEqual({ era: 'past', city: 'Kyoto' });
    expect(on('restored', {})).toEqual({ era: 'past', city: 'Kyoto' });
    expect(on('delivered', { pay: 'cube' })).toEqual({ era: 'past', city: 'Kyoto' });
    expect(on('searched', { pay: 'cloak' })).toBeNull();
    expect(on('travelled', {})).toBeNull();
    const journey = (cube: string) => on('time_travelled', { to: 'future', cube });
    expect(journey('arrival')).toEqual({ era: 'future', city: 'Kyoto' });
    expect(journey('departure')).toEqual({ era: 'past', city: 'Kyoto' });
    expect(journey('cloak')).toBeNull();
  });

  test('however much happens, it is over soon', () => {
    const last = (name: string, count: number): number =>
      schedule(events(...Array.from({ length: count }, () => name))).at(-1)!.at;
    expect(last('flipped', 9)).toBeLessThan(3000);
    expect(last('sent', 12)).toBeLessThanOrEqual(1500);
  });
});

describe('words', () => {
  const turn = (more: Partial<TurnAhead>): TurnAhead => ({
    seat: 1,
    sends: [],
    choose: null,
    blocked: [],
    falls: [],
    costs: [],
    ends: null,
    ...more,
  });

  test('what comes: flips and whom they cost, then the flow of each turn', () => {
    const lines = comingWords(
      [
        turn({ seat: 0, falls: [{ city: 'Kyoto', era: 'past', marked: [0] }], costs: [0, 2] }),
        turn({
          sends: [
            { city: 'Cusco', era: 'past', to: 'present', cubes: 2 },
            { city: 'Hobart', era: 'past', to: 'present', cubes: 3 },
          ],
        }),
        turn({ seat: 2, blocked: [{ city: 'Kyoto', era: 'past', to: 'present' }] }),
        turn({
          seat: 3,
          choose: 1,
          sends: [{ city: 'Kyoto', era: 'past', to: 'present', cubes: 1 }],
        }),
        turn({ seat: 0, ends: 'delivered' }),
      ],
      seats,
      3,
    );
    expect(lines).toEqual([
      { seat: null, text: 'Kyoto (past) falls:', bad: 'you −1, Cleo −1' },
      { seat: 1, text: 'Bo: Cusco to the present, 2 of 3;', bad: 'Hobart to the present, 3 of 3' },
      { seat: 3, text: 'Dag: 1 cube for 1 tile.' },
      { seat: null, text: 'Then the game is over.' },
    ]);
    expect(comingWords([turn({}), turn({})], seats, 3)).toEqual([
      { seat: null, text: 'Nothing falls at the end of this turn.' },
      { seat: null, text: 'Nothing flows in the next turns.' },
    ]);
    expect(endWords([], [], seats)).toBe('');
  });

  test('a way says what to do now and later, and what is in the way', () => {
    const way: WayAhead = {
      card: 'Bell',
      actions: 3,
      now: 2,
      steps: [
        { act: 'restore', city: 'Kyoto', era: 'past' },
        { act: 'time_travel', city: 'Kyoto', era: 'past' },
        { act: 'deliver', city: 'Kyoto', era: 'past' },
      ],
      blocked: [{ city: 'Kyoto', era: 'past' }],
      cubes: 2,
      short: 0,
      hand_full: false,
    };
    const told = (more: Partial<WayAhead>): string =>
      wayWords({ ...way, ...more })
        .map(({ text, bad }) => `${text} ${bad ?? ''}`.trim())
        .join('|');
    expect(told({})).toBe(
      'Now: 1 restore Kyoto (past), 2 travel in time to Kyoto (past).|Later: 3 deliver in Kyoto.|' +
        'In the way: Kyoto (past) in chaos|Lays 2 cubes; the cloak can save one.',
    );
    expect(told({ actions: null, steps: [], now: 0, cubes: 0 })).toMatch(/no way/);
    expect(told({ short: 1 })).toMatch(/1 cube short/);
    expect(told({ hand_full: true })).toMatch(/hand is full/);
  });

  test('a tile is called by what matters there', () => {
    const tile = {
      ...view.grids.past[0]!,
      city: 'Hobart',
      chaos: false,
      cubes: [0, 2, 0, 0],
      pawns: [1],
    };
    expect(tileWords(view, 'past', tile, seats, 'Travel here')).toBe(
      'Hobart, past; in order, 2 of 3 cubes: 2 of Bo; the next one tips it; here: Bo. Travel here.',
    );
    expect(tileWords(view, 'past', { ...tile, cubes: [1, 2, 0, 0] }, seats, '')).toMatch(/falls/);
    const broken = { ...tile, chaos: true, cubes: [1, 0, 0, 0], flows_to: 'present' as const };
    expect(tileWords(view, 'past', broken, seats, '')).toMatch(
      /in chaos, marked: 1 of you; flows to the present/,
    );
  });

  test('the line says whose turn it is, what is asked, and what cannot be taken back', () => {
    const line = (legal: typeof frame.legal, more: Partial<ChaosView>, choice = NONE): string =>
      status({ ...view, ...more }, legal, 0, seats, choice as never, false, null, []).words;
    expect(line(frame.legal, {})).toBe('Your turn: 2 actions left.');
    expect(line([], { turn: 2 })).toBe('Cleo is playing.');
    expect(line([], { phase: 'over' })).toBe('The game is over.');
    const sure = { kind: 'sure', place: 'x', act: { act: 'grab' } } as never;
    expect(line(frame.legal, {}, sure)).toMatch(/No way back/);
    const ends: ActAhead = {
      act: { act: 'grab' },
      stands: 'turn',
      falls: [{ city: 'Kyoto', era: 'past', marked: [0] }],
      costs: [0],
    };
    expect(status(view, frame.legal, 0, seats, sure, false, null, [ends]).words).toBe(
      'Your turn ends with this: Kyoto (past) falls: you −1. Tap again.',
    );
  });
});

test('only what is legal is lit, in every recorded moment', () => {
  for (const { frames, me } of recorded) {
    for (const { legal, view: seen } of frames) {
      const { acts } = lit(seen as ChaosView, legal, me, NONE, null, null);
      expect([...acts.values()].flat().length).toBe(legal.length);
      if (legal.length === 0) expect(acts.size).toBe(0);
    }
  }
});

test('what falls is what the rules say falls', () => {
  const comes = [
    {
      seat: 0,
      sends: [],
      choose: null,
      blocked: [],
      falls: [{ city: 'Kyoto', era: ERAS[0], marked: [0] }],
      costs: [0],
      ends: null,
    },
  ];
  const found = lit(view, frame.legal, 0, NONE, comes, null);
  expect([...found.falls]).toEqual([tilePlace({ era: 'past', city: 'Kyoto' })]);
});
