import { describe, expect, test } from 'vitest';
import { seatsFor, type Film } from '../../gallery/demo';
import films from './demo.json';
import {
  choosePawn,
  chooseSpend,
  examplePlan,
  exchangeTargets,
  gives,
  go,
  NO_PLAN,
  orderAfter,
  tapSquare,
  targets,
} from './plan';
import type { WatchView } from './view';
import { orderWords, ringWords, squareWords, winWords } from './words';

const recorded = films as unknown as Film[];
const [four, three] = recorded as [Film, Film];
const frame = (film: Film, nth: number) => {
  const found = film.frames[nth]!;
  return { view: found.view as WatchView, legal: found.legal, happened: found.happened };
};

describe('the order after a move', () => {
  test('it is the order that the table then shows', () => {
    const before = frame(four, 0);
    const after = frame(four, 1);
    const plan = { ...NO_PLAN, pawn: 'green', spend: 3 };
    expect(orderAfter(before.view, plan)).toEqual(after.view.order);
    expect(orderAfter(before.view, { ...plan, spend: 15 })).toEqual(after.view.order);
  });

  test('there is none before somebody has chosen, nor where the table tells none', () => {
    const { view } = frame(four, 0);
    expect(orderAfter(view, NO_PLAN)).toBeNull();
    expect(orderAfter(view, { ...NO_PLAN, pawn: 'green' })).toBeNull();
    const told = { ...view, order_after: null };
    expect(orderAfter(told, { ...NO_PLAN, pawn: 'green', spend: 3 })).toBeNull();
  });

  test('pawns that share red are named together', () => {
    expect(orderWords([null, null, null])).toBe('all together on red');
    expect(orderWords(['blue', null, null])).toBe('blue, then 2 together on red');
  });
});

describe('from taps to moves', () => {
  const { view, legal } = frame(four, 2);

  test('only squares that a legal act leads to are lit', () => {
    const lit = targets(view, legal, 'orange');
    for (const [square, spend] of lit) {
      expect(legal).toContainEqual({ act: 'move', pawn: 'orange', spend });
      expect((view.pawns['orange']! + spend) % view.squares).toBe(square);
    }
    expect(lit.has(view.pawns['green']!)).toBe(false);
    expect(lit.has(view.pawns['blue']!)).toBe(false);
  });

  test('a pawn, a square, and the same square again', () => {
    const pawn = tapSquare(6, view, legal, NO_PLAN);
    expect(pawn.plan.pawn).toBe('orange');
    const aim = tapSquare(10, view, legal, pawn.plan);
    expect(aim.plan.spend).toBe(4);
    expect(aim.send).toBeNull();
    const move = tapSquare(10, view, legal, aim.plan);
    expect(move.send).toEqual({ act: 'move', pawn: 'orange', spend: 4 });
  });

  test('tapping another pawn chooses that one', () => {
    const first = tapSquare(6, view, legal, NO_PLAN);
    expect(tapSquare(3, view, legal, first.plan).plan.pawn).toBe('green');
  });

  test('pawns that share red are chosen in turn', () => {
    const start = frame(four, 0);
    let { plan } = tapSquare(0, start.view, start.legal, NO_PLAN);
    expect(plan.pawn).toBe('green');
    plan = tapSquare(0, start.view, start.legal, plan).plan;
    expect(plan.pawn).toBe('blue');
    plan = tapSquare(0, start.view, start.legal, plan).plan;
    expect(plan.pawn).toBe('orange');
  });

  test('what is not lit can be tried, and is still meant when the table has refused it', () => {
    const taken = { ...NO_PLAN, pawn: 'green', spend: 2 };
    expect(go(legal, taken)).toEqual({
      plan: taken,
      send: { act: 'move', pawn: 'green', spend: 2 },
    });
  });

  test('without a turn, a pawn or tokens nothing is sent', () => {
    expect(go([], { ...NO_PLAN, pawn: 'green', spend: 1 }).send).toBeNull();
    expect(go(legal, { ...NO_PLAN, spend: 1 }).send).toBeNull();
    expect(go(legal, { ...NO_PLAN, pawn: 'green' }).send).toBeNull();
  });

  test('a chosen pawn runs a whole lap when its own square is tapped twice', () => {
    const chosen = { ...NO_PLAN, pawn: 'orange', spend: 1 };
    const aim = tapSquare(6, view, legal, chosen);
    expect(aim.plan.spend).toBe(12);
    expect(tapSquare(6, view, legal, aim.plan).send).toEqual({
      act: 'move',
      pawn: 'orange',
      spend: 12,
    });
  });

  test('a red that pawns share is no target, for a tap chooses among them', () => {
    const start = frame(four, 0);
    expect(targets(start.view, start.legal, 'green').has(0)).toBe(false);
  });

  test('nothing happens out of turn', () => {
    expect(tapSquare(6, view, [], NO_PLAN)).toEqual({ plan: NO_PLAN, send: null });
  });

  test('tokens are counted from one to all', () => {
    expect(chooseSpend(NO_PLAN, 0, 19).spend).toBe(1);
    expect(chooseSpend(NO_PLAN, 99, 19).spend).toBe(19);
    expect(choosePawn(NO_PLAN, 'blue', 19)).toEqual({ pawn: 'blue', spend: 1, give: 0 });
  });
});

describe('exchanges', () => {
  test('the cards that can be taken are those of the legal acts', () => {
    const { legal } = frame(four, 3);
    const found = exchangeTargets(legal, 0);
    expect(found).toHaveLength(legal.filter((act) => act.act === 'exchange').length);
    expect(found).toContainEqual({ player: null, take: 0 });
  });

  test('with several cards each of them may go', () => {
    const { legal } = frame(three, 1);
    expect(gives(legal)).toEqual([0, 1, 2]);
    expect(exchangeTargets(legal, 1).length).toBeGreaterThan(0);
  });
});

test('the ring is told to whoever won, to the others, and when nobody did', () => {
  const { view } = frame(four, 8);
  const seats = seatsFor(four);
  expect(ringWords({ ...view, winner: null }, seats, 0)).toBe('Nobody wins with this order.');
  const won = { ...view, winner: 2 };
  expect(ringWords(won, seats, 2)).toBe('Your card names the order!');
  expect(ringWords(won, seats, 0)).toBe("Cleo's card names the order.");
  expect(winWords(seats, 2, 2)).toBe('You win!');
  expect(winWords(seats, 2, 0)).toBe('Cleo wins!');
});

test('a square is named with what is on it', () => {
  const { view } = frame(four, 2);
  expect(squareWords(view, 6, undefined)).toBe('Square 6, orange circle pawn');
  expect(squareWords(view, 4, 10)).toBe('Square 4, yellow: exchange a card, 10 tokens away');
});

describe('an example of a move', () => {
  const move = (pawn: string, spend: number) => ({ act: 'move', pawn, spend });

  test('it is a short one that can be made', () => {
    const legal = [move('green', 1), move('green', 9), move('blue', 4), { act: 'keep' }];
    expect(examplePlan(legal)).toEqual({ ...NO_PLAN, pawn: 'blue', spend: 4 });
    expect(legal[0]).toEqual(move('green', 1));
    const { legal: recordedActs } = frame(four, 0);
    const plan = examplePlan(recordedActs);
    expect(recordedActs).toContainEqual(move(plan.pawn!, plan.spend));
  });

  test('there is none where nothing can be moved', () => {
    expect(examplePlan([{ act: 'keep' }])).toEqual(NO_PLAN);
    expect(examplePlan([])).toEqual(NO_PLAN);
  });
});
