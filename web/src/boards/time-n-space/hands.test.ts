// @vitest-environment jsdom

/** What hands do at the board: reach in vain, drag, plan, take back; and what the end looks like. */

import '../../testing/jsdom';
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Act } from '../types';
import PlateExtra from './PlateExtra.svelte';
import { at, show } from './scene';
import { COLOURS, type SpaceView } from './view';
import { endWords } from './words';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const on = (scene: Awaited<ReturnType<typeof show>>, place: string): Element =>
  scene.mat!.container.querySelector(`[data-on="${place}"]`)!;
const disc = (scene: Awaited<ReturnType<typeof show>>, place: string): Element =>
  scene.board.container.querySelector(`[data-place="${place}"]`)!;

/** Time for what was sent, and for thumbs to come up again. */
const pass = (ms = 500): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe('what is not lit is tried, and the table says why not', () => {
  test('a second glass where none is free, and a planet that no passage leads to', async () => {
    const scene = await show(0, 'Both glasses run');
    await fireEvent.click(on(scene, 'A'));
    expect(scene.act).toHaveBeenLastCalledWith({ act: 'turn_over', on: 'A' });
    await pass();
    await fireEvent.click(disc(scene, 'planet-2'));
    expect(scene.act).toHaveBeenLastCalledWith({ act: 'fly', to: 'planet-2' });
    expect(scene.act).toHaveBeenCalledTimes(2);
  });

  test('with a station in hand: beaming from what holds nothing', async () => {
    const scene = await show(0, 'A station in my hand');
    const dark = scene.mat!.container.querySelector('[data-on].dim')!;
    await fireEvent.click(dark);
    expect(scene.act).toHaveBeenCalledExactlyOnceWith({
      act: 'beam',
      plant: dark.getAttribute('data-on'),
    });
  });

  test('with a tile to build: a building that is in use', async () => {
    const scene = await show(0, 'A tile to build');
    await fireEvent.click(on(scene, 'B'));
    expect(scene.act).toHaveBeenCalledExactlyOnceWith({ act: 'build', on: 'B' });
  });

  test('at a planet: what nobody there wants', async () => {
    const scene = await show(0, 'Delivering');
    await fireEvent.click(on(scene, 'F'));
    expect(scene.act).toHaveBeenCalledExactlyOnceWith({
      act: 'deliver',
      colour: 'brown',
      station: 'F',
    });
  });

  test('the ship without a free glass', async () => {
    const scene = await show(0, 'Time is up');
    const legal: Act[] = [];
    const view = structuredClone(scene.view);
    for (const timer of view.mats[0]!.timers) Object.assign(timer, { on: null, runs_out_at: null });
    await scene.again({ legal, view });
    await fireEvent.click(on(scene, 'ship'));
    expect(scene.act).toHaveBeenCalledExactlyOnceWith({ act: 'fly', to: view.mats[0]!.ship.at });
  });

  test('its place is marked for a moment, in the sky too', async () => {
    const scene = await show(0, 'Both glasses run');
    await scene.again({ refusedAct: { act: 'turn_over', on: 'A' } });
    expect(on(scene, 'A').classList).toContain('vain');
    await pass(2000);
    expect(on(scene, 'A').classList).not.toContain('vain');
    await scene.again({ refusedAct: { act: 'fly', to: 'planet-2' } });
    expect(scene.board.container.querySelector('[data-marks="planet-2"] .no')).toBeTruthy();
  });

  test('nothing is tried where a place means nothing, in a pause, or after the end', async () => {
    const scene = await show(0, 'A centre in my hand');
    await fireEvent.click(on(scene, 'A'));
    await scene.again({ paused: true });
    await fireEvent.click(on(scene, 'A'));
    await fireEvent.click(disc(scene, 'planet-2'));
    cleanup();
    const over = await show(0, 'The end');
    await fireEvent.click(on(over, 'A'));
    await fireEvent.click(disc(over, 'planet-2'));
    expect([...scene.act.mock.calls, ...over.act.mock.calls]).toEqual([]);
  });
});

