import { describe, expect, test } from 'vitest';
import type { Film } from '../../gallery/demo';
import type { SeatInfo } from '../types';
import films from './demo.json';
import {
  fallenForMe,
  giveBacks,
  movable,
  NOTHING,
  onlyStandsUp,
  put,
  stillHolds,
  tapGlass,
  tapSpace,
  targets,
} from './choice';
import { neighbour } from './keys';
import { status } from './status';
import type { OutOfTimeView } from './view';
import { helpWords, spaceWords } from './words';

const recorded = films as unknown as Film[];
function scene(film: string, frame: string) {
  const found = recorded.find((one) => one.title.startsWith(film))!;
  const still = found.frames.find((one) => one.title.startsWith(frame))!;
  const { legal, happened } = still;
  return { view: still.view as OutOfTimeView, legal, happened, me: found.me! };
}

function people(me: number): SeatInfo[] {
  return Array.from({ length: 6 }, (_, seat) => ({
    seat,
    name: `P${seat}`,
    emblem: 'sun' as const,
    color: '',
    me: seat === me,
    bot: false,
    present: true,
  }));
}

describe('choosing a glass and a space', () => {
  test('one glass that has run out needs no choosing: a tap on a lit space moves it', () => {
    const { view, legal, me } = scene('Four', 'My glass has run');
    const [glass] = movable(legal);
    const [to, takes] = [...targets(legal, NOTHING)].find(([, found]) => found.length === 2)!;
    const { send, choice } = tapSpace(to, view, legal, me, NOTHING);
    expect(send).toEqual({ act: 'move', glass, to, take: takes.find((take) => take !== null) });
    expect(choice).toEqual(NOTHING);
  });

  test('with two, none is lit before one is chosen', () => {
    const { view, legal, me } = scene('Four', 'Both have run');
    const [one, two] = movable(legal) as [number, number];
    expect(targets(legal, NOTHING).size).toBe(0);
    const chosen = tapGlass(one, view, legal, me, NOTHING).choice;
    expect(targets(legal, chosen).size).toBeGreaterThan(0);
    expect(tapGlass(two, view, legal, me, chosen).choice.glass).toBe(two);
    expect(tapGlass(one, view, legal, me, chosen).choice.glass).toBeNull();
  });

  test('every lit space is the target of a legal act', () => {
    const { legal } = scene('Four', 'My first glass');
    for (const [to, takes] of targets(legal, NOTHING)) {
      for (const take of takes) expect(legal).toContainEqual({ act: 'place', to, take });
    }
  });

  test('a running glass can be chosen ahead, and the table says why it cannot move yet', () => {
    const { view, legal, me } = scene('Four', 'All are placed');
    const { choice } = tapGlass(2 * me, view, legal, me, NOTHING);
    expect(choice.glass).toBe(2 * me);
    const empty = view.standing.findIndex((there) => there === null);
    expect(tapSpace(empty, view, legal, me, choice).send).toEqual({
      act: 'move',
      glass: 2 * me,
      to: empty,
      take: null,
    });
  });

  test('without a chosen glass a stray tap does nothing', () => {
    const { view, legal, me } = scene('Four', 'All are placed');
    const empty = view.standing.findIndex((there) => there === null);
    expect(tapSpace(empty, view, legal, me, NOTHING).send).toBeNull();
  });

  test("somebody else's glass cannot be chosen", () => {
    const { view, legal, me } = scene('Four', 'All are placed');
    const other = view.glasses.findIndex((glass) => glass.seat !== me);
    expect(tapGlass(other, view, legal, me, NOTHING)).toEqual({ choice: NOTHING, send: null });
  });
});

describe('cubes', () => {
  test('the joker asks which cube, and the answer is sent', () => {
    const { view, legal, me } = scene('Six', 'The joker');
    const grey = view.tiles.indexOf('grey');
    const glass = movable(legal).find((one) =>
      legal.some((act) => act['glass'] === one && act['to'] === grey),
    )!;
    const chosen = { ...NOTHING, glass };
    const { choice, send } = tapSpace(grey, view, legal, me, chosen);
    expect(send).toBeNull();
    expect(choice.asking?.to).toBe(grey);
    const take = choice.asking!.takes.find((cube) => cube !== null)!;
    expect(legal).toContainEqual(put(grey, take, legal, choice).send);
  });

  test('a cube can be left', () => {
    const { view, legal, me } = scene('Four', 'My glass has run');
    const [to] = [...targets(legal, NOTHING)].find(([, found]) => found.length === 2)!;
    const { send, choice } = tapSpace(to, view, legal, me, { ...NOTHING, leaveCube: true });
    expect(send?.['take']).toBeNull();
    expect(choice.leaveCube).toBe(false);
  });
});

