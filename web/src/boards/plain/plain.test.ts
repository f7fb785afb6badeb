import { describe, expect, test } from 'vitest';
import type { Act, Legend, SeatInfo } from '../types';
import { deedsOf, naming, nextStep, search, targets } from './deeds';
import { Reader } from './legend';
import { isSmall, readTable, type Reading } from './reading';

const seats = ['Ada', 'Bo', 'Cleo'].map((name, seat): SeatInfo => ({
  seat,
  name,
  emblem: 'sun',
  color: 'red',
  me: seat === 0,
  bot: false,
  present: true,
}));

function legend(given: Partial<Legend>): Legend {
  return { view: {}, acts: {}, words: {}, ...given };
}

const text = (words: string, raw: string | null = null): Reading => ({
  kind: 'text',
  text: words,
  raw,
});

describe('a legend', () => {
  test('is found by the way to a place, and a written name says more than a star', () => {
    const reader = new Reader(
      legend({
        view: { 'a.*.b': { kind: 'seat' }, 'a.x.b': { kind: 'hidden' }, 'a.*': { kind: 'plain' } },
      }),
      seats,
    );
    expect(reader.mark(['a', 3, 'b']).kind).toBe('seat');
    expect(reader.mark(['a', 'x', 'b']).kind).toBe('hidden');
    expect(reader.mark(['a', 'x', 'c']).kind).toBe('plain');
    expect(reader.mark(['nowhere']).kind).toBe('plain');
  });

  test('a star is tried where the written name leads nowhere', () => {
    const marks = { 'a.x.c': { kind: 'seat' }, 'a.*.b': { kind: 'hidden' } } as const;
    expect(new Reader(legend({ view: marks }), seats).mark(['a', 'x', 'b']).kind).toBe('hidden');
  });

  test('has words for things, with the names of whoever sits there', () => {
    const words = { 'planet-0': "{0}'s planet", 'planet-1': "{1}'s planet", both: '{0} and {1}' };
    const reader = new Reader(legend({ words }), seats);
    expect(reader.word('planet-1')).toBe("Bo's planet");
    expect(reader.word('planet-0')).toBe('your planet');
    expect(reader.word('both')).toBe('you and Bo');
    expect(reader.word('end_turn', true)).toBe('End turn');
    expect(reader.word('Sao-Paulo')).toBe('Sao-Paulo');
    expect(reader.word('constructor')).toBe('constructor');
    expect(reader.name(7)).toBe('Seat 8');
  });
});

