// @vitest-environment jsdom

/**
 * No board knows rules. A table that lies is believed: what is lit follows `legal` even where no
 * game could allow it, and what a board shows of the future follows the answers to its questions.
 */

import '../testing/jsdom';
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick, type Component } from 'svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { DemoClock, demoGame, seatsFor, type Film, type Frame } from '../gallery/demo';
import OutOfTimeBoard from './out-of-time/Board.svelte';
import outOfTime from './out-of-time/demo.json';
import OutOfTimeMat from './out-of-time/Mat.svelte';
import type { OutOfTimeView } from './out-of-time/view';
import PlainMat from './plain/Mat.svelte';
import SpaceBoard from './time-n-space/Board.svelte';
import timeNSpace from './time-n-space/demo.json';
import SpaceBreakdown from './time-n-space/Breakdown.svelte';
import SpaceMat from './time-n-space/Mat.svelte';
import type { SpaceView } from './time-n-space/view';
import ChaosBoard from './time-of-chaos/Board.svelte';
import timeOfChaos from './time-of-chaos/demo.json';
import ChaosMat from './time-of-chaos/Mat.svelte';
import { pawnAt, type ChaosView } from './time-of-chaos/view';
import type { Act, BoardProps, Said } from './types';
import WatchBoard from './watch/Board.svelte';
import watch from './watch/demo.json';
import WatchMat from './watch/Mat.svelte';
import type { WatchView } from './watch/view';

beforeAll(() => {
  HTMLElement.prototype.setPointerCapture = () => undefined;
});
afterEach(cleanup);

type Answer = Record<string, unknown>;
type Lie = (question: Answer, told: Answer | undefined) => Answer | undefined;

const demoFilm = (films: unknown, title: string): Film =>
  (films as Film[]).find((film) => film.frames.some((one) => one.title === title))!;

/** A recorded moment, but for what the table says can be done and what the rules answer. */
async function deceived(
  films: unknown,
  title: string,
  parts: Component<BoardProps>[],
  lies: { legal?: Act[]; view?: (frame: Frame) => unknown; answers?: Lie },
) {
  const found = demoFilm(films, title);
  const frame = found.frames.find((one) => one.title === title)!;
  const clock = new DemoClock();
  clock.set(frame.now, 0);
  const [act, say] = [vi.fn(), vi.fn()];
  const ask = (question: Answer): Promise<Answer> => {
    const same = (one: { question: Answer }): boolean =>
      JSON.stringify(one.question) === JSON.stringify(question);
    const told = frame.answers?.find(same)?.answer;
    const answer = lies.answers ? lies.answers(question, told) : told;
    return answer
      ? Promise.resolve(answer)
      : Promise.reject(Object.assign(new Error('Nobody knows.'), { rule: 'ST-5' }));
  };
  const props: BoardProps = {
    game: demoGame(found),
    view: lies.view?.(frame) ?? frame.view,
    legal: lies.legal ?? frame.legal,
    me: found.me,
    seats: seatsFor(found),
    clock,
    act,
    ask,
    happened: [],
    paused: false,
    pendingAct: null,
    reducedMotion: true,
    fail: vi.fn(),
    say,
    limit: vi.fn(),
    tell: vi.fn(),
  };
  for (const one of parts) render(one, props);
  for (let nth = 0; nth < 4; nth++) await tick();
  const said = (): Said => say.mock.lastCall?.[0] as Said;
  return { frame, act, said };
}

/** Where something is lit, by the names of these attributes. */
function lit(selector: string, ...attributes: string[]): string[] {
  return [...document.querySelectorAll(selector)]
    .map((one) => attributes.map((name) => one.getAttribute(name)).find(Boolean) ?? '')
    .sort();
}
const one = (selector: string): Element => document.querySelector(selector)!;
const settled = async (): Promise<void> => {
  for (let nth = 0; nth < 4; nth++) await tick();
};