describe('a free glass is dragged', () => {
  async function grab(film = 0, title = 'The clock is running') {
    const scene = await show(film, title);
    let under: Element | null = null;
    document.elementFromPoint = () => under;
    const glass = scene.mat!.container.querySelector('.card.free .glass')!;
    const point = (type: string, x: number, y: number, over: Element | null): Promise<boolean> => {
      under = over;
      const given = { clientX: x, clientY: y, pointerId: 1, isPrimary: true, button: 0 };
      return fireEvent(glass, new PointerEvent(type, { bubbles: true, ...given }));
    };
    await point('pointerdown', 10, 10, glass);
    return { ...scene, point };
  }
  const ghost = (): Element | null => document.querySelector('.ghost');

  test('onto a building: targets are lit on the way, and letting go turns it over there', async () => {
    const scene = await grab();
    await scene.point('pointermove', 12, 12, null);
    expect(ghost()).toBeNull();
    await scene.point('pointermove', 60, 60, on(scene, 'B'));
    await tick();
    expect(ghost()).toBeTruthy();
    expect(on(scene, 'B').classList).toContain('over');
    expect(on(scene, 'A').classList).toContain('turn');
    await scene.point('pointerup', 60, 60, on(scene, 'B'));
    await pass();
    expect(scene.act).toHaveBeenCalledExactlyOnceWith({ act: 'turn_over', on: 'B' });
    expect(ghost()).toBeNull();
  });

  test('onto a moon: the ship flies there', async () => {
    const scene = await grab();
    const to = scene.frame.legal.find((one) => one.act === 'fly')!;
    const target = disc(scene, String(to['to']));
    await scene.point('pointermove', 90, 90, target);
    await scene.point('pointerup', 90, 90, target);
    await pass();
    expect(scene.act).toHaveBeenCalledExactlyOnceWith(to);
  });

  test('onto the ship: then a tap says where to', async () => {
    const scene = await grab();
    await scene.point('pointermove', 90, 90, on(scene, 'ship'));
    await scene.point('pointerup', 90, 90, on(scene, 'ship'));
    await pass();
    expect(scene.act).not.toHaveBeenCalled();
    expect(scene.line().words).toMatch(/Where should your ship fly/);
    expect(scene.mat!.container.querySelectorAll('.mat .place.turn')).toHaveLength(1);
    const to = scene.frame.legal.find((one) => one.act === 'fly')!;
    await fireEvent.click(disc(scene, String(to['to'])));
    await pass();
    expect(scene.act).toHaveBeenCalledExactlyOnceWith(to);
  });

  test('with Escape, elsewhere, or when the browser takes the finger away, it goes back', async () => {
    const scene = await grab();
    await scene.point('pointermove', 90, 90, on(scene, 'B'));
    await fireEvent.keyDown(window, { key: 'Escape' });
    expect(ghost()).toBeNull();
    await scene.point('pointerup', 90, 90, on(scene, 'B'));
    await scene.point('pointerdown', 10, 10, null);
    await scene.point('pointermove', 90, 90, null);
    await scene.point('pointerup', 90, 90, null);
    await scene.point('pointerdown', 10, 10, null);
    await scene.point('pointermove', 90, 90, on(scene, 'B'));
    await scene.point('pointercancel', 90, 90, on(scene, 'B'));
    await scene.point('pointerup', 90, 90, on(scene, 'B'));
    await pass();
    expect(ghost()).toBeNull();
    expect(scene.act).not.toHaveBeenCalled();
  });

  test('a glass that runs is not dragged', async () => {
    const scene = await show(0, 'Both glasses run');
    const glass = scene.mat!.container.querySelector('.card.running .glass')!;
    const at = (x: number) => ({
      clientX: x,
      clientY: x,
      pointerId: 1,
      isPrimary: true,
      button: 0,
    });
    await fireEvent(glass, new PointerEvent('pointerdown', at(1)));
    await fireEvent(glass, new PointerEvent('pointermove', at(80)));
    expect(ghost()).toBeNull();
  });
});