describe('a view', () => {
  test('without a word of explanation is shown whole, under its own names', () => {
    const table = readTable(
      {
        round_number: 3,
        open: true,
        gone: null,
        ended: null,
        bag: ['red', 'red'],
        nested: { a: 1 },
      },
      legend({ view: { ended: { kind: 'plain', none: 'not yet' } } }),
      seats,
    );
    expect(table.facts.map((fact) => [fact.label, fact.reading])).toEqual([
      ['Ended', { kind: 'nothing', text: 'not yet' }],
      ['Round number', text('3')],
      ['Open', { kind: 'flag', on: true }],
    ]);
    expect(table.cards.map((card) => card.label)).toEqual(['Bag', 'Nested']);
    expect(table.cards[0]!.reading).toMatchObject({
      kind: 'list',
      items: [text('red', 'red'), text('red', 'red')],
    });
  });

  test('comes in the order of the legend, and what is hidden stays away', () => {
    const marks = { b: { kind: 'plain', title: 'Bee' }, a: { kind: 'hidden' } } as const;
    const table = readTable({ a: 1, c: 2, b: 3 }, legend({ view: marks }), seats);
    expect(table.facts.map((fact) => fact.label)).toEqual(['Bee', 'C']);
    const inner = { 'd.a': { kind: 'hidden' }, 'e.*.a': { kind: 'hidden' } } as const;
    const view = {
      d: { a: 1, b: 2 },
      e: [
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ],
    };
    expect(readTable(view, legend({ view: inner }), seats).cards).toMatchObject([
      { reading: { facts: [{ key: 'b' }] } },
      { reading: { columns: ['B'], rows: [{ cells: [text('2')] }, { cells: [text('4')] }] } },
    ]);
  });

  test('deadlines become glasses: the table has its own, and each seat has its own', () => {
    const table = readTable(
      {
        ends_at: 90_000,
        over_at: null,
        turn: 1,
        turn_ends_at: 5_000,
        timer_ms: 60_000,
        mats: [{ timers: [{ on: 'A', until: 7_000 }] }, { timers: [] }, { timers: [] }],
        glasses: [{ seat: 2, until: 9_000 }],
      },
      legend({
        view: {
          ends_at: { kind: 'deadline', title: 'The game', lasts: 100_000 },
          over_at: { kind: 'deadline' },
          turn_ends_at: { kind: 'deadline', title: 'This turn', owner: 'turn' },
          mats: { kind: 'plain', by_seat: true },
          'mats.*.timers.*': { kind: 'plain', reads: 'on {on}' },
          'mats.*.timers.*.until': { kind: 'deadline', lasts: 'timer_ms' },
          'glasses.*.until': { kind: 'deadline', title: 'Runs out', owner: 'seat' },
        },
      }),
      seats,
    );
    expect(table.timers).toEqual([
      { key: 'ends_at', until: 90_000, lasts: 100_000, label: 'The game', seat: null },
      { key: 'turn_ends_at', until: 5_000, lasts: null, label: 'This turn', seat: 1 },
    ]);
    expect(table.seats[0]!.timers).toEqual([
      { key: 'mats.0.timers.0.until', until: 7_000, lasts: 60_000, label: 'on A', seat: 0 },
    ]);
    expect(table.seats[1]!.timers.map((timer) => timer.key)).toEqual(['turn_ends_at']);
    expect(table.seats[2]!.timers.map((timer) => timer.key)).toEqual(['glasses.0.until']);
  });

  test('what belongs to a seat goes to it, and what is marked stands on its plate', () => {
    const table = readTable(
      { scores: [3, 0, 5], mats: [{ points: 7, cards: ['x'] }, { points: 8 }, { points: 9 }] },
      legend({
        view: {
          scores: { kind: 'plain', title: 'Points', by_seat: true, plate: true },
          mats: { kind: 'plain', by_seat: true },
          'mats.*.points': { kind: 'plain', title: 'On the mat', plate: true },
        },
      }),
      seats,
    );
    expect(table.cards).toEqual([]);
    expect(table.seats[0]!.facts.map((fact) => fact.label)).toEqual([
      'Points',
      'On the mat',
      'Cards',
    ]);
    expect(table.seats[2]!.plate.map(({ label, reading }) => [label, reading])).toEqual([
      ['Points', text('5')],
      ['On the mat', text('9')],
    ]);
  });

  test('a thing reads in one line, with what else there is about it', () => {
    const marks = {
      'tiles.*': { kind: 'plain', reads: '{city} ({era})' },
      'tiles.*.cubes': { kind: 'plain', by_seat: true },
      'tiles.*.pawns.*': { kind: 'seat' },
    } as const;
    const tiles = [
      { city: 'Kyoto', era: 'past', chaos: false, cubes: [0, 2, 0], pawns: [1] },
      { city: 'Cusco', era: 'past', chaos: true, cubes: [0, 0, 0], pawns: [] },
    ];
    const list = readTable({ tiles }, legend({ view: marks }), seats).cards[0]!.reading;
    expect(list).toMatchObject({
      kind: 'list',
      items: [
        {
          line: [text('Kyoto', 'Kyoto'), text(' ('), text('past', 'past'), text(')')],
          facts: [
            {
              key: 'cubes',
              reading: { kind: 'seats', entries: [{ seat: 1, reading: text('2') }] },
            },
            { key: 'pawns', reading: { kind: 'list', items: [{ kind: 'seat', seat: 1 }] } },
          ],
        },
        { facts: [{ key: 'chaos', reading: { kind: 'flag', on: true } }] },
      ],
    });
  });

  test('of several ways to read, the first that fits is taken', () => {
    const marks = {
      'a.*': { kind: 'plain', reads: '{good}!|order {order}', none: 'empty' },
    } as const;
    const view = { a: [{ good: 'ore' }, { order: 'gas', value: 2 }, null] };
    const list = readTable(view, legend({ view: marks }), seats).cards[0]!.reading;
    expect(list).toMatchObject({
      items: [
        { line: [text('ore', 'ore'), text('!')] },
        { line: [text('order '), text('gas', 'gas')], facts: [{ key: 'value' }] },
        { kind: 'nothing', text: 'empty' },
      ],
    });
  });

  test('things of one form are a table, without columns that nobody fills', () => {
    const view = {
      moons: [
        { place: 'x', tiles: 8, seen: [] },
        { place: 'y', tiles: 7, seen: [] },
      ],
    };
    expect(readTable(view, legend({}), seats).cards[0]!.reading).toMatchObject({
      kind: 'table',
      columns: ['Place', 'Tiles'],
      rows: [{ cells: [text('x', 'x'), text('8')] }, { cells: [text('y', 'y'), text('7')] }],
    });
    const named = { sheet: { grey: { filled: 1 }, blue: { filled: 2 } } };
    expect(readTable(named, legend({}), seats).cards[0]!.reading).toMatchObject({
      kind: 'table',
      rows: [{ head: 'Grey' }, { head: 'Blue' }],
    });
  });

  test('what is empty is left out, unless the legend has a word for that', () => {
    const table = readTable(
      { mat: { b: [], a: null, c: {}, d: { e: [] }, f: 1 }, seats: [[], ['x']], none: [] },
      legend({
        view: {
          'mat.f': { kind: 'plain' },
          'mat.a': { kind: 'plain', none: 'free' },
          seats: { kind: 'plain', by_seat: true },
        },
      }),
      seats,
    );
    expect(table.cards).toMatchObject([
      { key: 'mat', reading: { facts: [{ key: 'f' }, { key: 'a', reading: { text: 'free' } }] } },
    ]);
    expect(table.cards).toHaveLength(1);
    expect(table.seats.map((seat) => seat.facts.length)).toEqual([0, 1, 0]);
  });

  test('is read once for all who look at it', () => {
    const view = { a: 1 };
    const said = legend({});
    expect(readTable(view, said, seats)).toBe(readTable(view, said, seats));
    expect(readTable(view, said, [...seats])).not.toBe(readTable(view, said, seats));
  });

  test('a list of small things fits into a line, a table does not', () => {
    expect(isSmall(text('a'))).toBe(true);
    expect(isSmall({ kind: 'table', columns: [], rows: [] })).toBe(false);
    const list = { kind: 'list', items: [text('a')], numbered: false } as const;
    expect(isSmall({ ...list, columns: 0, items: [...list.items] })).toBe(true);
    expect(isSmall({ ...list, columns: 3, items: [...list.items] })).toBe(false);
  });
});