describe('A Time of Chaos', () => {
  const parts = [ChaosBoard, ChaosMat];
  const shown = (): string[] =>
    lit('.tile.lit, .deck.lit, .card.lit', 'data-tile', 'data-place').map((at) => at);
  const title = 'My turn in the middle';
  const frame = (timeOfChaos as unknown as Film[])[0]!.frames.find((one) => one.title === title)!;
  const view = frame.view as ChaosView;
  const pawn = pawnAt(view, 0)!;

  test('what is lit follows the list of acts, whatever the rules would say to it', async () => {
    // Far cities, a twin that is in order, the deck with a full hand, a card that is not at home.
    const far = view.grids[pawn.era].at(0)!.city;
    const whole = view.grids.past.find((tile) => tile.city === pawn.city)!;
    expect([whole.chaos, view.hands[0]!.length]).toEqual([false, view.limits.hand]);
    const away = view.hands[0]![1]!.card!;
    expect([away.city, away.era]).not.toEqual([pawn.city, pawn.era]);
    const legal = [
      { act: 'travel', city: far },
      { act: 'restore', era: 'past' },
      { act: 'grab' },
      { act: 'deliver', card: away.name, pay: 'cube' },
    ];
    const { act } = await deceived(timeOfChaos, title, parts, { legal });
    expect(shown()).toEqual(
      [`${pawn.era} ${far}`, `past ${pawn.city}`, `deck ${pawn.era}`, `hand ${away.name}`].sort(),
    );
    expect(one('.end').getAttribute('aria-disabled')).toBe('true');
    const tile = one(`[data-tile="past ${pawn.city}"]`);
    await fireEvent.click(tile);
    await fireEvent.click(tile);
    expect(act).toHaveBeenCalledExactlyOnceWith({ act: 'restore', era: 'past' });
    cleanup();
    await deceived(timeOfChaos, title, parts, { legal: [] });
    expect(shown()).toEqual([]);
  });

  test('what falls, what it costs and what takes a second tap follow the answers', async () => {
    const { city } = view.grids.present.find((tile) => !tile.chaos && tile.city !== pawn.city)!;
    const falls = [{ city, era: 'present', marked: [3] }];
    const answers: Lie = (question, told) => {
      if (question['ask'] === 'what_comes') {
        const turn = { seat: 0, sends: [], choose: null, blocked: [], costs: [3], ends: null };
        return { turns: [{ ...turn, falls }] };
      }
      if (question['ask'] !== 'acts') return told;
      const acts = told!['acts'] as { act: Act }[];
      return {
        acts: acts.map(({ act }) => ({
          act,
          stands: act.act === 'travel' ? 'turn' : null,
          falls: act['cube'] === 'arrival' ? [{ ...pawn, marked: [0] }] : [],
          costs: act['cube'] === 'arrival' ? [0, 1] : [],
        })),
        why_not: 'The cat sits on it.',
      };
    };
    const { act, said } = await deceived(timeOfChaos, title, parts, { answers });
    expect(lit('.tile.falls', 'data-tile')).toEqual([`present ${city}`]);
    expect(said().words).toContain(`${city} (present) falls: Dag −1`);
    // Two of three actions are left after this, and yet it is asked for again.
    const [far] = lit('.tile.lit[aria-label$="Travel here."]', 'data-tile');
    await fireEvent.click(one(`[data-tile="${far}"]`));
    expect(said().words).toMatch(/^This ends your turn/);
    expect(act).not.toHaveBeenCalled();
    await fireEvent.keyDown(window, { key: 'Escape' });
    await fireEvent.keyDown(window, { key: 'u' });
    expect(said().words).toBe('The cat sits on it.');
    await fireEvent.click(one(`[data-tile="past ${pawn.city}"]`));
    expect(one(`[data-tile="past ${pawn.city}"] .says`).getAttribute('data-says')).toBe(
      'you −1, Bo −1',
    );
    expect(document.querySelector(`[data-tile="${pawn.era} ${pawn.city}"] .says`)).toBeNull();
  });

  test('how near a tile is to falling is as the table says', async () => {
    const at = view.grids.past.findIndex((tile) => !tile.chaos);
    const { city } = view.grids.past[at]!;
    const sockets = async (falls_in: number): Promise<[number, string]> => {
      const changed = ({ view }: Frame): unknown => {
        const then = structuredClone(view) as ChaosView;
        then.grids.past[at] = { ...then.grids.past[at]!, cubes: [0, 0, 0, 0], falls_in };
        return then;
      };
      await deceived(timeOfChaos, title, parts, { view: changed });
      const tile = one(`[data-tile="past ${city}"]`);
      const found = tile.querySelectorAll('.socket').length;
      const words = tile.getAttribute('aria-label')!;
      cleanup();
      return [found, words];
    };
    expect((await sockets(5))[0]).toBe(5);
    const [left, words] = await sockets(1);
    expect(left).toBe(1);
    expect(words).toContain('the next one tips it');
    expect((await sockets(0))[1]).toContain('falls at the end of the turn');
  });

  test('pawns start where the table says, and do there what the rules answer', async () => {
    const { city } = view.grids.future[0]!;
    const start = { act: 'place_pawn', city };
    const answers: Lie = (question, told) => {
      if (question['ask'] !== 'acts') return told;
      const starts = [{ city, era: 'present', chaos: true }];
      return { acts: [{ act: start, stands: 'turn', falls: [], costs: [], starts }] };
    };
    const placing = ({ view }: Frame): unknown => {
      const then = structuredClone(view) as ChaosView;
      for (const tile of Object.values(then.grids).flat()) tile.pawns = [];
      return { ...then, phase: 'place', starts_in: 'future' };
    };
    const lies = { legal: [start], view: placing, answers };
    const { said } = await deceived(timeOfChaos, title, parts, lies);
    expect(said().words).toBe('Place your pawn: tap a city in the future.');
    expect(shown()).toEqual([`future ${city}`]);
    await settled();
    await fireEvent.click(one(`[data-tile="future ${city}"]`));
    expect(said().words).toBe(`Start in ${city}? Its present falls into chaos. Tap again.`);
  });

  test('arrows walk a grid of any width', async () => {
    const narrow = ({ view }: Frame): unknown => ({ ...(view as object), columns: 1 });
    await deceived(timeOfChaos, title, parts, { view: narrow });
    const [first, below] = view.grids.past.map((tile) => `[data-tile="past ${tile.city}"]`);
    vi.stubGlobal('requestAnimationFrame', (then: () => void) => then());
    await fireEvent.keyDown(one(first!), { key: 'ArrowDown' });
    vi.unstubAllGlobals();
    expect(document.activeElement).toBe(one(below!));
  });

  test('the way of a card follows the answer', async () => {
    const card = view.hands[0]![0]!.card!.name;
    const steps = view.grids.past
      .slice(0, 5)
      .map(({ city }) => ({ act: 'dig', city, era: 'past' }));
    const lie = {
      card,
      actions: 5,
      now: 1,
      steps,
      blocked: [],
      cubes: 0,
      short: 7,
      hand_full: false,
    };
    const answers: Lie = (question, told) => (question['ask'] === 'way' ? lie : told);
    const { said } = await deceived(timeOfChaos, title, parts, { answers });
    await fireEvent.click(one(`[data-place="hand ${card}"]`));
    await settled();
    expect(document.querySelectorAll('svg.way text')).toHaveLength(5);
    expect(said().words).toBe('5 actions. You are 7 cubes short.');
  });
});