describe('planning', () => {
  /** A moment at which one place is planned, with what the rules say to each question. */
  async function plan(place: string, answers: (after: Act[]) => Act[] | string, change?: Change) {
    const scene = at(0, 'Both glasses run');
    const ask = vi.fn((question: Record<string, unknown>) => {
      if (question['ask'] !== 'steps') return Promise.resolve(scene.glance as never);
      const acts = answers(question['after'] as Act[]);
      return typeof acts === 'string'
        ? Promise.reject(Object.assign(new Error(acts), { rule: 'TS-A2' }))
        : Promise.resolve({ on: place, at: 0, acts, all: [] });
    });
    const view = structuredClone(scene.view);
    change?.(view);
    const shown = await show(0, 'Both glasses run', { ask, view });
    await fireEvent.click(on(shown, place));
    await pass();
    return { ...shown, view, ask };
  }
  type Change = (view: SpaceView) => void;

  /** The sand has run through. */
  async function ready(scene: Awaited<ReturnType<typeof plan>>, place: string): Promise<void> {
    const { view, ask } = scene;
    await scene.again({ view, ask, legal: [{ act: 'lift', on: place }] });
    await pass();
  }

  /** With its glass lifted, these are legal one after the other. */
  async function carriesOut(
    scene: Awaited<ReturnType<typeof plan>>,
    place: string,
    acts: Act[],
  ): Promise<void> {
    const { ask } = scene;
    const view = structuredClone(scene.view);
    view.mats[0]!.hand = { on: place, steps: 0, waits: false, until: null, orders: [] };
    for (const act of acts) {
      await scene.again({ view: structuredClone(view), ask, legal: [act] });
      await pass();
    }
  }

  test('a tile from the moon: its disc is dashed, and one tap lifts and takes it', async () => {
    const take = { act: 'take_tile' };
    const scene = await plan('ship', (after) => (after.length === 0 ? [take] : []));
    const moon = disc(scene, 'moon-3');
    expect([...moon.classList]).toEqual(expect.arrayContaining(['step', 'plans']));
    await fireEvent.click(moon);
    await pass();
    expect(scene.ask).toHaveBeenCalledWith({ ask: 'steps', on: 'ship', after: [take] });
    expect(scene.act).not.toHaveBeenCalled();
    await ready(scene, 'ship');
    await fireEvent.click(screen.getByRole('button', { name: /Take tile/ }));
    await carriesOut(scene, 'ship', [take]);
    expect(scene.act.mock.calls).toEqual([[{ act: 'lift', on: 'ship' }], [take]]);
  });

  test('a flip to stage III', async () => {
    const flip = { act: 'upgrade' };
    const steps = [{ act: 'fill' }, flip];
    const scene = await plan('C', (after) => (after.length === 0 ? steps : []));
    await fireEvent.click(screen.getByRole('button', { name: 'Flip to III' }));
    await pass();
    expect(scene.act).not.toHaveBeenCalled();
    await ready(scene, 'C');
    await fireEvent.click(screen.getByRole('button', { name: /Flip to III/ }));
    await carriesOut(scene, 'C', [flip]);
    expect(scene.act.mock.calls).toEqual([[{ act: 'lift', on: 'C' }], [flip]]);
  });

  test('one colour out of a station that holds two', async () => {
    const grey = { act: 'deliver', colour: 'grey', station: 'E' };
    const blue = { act: 'deliver', colour: 'blue', station: 'E' };
    const scene = await plan('ship', (after) => (after.length === 0 ? [grey, blue] : [grey]));
    expect(on(scene, 'E').classList).not.toContain('step');
    await fireEvent.click(screen.getByRole('button', { name: 'Plan to deliver one blue good' }));
    await pass();
    await ready(scene, 'ship');
    await fireEvent.click(screen.getByRole('button', { name: /^Deliver 1/ }));
    await carriesOut(scene, 'ship', [blue]);
    expect(scene.act.mock.calls).toEqual([[{ act: 'lift', on: 'ship' }], [blue]]);
  });

  test('several steps are kept in order and sent by one tap; nothing happens without it', async () => {
    const from = (plant: string): Act => ({ act: 'beam', plant });
    const toStation = (view: SpaceView): void => {
      view.mats[0]!.timers[1]!.on = 'E';
    };
    const scene = await plan('E', (after) => ['D', 'A'].slice(after.length).map(from), toStation);
    await fireEvent.click(on(scene, 'D'));
    await pass();
    await fireEvent.click(on(scene, 'A'));
    await pass();
    await ready(scene, 'E');
    expect(scene.act).not.toHaveBeenCalled();
    await fireEvent.keyDown(window, { key: '2' });
    await carriesOut(scene, 'E', [from('D'), from('A')]);
    expect(scene.act.mock.calls).toEqual([[{ act: 'lift', on: 'E' }], [from('D')], [from('A')]]);
  });

  test('what cannot be planned is said in the words of the rules, and marked', async () => {
    const toStation = (view: SpaceView): void => {
      view.mats[0]!.timers[1]!.on = 'E';
    };
    const answers = (after: Act[]): Act[] | string =>
      after.length === 0 ? [{ act: 'beam', plant: 'D' }] : 'There is no good on plant A.';
    const scene = await plan('E', answers, toStation);
    await fireEvent.click(on(scene, 'A'));
    await tick();
    await tick();
    expect(scene.line()).toMatchObject({ mood: 'plan', words: 'There is no good on plant A.' });
    expect(on(scene, 'A').classList).toContain('vain');
    expect(scene.act).not.toHaveBeenCalled();
  });
});

