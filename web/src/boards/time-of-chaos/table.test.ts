import { describe, expect, test } from 'vitest';
import { seatsFor, type Film } from '../../gallery/demo';
import type { TableEvent } from '../types';
import { comingWords, endWords, wayWords, type TurnAhead, type WayAhead } from './ahead';
import { DRAWN } from './art';
import films from './demo.json';
import { neighbour, twin } from './keys';
import { lit } from './lit';
import { CLOAK, NONE, tilePlace, type ActAhead, type Choice } from './choice';
import { status, type Heard } from './status';
import { blamedFor, changedBy, schedule } from './story';
import { ERAS, pawnAt, type ChaosView, type Era, type Spot } from './view';
import { blameWords, tileWords } from './words';

const recorded = films as unknown as Film[];
const [film] = recorded;
const seats = seatsFor(film!);
const frame = film!.frames.find((one) => one.title === 'Two actions left')!;
const view = frame.view as ChaosView;

/** Nothing is chosen, and nothing was answered yet. */
const silent: Heard = {
  choice: NONE,
  comes: null,
  ahead: [],
  pays: new Map(),
  way: null,
  whyNot: '',
};

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

  test('a minus token comes from a tile that keeps a cube of whom it costs', () => {
    const fell = [
      { city: 'Kyoto', marked: [0] },
      { city: 'Cusco', marked: [1, 2] },
      { city: 'Hobart', marked: [2] },
    ].map((told) => ({ event: 'flipped', at: 0, words: '', told }));
    const from = (seat: number): unknown => blamedFor(seat, fell)?.told['city'];
    expect([from(0), from(1), from(2), from(3)]).toEqual(['Kyoto', 'Cusco', 'Hobart', undefined]);
  });

  test('who is to blame for what falls is a sentence', () => {
    const blame = (...marked: number[]): string =>
      blameWords(
        { event: 'flipped', at: 0, words: '', told: { city: 'Kyoto', era: 'past', marked } },
        { seats, me: 0 },
      );
    expect(blame(1)).toBe('Kyoto in the past falls into chaos. Bo is to blame.');
    expect(blame(0)).toBe('Kyoto in the past falls into chaos. You are to blame.');
    expect(blame(0, 1, 2)).toBe(
      'Kyoto in the past falls into chaos. You, Bo and Cleo are to blame.',
    );
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
            { city: 'Cusco', era: 'past', to: 'present', cubes: 2, falls: false },
            { city: 'Hobart', era: 'past', to: 'present', cubes: 3, falls: true },
          ],
        }),
        turn({ seat: 2, blocked: [{ city: 'Kyoto', era: 'past', to: 'present' }] }),
        turn({
          seat: 3,
          choose: 1,
          sends: [{ city: 'Kyoto', era: 'past', to: 'present', cubes: 1, falls: false }],
        }),
        turn({ seat: 0, ends: 'delivered' }),
      ],
      seats,
      3,
    );
    expect(lines).toEqual([
      { seat: null, text: 'Kyoto (past) falls:', bad: 'you −1, Cleo −1' },
      { seat: 1, text: 'Bo: Cusco to the present, 2 of 3;', bad: 'Hobart to the present, 3 of 3' },
      { seat: 3, text: 'Dag has 1 cube for 1 tile.' },
      { seat: null, text: 'Then the game is over.' },
    ]);
    expect(comingWords([turn({}), turn({})], seats, 3)).toEqual([
      { seat: null, text: 'Nothing falls at the end of this turn.' },
      { seat: null, text: 'Nothing will flow in the next few turns.' },
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
      'Now: 1 restore Kyoto (past), 2 time travel to Kyoto (past).|Later: 3 deliver in Kyoto.|' +
        'In the way: Kyoto (past) in chaos|This lays 2 cubes; the cloak can save you one.',
    );
    expect(told({ actions: null, steps: [], now: 0, cubes: 0 })).toMatch(/cannot get there/);
    expect(told({ short: 1 })).toMatch(/1 cube short/);
    expect(told({ hand_full: true })).toMatch(/hand is full/);
  });

  test('a tile is called by what matters there', () => {
    const tile = {
      ...view.grids.past[0]!,
      city: 'Hobart',
      chaos: false,
      cubes: [0, 2, 0, 0],
      falls_in: 1,
      pawns: [1],
    };
    expect(tileWords(view, 'past', tile, seats, 'Travel here')).toBe(
      "Hobart, past; in order, 2 of 3 cubes: 2 Bo's; the next one tips it; here: Bo. Travel here.",
    );
    expect(tileWords(view, 'past', { ...tile, falls_in: 0 }, seats, '')).toMatch(/falls/);
    const broken = { ...tile, chaos: true, cubes: [1, 0, 0, 0], flows_to: 'present' as const };
    expect(tileWords(view, 'past', broken, seats, '')).toMatch(
      /in chaos, cubes: 1 yours; flows to the present/,
    );
  });

  test('the line says whose turn it is, what is asked, and what cannot be taken back', () => {
    const line = (
      legal: typeof frame.legal,
      more: Partial<ChaosView>,
      choice: Choice = NONE,
    ): string => status({ ...view, ...more }, legal, 0, seats, false, { ...silent, choice }).words;
    expect(line(frame.legal, {})).toBe('Your turn: 2 actions left.');
    expect(line([], { turn: 2 })).toBe('Cleo is playing.');
    expect(line([], { phase: 'over' })).toBe('The game is over.');
    const sure: Choice = { kind: 'sure', place: 'x', act: { act: 'grab' } };
    expect(line(frame.legal, {}, sure)).toMatch(/You cannot take this back/);
    const ends: ActAhead = {
      act: { act: 'grab' },
      stands: 'turn',
      falls: [{ city: 'Kyoto', era: 'past', marked: [0] }],
      costs: [0],
    };
    const told = { ...silent, choice: sure, ahead: [ends] };
    expect(status(view, frame.legal, 0, seats, false, told).words).toBe(
      'This ends your turn: Kyoto (past) falls: you −1. Tap again.',
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

describe('a way to pay', () => {
  const pawn = pawnAt(view, 0)!;
  const era: Era = pawn.era === 'past' ? 'future' : 'past';
  const acts = ['departure', 'arrival', 'cloak'].map((cube) => ({ act: 'time_travel', era, cube }));
  const choice: Choice = { kind: 'pay', place: tilePlace({ ...pawn, era }), acts };
  const [here, there] = [tilePlace(pawn), tilePlace({ ...pawn, era })];
  const kyoto = { city: 'Kyoto', era: ERAS[0], marked: [2] };
  /** The rules say that Kyoto falls anyway, and with it the tile that the cube is laid on. */
  const ahead = (only: 'always' | 'cube'): ActAhead[] =>
    acts.map((act) => {
      const ends: Record<string, Spot> = { departure: pawn, arrival: { ...pawn, era } };
      const laid = ends[act.cube];
      const falls = [
        ...(only === 'always' ? [kyoto] : []),
        ...(laid ? [{ ...laid, marked: [0] }] : []),
      ];
      const costs = [...(laid ? [0] : []), ...(only === 'always' ? [2] : [])];
      return { act, stands: 'turn', falls, costs };
    });
  const shown = (said: ActAhead[] | null) => lit(view, acts, 0, choice, null, said);

  test('shows what it brings at its own place, as the rules say it', () => {
    const { pays, falls } = shown(ahead('always'));
    expect([...pays.keys()]).toEqual([here, there, CLOAK]);
    expect(pays.get(here)).toEqual({ nth: 1, falls: ahead('always')[0]!.falls, costs: [0, 2] });
    expect(pays.get(CLOAK)).toEqual({ nth: 3, falls: [kyoto], costs: [2] });
    // What falls whichever way, and each place that would fall by paying there.
    expect(falls).toEqual(new Set([tilePlace(kyoto), here, there]));
    expect(shown(ahead('cube')).falls).toEqual(new Set([here, there]));
  });

  test('shows nothing of the falls of now, and nothing that nobody has answered', () => {
    const now = [
      { seat: 0, sends: [], choose: null, blocked: [], falls: [kyoto], costs: [0], ends: null },
    ];
    expect(lit(view, acts, 0, choice, now, ahead('cube')).falls).toEqual(new Set([here, there]));
    const { pays, falls } = shown(null);
    expect(falls.size).toBe(0);
    expect([...pays.values()].every((pay) => pay.falls.length + pay.costs.length === 0)).toBe(true);
  });

  test('is named in the line with what it costs, and in full for the ear', () => {
    const line = (said: ActAhead[]) =>
      status(view, acts, 0, seats, false, {
        ...silent,
        choice,
        ahead: said,
        pays: shown(said).pays,
      });
    const asks = 'Where does the cube go? Your turn ends.';
    expect(line(ahead('cube')).words).toBe(`${asks} 1: you −1; 2: you −1.`);
    expect(line(ahead('cube')).spoken).toContain('cloak: nothing falls.');
    expect(line(ahead('always')).words).toContain('cloak: Cleo −1.');
    const harmless = ahead('cube').map((one) => ({ ...one, falls: [], costs: [] }));
    expect(line(harmless)).toEqual({ words: asks, mood: 'plan' });
    const same = ahead('cube').map((one) => ({ ...one, falls: [kyoto], costs: [2] }));
    expect(line(same).words).toBe(`${asks} In any case Cleo −1.`);
  });
});

test('the way of a card that was tapped stands in the line, with what is in the way', () => {
  const way: WayAhead = {
    card: 'Bell',
    actions: 3,
    now: 1,
    steps: [{ act: 'deliver', city: 'Kyoto', era: 'past' }],
    blocked: [{ city: 'Kyoto', era: 'past' }],
    cubes: 2,
    short: 1,
    hand_full: false,
  };
  const line = (more: Partial<Heard>, turn = 0) =>
    status({ ...view, turn }, frame.legal, 0, seats, false, { ...silent, ...more });
  const words = '3 actions. In the way: Kyoto (past) in chaos. You are 1 cube short.';
  expect(line({ way }).words).toBe(words);
  expect(line({ way }, 2).words).toBe(words);
  expect(line({ way }).spoken).toMatch(/^Bell\. 3 actions\. Now: 1 deliver in Kyoto\./);
  expect(line({ way: { ...way, actions: null } }).words).toMatch(
    /^You cannot get there as things stand\./,
  );
  const choice: Choice = { kind: 'sure', place: 'x', act: { act: 'grab' } };
  expect(line({ way, choice }).words).toMatch(/You cannot take this back/);
});