describe('Out of Time', () => {
  const parts = [OutOfTimeBoard, OutOfTimeMat];
  const frames = (outOfTime as unknown as Film[])[0]!.frames;
  const view = frames.find((one) => one.title === 'Nearly through')!.view as OutOfTimeView;
  const free = view.standing.flatMap((glass, space) => (glass === null ? [space] : []));

  test('what is lit follows the list of acts', async () => {
    for (const to of [free.at(-1)!, free.at(-3)!]) {
      const legal = [{ act: 'move', glass: 2, to, take: null }];
      const { act } = await deceived(outOfTime, 'My glass has run out', parts, { legal });
      if (lit('.space.lit', 'data-space').length === 0) await fireEvent.click(one('button.glass'));
      expect(lit('.space.lit', 'data-space')).toEqual([String(to)]);
      await fireEvent.click(one(`[data-space="${to}"]`));
      expect(act).toHaveBeenCalledExactlyOnceWith(legal[0]);
      cleanup();
    }
    await deceived(outOfTime, 'My glass has run out', parts, { legal: [] });
    expect(lit('.space.lit', 'data-space')).toEqual([]);
  });

  test('whose a glass is, and what it is called, is as the table says', async () => {
    const found = demoFilm(outOfTime, 'My glass has run out');
    const me = found.me!;
    // The last glass of another player is mine, my first one is theirs, and mine count from 7.
    const changed = ({ view }: Frame): unknown => {
      const { glasses, ...rest } = view as OutOfTimeView;
      const other = glasses.findLastIndex((glass) => glass.seat !== me);
      const first = glasses.findIndex((glass) => glass.seat === me);
      const swapped = glasses.map((glass, number) => ({
        ...glass,
        seat: number === other ? me : number === first ? glasses[other]!.seat : glass.seat,
        nth: number === other ? 7 : 8,
      }));
      return { ...rest, glasses: swapped };
    };
    const frame = found.frames.find((one) => one.title === 'My glass has run out')!;
    const { glasses } = changed(frame) as OutOfTimeView;
    const mine = glasses.findIndex((glass) => glass.nth === 7);
    const legal = [{ act: 'move', glass: mine, to: free.at(-1)!, take: null }];
    const { said } = await deceived(outOfTime, 'My glass has run out', parts, {
      legal,
      view: changed,
    });
    const names = lit('button.glass', 'aria-label').map((name) => name.slice(0, 12));
    expect(names).toEqual(['Your glass 7', 'Your glass 8']);
    expect(said().spoken).toMatch(/^Glass 7 has run out/);
    await fireEvent.keyDown(window, { key: '1' });
    expect(one('button.glass.chosen').getAttribute('aria-label')).toMatch(/^Your glass 7/);
  });

  test('where a glass can be planned for follows the answer', async () => {
    const to = free.at(-1)!;
    const answers: Lie = (_, told) => ({
      ...told,
      acts: [{ act: 'move', glass: 2, to, take: null }],
    });
    await deceived(outOfTime, 'Nearly through', parts, { answers });
    await fireEvent.click(one('button.glass'));
    await settled();
    expect(lit('.space.ahead', 'data-space')).toEqual([String(to)]);
  });
});