describe('knocks', () => {
  test('reaching where a glass stands is sent as it was meant, once a glass is chosen', () => {
    const { view, legal, me } = scene('Three', 'About to reach');
    const fell = scene('Three', 'I knocked it over').happened[0]!.told;
    const [glass, to] = [fell['reached_with'] as number, fell['space'] as number];
    const { choice } = tapGlass(glass, view, legal, me, NOTHING);
    const { send } = tapSpace(to, view, legal, me, choice);
    expect(send).toEqual({ act: 'move', glass, to, take: null });
    expect(tapSpace(to, view, legal, me, NOTHING).send).toBeNull();
  });

  test('whoever knocked a glass over can do nothing but stand it up', () => {
    const { view, legal, me } = scene('Three', 'I knocked it over');
    const [fallen] = fallenForMe(legal) as [number];
    expect(onlyStandsUp(legal)).toBe(true);
    expect(view.players[me]!.must_stand_up).toBe(1);
    expect(giveBacks(legal)).toEqual([]);
    const ready = view.glasses.findIndex((one) => one.seat === me && one.state === 'ready');
    const held = stillHolds({ ...NOTHING, glass: ready }, view, legal);
    expect(held.glass, 'a glass in hand is put down').toBeNull();
    expect(targets(legal, held).size).toBe(0);
    expect(tapGlass(fallen, view, legal, me, NOTHING).send).toEqual({
      act: 'stand_up',
      glass: fallen,
    });
    const space = view.glasses[fallen]!.space!;
    expect(tapSpace(space, view, legal, me, NOTHING).send?.act).toBe('stand_up');
    expect(helpWords(view, me)).toBe('Stand it up first');
    expect(spaceWords(view, space, people(me), undefined, true)).toContain('stand it up');
    const { words, mood } = status(view, legal, me, people(me), NOTHING, false);
    expect(words).toMatch(/^You knocked over P\d's glass: stand it up first\.$/);
    expect(mood).toBe('bad');
  });

  test('then there is a cube to choose, and the glass is protected', () => {
    const { view, legal, me, happened } = scene('Three', 'It stands again');
    expect(view.players[me]!.must_stand_up).toBe(0);
    expect(giveBacks(legal).length).toBeGreaterThan(1);
    expect(onlyStandsUp(legal)).toBe(false);
    const stood = happened.find((one) => one.event === 'stood_up')!.told;
    const glass = view.glasses[stood['glass'] as number]!;
    expect(glass.protected_until).toBe((stood['at'] as number) + 5000);
    const { words } = status(view, legal, me, people(me), NOTHING, false);
    expect(words).toBe('Choose which cube to give back.');
  });

  test('whose glass lies is told who has to help, and may help themselves after a while', () => {
    const fell = scene('Three', 'Mine was knocked');
    expect(status(fell.view, [], fell.me, people(fell.me), NOTHING, false).words).toMatch(
      /^P\d has to stand your glass up\.$/,
    );
    const { view, legal, me } = scene('Three', 'I may stand');
    expect(fallenForMe(legal)).toHaveLength(1);
    expect(helpWords(view, me)).toBe('Stand it up');
    const { words } = status(view, legal, me, people(me), NOTHING, false);
    expect(words).toBe('You can stand your glass up now.');
  });
});

test('a choice ends when the table has changed under it', () => {
  const { view, legal, me } = scene('Six', 'The joker');
  const grey = view.tiles.indexOf('grey');
  const asking = { glass: null, asking: { to: grey, takes: [null] }, leaveCube: false };
  expect(stillHolds(asking, view, []).asking).toBeNull();
  const own = view.glasses[2 * me]!;
  const lying = { ...view, glasses: view.glasses.map((g) => (g === own ? fallen(g) : g)) };
  expect(stillHolds({ ...NOTHING, glass: 2 * me }, lying, legal).glass).toBeNull();
  function fallen<G>(glass: G): G {
    return { ...glass, state: 'fallen' };
  }
});

test('arrow keys walk from space to space and never off the board', () => {
  const { layout } = scene('Four', 'All are placed').view;
  expect(neighbour(layout, 0, 'ArrowRight')).toBe(1);
  expect(neighbour(layout, 0, 'ArrowLeft')).toBeNull();
  expect(neighbour(layout, 0, 'ArrowDown')).toBe(4);
  expect(neighbour(layout, 7, 'ArrowDown')).toBe(12);
  expect(neighbour(layout, 7, 'ArrowUp')).toBe(3);
  expect(neighbour(layout, 9, 'Home')).toBeNull();
});

test('a space is named with its tile, its glass and what a tap would bring', () => {
  const { view } = scene('Four', 'My glass has run');
  const seats = people(1);
  const own = view.glasses.find((glass) => glass.seat === 1 && glass.state === 'ready')!;
  expect(spaceWords(view, own.space!, seats, undefined)).toContain('your glass, run out');
  const empty = view.standing.findIndex((there) => there === null);
  expect(spaceWords(view, empty, seats, [null, 'red'])).toContain('takes a red cube');
  expect(spaceWords(view, empty, seats, [null, 'orange'])).toContain('takes an orange cube');
});