test('my offer is taken back by one tap on my own panel', async () => {
  const scene = at(0, 'After ten minutes');
  render(PlateExtra, { ...scene.props, seat: 0 });
  await tick();
  await fireEvent.click(screen.getByRole('button', { name: 'Take back your offer' }));
  expect(scene.act).toHaveBeenCalledExactlyOnceWith({ act: 'withdraw' });
});

test('nobody else is offered to take it back', () => {
  const scene = at(0, 'After ten minutes');
  render(PlateExtra, { ...scene.props, seat: 1 });
  expect(screen.queryByRole('button', { name: 'Take back your offer' })).toBeNull();
});

test("on a small plate a ship's glass says where it goes, and a building's what works there", () => {
  const scene = at(0, 'After ten minutes');
  const view = structuredClone(scene.view);
  view.mats[1]!.ship = { at: 'planet-1', to: 'planet-2' };
  view.mats[1]!.timers[0] = { on: 'ship', runs_out_at: 1, held: false };
  view.mats[1]!.timers[1] = { on: 'A', runs_out_at: 1, held: false };
  const plate = render(PlateExtra, { ...scene.props, view, seat: 1 });
  const [ship, plant] = [...plate.container.querySelectorAll('.glasses > span')];
  expect(ship!.textContent?.replace(/\s+/g, ' ').trim()).toBe('to');
  const goal = ship!.querySelector('circle[fill="var(--seat-2)"]');
  expect(goal).toBeTruthy();
  // The glass itself, and the mark of what the building makes.
  expect(plant!.querySelectorAll('svg')).toHaveLength(2);
  view.mats[1]!.ship.to = 'moon-0';
  const other = render(PlateExtra, { ...scene.props, view: structuredClone(view), seat: 1 });
  const toMoon = other.container.querySelector('.glasses > span');
  expect(toMoon!.textContent?.replace(/\s+/g, ' ').trim()).toBe('to moon');
});

test('the last five minutes: a warm rim and columns that score nothing stand out, though nothing happens', async () => {
  const scene = await show(0, 'After ten minutes');
  const { due } = scene.view;
  scene.clock.set(due! - 301_000, 1);
  await tick();
  const rim = (): Element | null => scene.board.container.querySelector('.backdrop .late');
  const columns = (): Element | null => scene.mat!.container.querySelector('.columns.late');
  expect([rim(), columns()]).toEqual([null, null]);
  await pass(2000);
  expect(rim()).toBeTruthy();
  expect(columns()).toBeTruthy();
});

describe('the end', () => {
  test('is told colour by colour, in sight and in words, and who has won comes last', async () => {
    const scene = await show(0, 'The end', { ended: { winners: [2] } });
    const rows = [...scene.board.container.querySelectorAll('.finale tbody tr')];
    const cells = (row: Element): string[] =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim() ?? '');
    expect(rows.slice(0, 4).map((row) => row.getAttribute('data-colour'))).toEqual([...COLOURS]);
    const delays = rows.map((row) => (row as HTMLElement).style.getPropertyValue('--nth'));
    expect(delays).toEqual(['0', '1', '2', '3', '4']);
    COLOURS.forEach((colour, nth) => {
      const told = scene.view.mats.map(({ sheet }) => sheet.colours[colour]);
      expect(cells(rows[nth]!)).toEqual(
        told.map(({ unplaced, score }) => String(unplaced > 0 ? 0 : score)),
      );
    });
    expect(cells(rows[4]!)).toEqual(scene.view.mats.map((mat) => String(mat.score)));
    expect(rows[4]!.querySelector('.won')?.textContent).toBe(String(scene.view.mats[2]!.score));
    await scene.again({ ended: { winners: [2] } });
    const words = endWords(scene.view, scene.props.seats);
    expect(scene.tell.mock.calls.filter(([said]) => said === words)).toHaveLength(1);
  });

  test('is over when a game is looked at later', async () => {
    const scene = await show(0, 'The end', { ended: null });
    expect(scene.board.container.querySelector('.finale')).toBeNull();
  });
});