describe('The Watch', () => {
  const parts = [WatchBoard, WatchMat];
  const title = 'My turn, all on the way';

  test('what is lit follows the list of acts', async () => {
    const legal = [7, 11].map((spend) => ({ act: 'move', pawn: 'orange', spend }));
    const { frame } = await deceived(watch, title, parts, { legal });
    const { lands_on } = frame.view as WatchView;
    await fireEvent.click(screen.getByRole('button', { name: 'The orange pawn' }));
    const wanted = [7, 11].map((spend) => String(lands_on!['orange']![spend - 1]));
    expect(lit('.square.lit', 'data-square')).toEqual(wanted.sort());
    cleanup();
    await deceived(watch, title, parts, { legal: [] });
    expect(lit('.square.lit', 'data-square')).toEqual([]);
    expect(screen.getByRole('slider').hasAttribute('disabled')).toBe(true);
  });

  test('a move ends where the table says, whatever it costs', async () => {
    const legal = [{ act: 'move', pawn: 'orange', spend: 2 }];
    const lands_on = { orange: [1, 9] };
    const view = ({ view }: Frame): unknown => ({ ...(view as object), lands_on });
    await deceived(watch, title, parts, { legal, view });
    await fireEvent.click(screen.getByRole('button', { name: 'The orange pawn' }));
    expect(lit('.square.lit', 'data-square')).toEqual(['9']);
  });

  test('the card that won is the one that the table names, whatever the order is', async () => {
    const framed = async (winner: number | null, winning_card: number | null): Promise<number> => {
      const view = ({ view }: Frame): unknown => ({ ...(view as object), winner, winning_card });
      await deceived(watch, 'The ring', [WatchMat], { view });
      const found = document.querySelectorAll('.mat .paper.won').length;
      cleanup();
      return found;
    };
    const held = demoFilm(watch, 'The ring');
    const { hands, order } = held.frames.find((one) => one.title === 'The ring')!.view as WatchView;
    expect(hands[held.me!]).not.toContainEqual(order);
    expect([await framed(held.me, 0), await framed(held.me, 1), await framed(null, null)]).toEqual([
      1, 0, 0,
    ]);
    expect(await framed(1, 0)).toBe(0);
  });
});