describe('acts', () => {
  const said = legend({
    acts: {
      travel: { title: 'Travel', each: 'to {city}' },
      offer: { title: 'Offer', each: '{bring} to {to}', seats: ['to'] },
      search: { title: 'Search', each: 'card {slot}', places: ['slot'] },
      turn: { title: 'Turn', each: '{glass}', named: ['glass'] },
    },
    words: { 'glass-0': "{0}'s glass 1", 'glass-3': "{1}'s glass 2" },
  });
  const legal: Act[] = [
    { act: 'end_turn' },
    { act: 'search', slot: 0 },
    { act: 'travel', city: 'Kyoto' },
    { act: 'travel', city: 'Cusco' },
    { act: 'offer', to: 1, bring: 'ore' },
    { act: 'offer', to: 2, bring: 'ore' },
    { act: 'jump', far: 3, over: 'wall' },
    { act: 'jump', far: 4, over: 'wall' },
  ];

  test('a thing that is named by its number is called by its name', () => {
    const label = (glass: number): string =>
      deedsOf([{ act: 'turn', glass }], said, seats).single[0]!.label;
    expect([label(0), label(3)]).toEqual(['Turn your glass 1', "Turn Bo's glass 2"]);
  });

  test('stand in groups with a title, in the order of the legend, and what is alone, alone', () => {
    const deeds = deedsOf(legal, said, seats);
    expect(deeds.single.map((one) => one.label)).toEqual(['Search card 1', 'End turn']);
    expect(deeds.groups.map((group) => [group.title, group.choices.map((c) => c.short)])).toEqual([
      ['Travel', ['to Kyoto', 'to Cusco']],
      ['Offer', ['ore to Bo', 'ore to Cleo']],
      ['Jump', ['far 3, wall', 'far 4, wall']],
    ]);
  });

  test('a template that names what an act lacks is not used', () => {
    const deeds = deedsOf([{ act: 'travel', town: 'Oslo' }], said, seats);
    expect(deeds.single[0]!.label).toBe('Travel Oslo');
  });

  test('a field that is null reads as the legend says, or as nothing', () => {
    const swap = { title: 'Swap', each: 'card {take} of {whose}', seats: ['whose'] };
    const acts: Act[] = [
      { act: 'swap', take: 1, whose: 1 },
      { act: 'swap', take: 2, whose: null },
    ];
    const read = (none?: Record<string, string>): (string | undefined)[] => {
      const words = legend({ acts: { swap: { ...swap, ...(none && { none }) } } });
      return deedsOf(acts, words, seats).groups[0]!.choices.map(({ short }) => short);
    };
    expect(read({ whose: 'those set aside' })).toEqual([
      'card 1 of Bo',
      'card 2 of those set aside',
    ]);
    expect(read()).toEqual(['card 1 of Bo', 'card 2 of nothing']);
  });

  test('are found by words, by their beginnings, and by the thing they name', () => {
    const deeds = deedsOf(legal, said, seats);
    expect(search(deeds, 'tra kyo').map((one) => one.act)).toEqual([legal[2]]);
    expect(search(deeds, 'CLEO').map((one) => one.act)).toEqual([legal[5]]);
    expect(search(deeds, 'no such thing')).toEqual([]);
    expect(naming(deeds, 'ore')).toHaveLength(2);
    expect(targets(legal)).toEqual(new Set(['Kyoto', 'Cusco', 'ore', 'wall']));
  });

  test('of many of a kind one field is picked after the other', () => {
    const many: Act[] = ['grey', 'blue'].flatMap((colour) =>
      [1, 2, 3].flatMap((value) =>
        ['A', 'B', 'C'].map((on) => ({ act: 'put_out', colour, value, on })),
      ),
    );
    const group = deedsOf(many, legend({}), seats).groups[0]!;
    const reader = new Reader(legend({}), seats);
    expect(group.many).toBe(true);
    const first = nextStep(group, {}, reader);
    expect([first.title, first.options.map((one) => one.words)]).toEqual([
      'Colour',
      ['grey', 'blue'],
    ]);
    const last = nextStep(group, { colour: 'blue', value: 2 }, reader);
    expect(last.picked.map((one) => one.words)).toEqual(['blue', '2']);
    expect(last.options.map((one) => one.choices.map((choice) => choice.act))).toEqual(
      ['A', 'B', 'C'].map((on) => [{ act: 'put_out', colour: 'blue', value: 2, on }]),
    );
  });

  test('what was picked and is no longer there is asked again', () => {
    const many: Act[] = ['grey', 'blue'].flatMap((colour) =>
      Array.from({ length: 8 }, (_, value) => ({ act: 'put', colour, value })),
    );
    const group = deedsOf(many, legend({}), seats).groups[0]!;
    const step = nextStep(group, { colour: 'green' }, new Reader(legend({}), seats));
    expect([step.picked, step.field]).toEqual([[], 'colour']);
    const lone = { act: 'put', colour: 'red', value: 9 };
    const other = deedsOf([...many, lone], legend({}), seats).groups[0]!;
    const again = nextStep(other, { colour: 'red' }, new Reader(legend({}), seats));
    expect([again.picked, again.field]).toEqual([[], 'colour']);
    expect(again.options.map((one) => one.choices.length)).toEqual([8, 8, 1]);
  });

  test('a dozen still stand side by side', () => {
    const some: Act[] = Array.from({ length: 12 }, (_, n) => ({ act: 'go', x: n % 3, y: n >> 2 }));
    expect(deedsOf(some, legend({}), seats).groups[0]!.many).toBe(false);
    const more = [...some, { act: 'go', x: 9, y: 9 }];
    expect(deedsOf(more, legend({}), seats).groups[0]!.many).toBe(true);
  });
});