describe("Time 'n' Space", () => {
  const parts = [SpaceBoard, SpaceMat];
  const title = 'My plant has run out';
  const me = demoFilm(timeNSpace, title).me!;
  const spaceFrame = demoFilm(timeNSpace, title).frames.find((one) => one.title === title)!;

  test('what is lit follows the list of acts', async () => {
    const legal = [
      { act: 'turn_over', on: 'E' },
      { act: 'fly', to: 'moon-1' },
    ];
    await deceived(timeNSpace, title, parts, { legal });
    expect(lit('.place.turn', 'data-on')).toEqual(['E', 'ship']);
    expect(lit('.disc.turn', 'data-place')).toEqual(['moon-1']);
    cleanup();
    await deceived(timeNSpace, title, parts, { legal: [] });
    expect(lit('.place.turn', 'data-on')).toEqual([]);
    expect(lit('.disc.turn', 'data-place')).toEqual([]);
  });

  test('what counts, and how much, is as the table says', async () => {
    const changed = ({ view }: Frame): unknown => {
      const then = structuredClone(view) as SpaceView;
      const { colours } = then.mats[me]!.sheet;
      Object.assign(colours.grey, { unplaced: 3, counts: true, sum: '7 − 2', score: 5 });
      Object.assign(colours.blue, { unplaced: 0, counts: false, sum: '9 × 9', score: 4 });
      for (const building of then.mats[me]!.buildings)
        if (building.kind === 'centre') building.puts_out = 9;
      return then;
    };
    await deceived(timeNSpace, title, parts, { view: changed });
    const columns = [...document.querySelectorAll('.column')].map((column) => column.textContent!);
    expect(columns[0]).toContain('All your grey orders are out: 7 − 2 = 5 points.');
    expect(columns[2]).toContain('Blue scores 4 until');
    expect(one('.place.centre .says').textContent).toBe('9 orders');
    cleanup();
    render(SpaceBreakdown, { view: changed(spaceFrame), seat: me });
    expect(one('.sheet').textContent).toMatch(/7 − 2 = 5.*0 held: 4/);
  });

  test('first orders are chosen when the table says so', async () => {
    const words = async (chosen: number, chosen_all: boolean): Promise<string> => {
      const changed = ({ view }: Frame): unknown => {
        const then = structuredClone(view) as SpaceView;
        then.phase = 'choosing';
        Object.assign(then.mats[me]!, { chosen, chosen_all });
        return then;
      };
      const { said } = await deceived(timeNSpace, title, [SpaceMat], { view: changed, legal: [] });
      cleanup();
      return said().words;
    };
    expect(await words(1, true)).toMatch(/^Your first orders are chosen/);
    expect(await words(4, false)).toMatch(/^Choose your next order/);
  });

  test('what all means follows the answer', async () => {
    const all = Array.from({ length: 5 }, () => ({ act: 'fill' }));
    const answers: Lie = (question, told) =>
      question['ask'] === 'glance'
        ? { ...told, places: { C: { ...(told!['places'] as { C: Answer }).C, all } } }
        : told;
    await deceived(timeNSpace, title, parts, { answers });
    expect(one('.card.ready .main').textContent).toContain('Fill 5');
  });
});

test('the plain board offers the acts that it is given', async () => {
  const legal = [{ act: 'dance', on: 'the table' }, { act: 'sing' }];
  await deceived(watch, 'My turn, all on the way', [PlainMat], { legal });
  expect(lit('[data-act]', 'data-act')).toEqual(['dance', 'sing']);
});
