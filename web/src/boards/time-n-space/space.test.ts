// @vitest-environment jsdom

import '../../testing/jsdom';
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Film } from '../../gallery/demo';
import type { Act } from '../types';
import Breakdown from './Breakdown.svelte';
import { cardOf } from './cards';
import { has, sorted } from './deeds';
import films from './demo.json';
import PlateExtra from './PlateExtra.svelte';
import { at, show } from './scene';
import { ticketsOf } from './tickets';
import { COLOURS, type SpaceView } from './view';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('what is lit is what is legal, and nothing else', async () => {
  const { board, mat, frame } = await show(0, 'The clock is running');
  const deeds = sorted(frame.legal);
  const lit = [...mat!.container.querySelectorAll('.place.turn')].map((one) =>
    one.getAttribute('data-on'),
  );
  // The ship is lit if it can go anywhere; where to is said in the sky.
  expect(lit.sort()).toEqual([...deeds.turns.keys(), 'ship'].sort());
  const discs = [...board.container.querySelectorAll('.disc.turn')].map((one) =>
    one.getAttribute('data-place'),
  );
  expect(discs.sort()).toEqual([...deeds.flights.keys()].sort());
  expect(discs.length).toBeGreaterThan(1);
});

test('one tap on a lit place turns the free glass over, and no second one by a bouncing thumb', async () => {
  const { mat, act } = await show(0, 'The clock is running');
  const place = mat!.container.querySelector('[data-on="A"]')!;
  await fireEvent.click(place);
  await fireEvent.click(place);
  expect(act).toHaveBeenCalledExactlyOnceWith({ act: 'turn_over', on: 'A' });
});

test('one tap on a lit disc flies there', async () => {
  const { board, act, frame } = await show(0, 'The clock is running');
  const to = [...sorted(frame.legal).flights.keys()].at(-1)!;
  await fireEvent.click(board.container.querySelector(`[data-place="${to}"]`)!);
  expect(act).toHaveBeenCalledExactlyOnceWith({ act: 'fly', to });
});

test('before the start: an order, then its place', async () => {
  const { board, mat, act, line, frame } = await show(0, 'Choosing the first order');
  expect(line().words).toMatch(/Choose your first order/);
  expect(line().due).toBe((frame.view as SpaceView).due);
  expect(mat!.container.querySelectorAll('.place.step')).toHaveLength(0);
  await fireEvent.click(board.container.querySelector('[data-order="blue-2"]')!);
  expect(line().words).toMatch(/blue order worth 2/);
  const lit = [...mat!.container.querySelectorAll('.place.step')];
  expect(lit.map((one) => one.getAttribute('data-on'))).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
  await fireEvent.click(lit[1]!);
  expect(act).toHaveBeenCalledExactlyOnceWith({
    act: 'choose_order',
    colour: 'blue',
    value: 2,
    on: 'B',
  });
});

describe('a glass that has run out', () => {
  const title = 'My plant has run out';

  test('its card says what all means, as the rules told it, and sends that one by one', async () => {
    vi.useFakeTimers();
    const { mat, act, glance, again, view, frame } = await show(0, title);
    const on = [...sorted(frame.legal).lifts.keys()][0]!;
    const { all } = glance!.places[on]!;
    expect(all.length).toBeGreaterThan(0);
    const main = mat!.container.querySelector('.card.ready .main')!;
    expect(main.textContent).toContain(`Fill ${all.length}`);
    expect(main.querySelectorAll('svg')).toHaveLength(all.length);
    await fireEvent.click(main);
    expect(act).toHaveBeenCalledExactlyOnceWith({ act: 'lift', on });
    const held = structuredClone(view);
    held.mats[0]!.hand = { on, steps: 0, waits: false, until: null, orders: [] };
    await again({ view: held, legal: [{ act: 'fill' }, { act: 'forfeit' }] });
    await vi.advanceTimersByTimeAsync(100);
    expect(act.mock.lastCall![0]).toEqual({ act: 'fill' });
    vi.useRealTimers();
  });

  test('nothing happens without a tap', async () => {
    const { act } = await show(0, title);
    expect(act).not.toHaveBeenCalled();
  });

  test('Pick, and a tap on its place, only lift it', async () => {
    const { mat, act, frame } = await show(0, title);
    const on = [...sorted(frame.legal).lifts.keys()][0]!;
    await fireEvent.click(screen.getByRole('button', { name: 'Pick' }));
    await new Promise((resolve) => setTimeout(resolve, 80));
    await fireEvent.click(mat!.container.querySelector(`[data-on="${on}"]`)!);
    expect(act.mock.calls).toEqual([[{ act: 'lift', on }], [{ act: 'lift', on }]]);
  });

  test('its key does the same as its card', async () => {
    const { act, frame, view, props, glance } = await show(0, title);
    const on = [...sorted(frame.legal).lifts.keys()][0]!;
    const nth = view.mats[0]!.timers.findIndex((timer) => timer.on === on);
    await fireEvent.keyDown(window, { key: String(nth + 1) });
    expect(act).toHaveBeenCalledExactlyOnceWith({ act: 'lift', on });
    const card = cardOf(nth, view, view.mats[0]!, props.seats, sorted(frame.legal), glance!, {});
    expect(card.acts.slice(1)).toEqual(glance!.places[on]!.all);
  });

  test('it is said', async () => {
    const { line } = await show(0, title);
    expect(line()).toMatchObject({ mood: 'go', words: /has run out/ });
  });
});

test('a station in hand: sources are lit with how much each is wanted, and taken by a tap', async () => {
  const { mat, act, frame, glance } = await show(0, 'A station in my hand');
  const beams = [...sorted(frame.legal).beams.keys()];
  const lit = [...mat!.container.querySelectorAll('.place.step')];
  expect(lit.map((one) => one.getAttribute('data-on'))).toEqual(beams);
  const wanted = [...mat!.container.querySelectorAll('.wanted')].map((one) => one.textContent);
  expect(wanted.length).toBeGreaterThan(0);
  for (const words of wanted) {
    expect(COLOURS.map((colour) => `×${glance!.wanted[colour]}`)).toContain(words?.trim());
  }
  await fireEvent.click(lit[0]!);
  expect(act).toHaveBeenCalledExactlyOnceWith({ act: 'beam', plant: beams[0] });
});

test('a centre in hand: an order from the rack, then a lit place', async () => {
  const { board, mat, act, frame } = await show(0, 'A centre in my hand');
  const put = sorted(frame.legal).puts[0]!;
  expect(mat!.container.querySelectorAll('.place.step')).toHaveLength(0);
  const order = `[data-order="${String(put['colour'])}-${String(put['value'])}"]`;
  await fireEvent.click(board.container.querySelector(order)!);
  await fireEvent.click(mat!.container.querySelector(`[data-on="${String(put['on'])}"]`)!);
  expect(act).toHaveBeenCalledExactlyOnceWith(put);
});

test('to forfeit takes two taps, to be done takes one', async () => {
  const { act, frame, again } = await show(0, 'A centre in my hand');
  const ends = sorted(frame.legal).ends!;
  if (ends.act === 'done') {
    await fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(act).toHaveBeenCalledExactlyOnceWith(ends);
    act.mockClear();
    await again({
      legal: [...frame.legal.filter((one) => one.act !== 'done'), { act: 'forfeit' }],
    });
  }
  await fireEvent.click(screen.getByRole('button', { name: /Forfeit this action/ }));
  expect(act).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole('button', { name: 'Forfeit?' }));
  expect(act).toHaveBeenCalledExactlyOnceWith({ act: 'forfeit' });
});

test("the owner's choice: each order with the building that it frees, and what goes by itself", async () => {
  const { board, act, frame, glance, limit, view } = await show(0, 'Which order do I give?');
  const gives = sorted(frame.legal).gives;
  const ways = [...board.container.querySelectorAll('.ways button')];
  expect(ways).toHaveLength(gives.length);
  expect(ways.map((one) => one.textContent).join()).toContain(`frees ${String(gives[0]!['on'])}`);
  // Whoever does not see the ticket hears what is on it.
  const { colour, value } = gives[0]!;
  expect(ways[0]!.getAttribute('aria-label')).toContain(
    `the ${String(colour)} order worth ${String(value)}`,
  );
  expect(board.container.querySelectorAll('.ways .waits')).toHaveLength(glance!.silent.length);
  expect(limit).toHaveBeenLastCalledWith({ seat: 0, due: view.planets[0]!.owes[0]!.until });
  expect(ways.includes(document.activeElement!)).toBe(false);
  await fireEvent.keyDown(window, { key: '6' });
  expect(act).toHaveBeenCalledExactlyOnceWith(gives[1]);
});

test('an offer in three taps: a panel, what I bring, what I ask', async () => {
  const scene = await show(0, 'The clock is running');
  const offer: Act = { act: 'offer', to: 2, bring: 'blue', put_out: 'grey' };
  const legal = [...scene.frame.legal, offer, { ...offer, to: 1 }];
  await scene.again({ legal });
  const plate = render(PlateExtra, { ...scene.props, legal, seat: 2 });
  await fireEvent.click(plate.container.querySelector('.look')!);
  await fireEvent.click(screen.getByRole('button', { name: "I'll bring blue" }));
  await fireEvent.click(screen.getByRole('button', { name: 'if you put out grey' }));
  expect(scene.act).toHaveBeenCalledExactlyOnceWith(offer);
});

describe('planning while the sand runs', () => {
  async function planning() {
    const scene = await show(0, 'Both glasses run');
    const timers = scene.view.mats[0]!.timers;
    const on = timers.map((timer) => timer.on).find((one) => one !== null && one.length === 1)!;
    return { ...scene, on, nth: timers.findIndex((timer) => timer.on === on) };
  }

  test('what the rules say it could do gets dashed edges, and a tap sends nothing', async () => {
    const { on, nth, mat, act, ask, frame, line } = await planning();
    await fireEvent.keyDown(window, { key: String(nth + 1) });
    await tick();
    await tick();
    expect(ask).toHaveBeenCalledWith({ ask: 'steps', on, after: [] });
    const answer = frame.answers!.find((one) => one.question['on'] === on)!.answer;
    const acts = answer['acts'] as Act[];
    const dashed = [...mat!.container.querySelectorAll('.place.step.plans')];
    expect(acts).toEqual([{ act: 'fill' }]);
    expect(dashed.map((one) => one.getAttribute('data-on'))).toEqual([on]);
    expect(line().mood).toBe('plan');
    for (const place of dashed) await fireEvent.click(place);
    expect(act).not.toHaveBeenCalled();
  });

  test('Escape ends it', async () => {
    const { nth, mat } = await planning();
    await fireEvent.keyDown(window, { key: String(nth + 1) });
    await tick();
    await tick();
    await fireEvent.keyDown(window, { key: 'Escape' });
    await tick();
    expect(mat!.container.querySelectorAll('.plans')).toHaveLength(0);
  });
});

test('what fits is lit on the plates and counted at the planets, as the rules say', async () => {
  const { board, glance, view, props } = await show(0, 'After ten minutes');
  for (const seat of [1, 2, 3]) {
    const { now, more } = glance!.planets[seat]!;
    const total = COLOURS.reduce((sum, colour) => sum + now[colour], 0);
    const marks = board.container.querySelector(`[data-marks="planet-${seat}"]`)!;
    const words = marks.querySelector('.fit')?.textContent ?? '';
    const expected =
      total > 0 ? (more > 0 ? `${total}+${more}` : `${total}`) : more > 0 ? `+${more}` : '';
    expect(words).toBe(expected);
    const plate = render(PlateExtra, { ...props, seat });
    const lit = plate.container.querySelectorAll('.ticket.now').length;
    const orders = view.mats[seat]!.buildings.flatMap((one) => one.spots);
    expect(lit > 0).toBe(orders.some((one) => one && 'order' in one && now[one.order] > 0));
  }
});

test('a watcher sees everything and can do nothing', async () => {
  const { board, say } = await show(2, 'In the middle');
  expect(board.container.querySelectorAll('.disc')).toHaveLength(8);
  expect(board.container.querySelectorAll('.turn, .step')).toHaveLength(0);
  expect(say).toHaveBeenLastCalledWith({ words: 'You are watching.', mood: 'calm' });
});

test('three players: six places', async () => {
  const { board } = await show(1, 'A glass is free');
  expect(board.container.querySelectorAll('.disc')).toHaveLength(6);
});

test('the example shows what the three lessons speak of', async () => {
  const { board, again } = await show(0, 'The clock is running', { lesson: true });
  const marked = [...board.container.querySelectorAll('[data-lesson]')];
  expect(marked.map((one) => one.getAttribute('data-lesson')).sort()).toEqual(['1', '2', '3']);
  await again({ lesson: false });
  expect(board.container.querySelectorAll('[data-lesson]')).toHaveLength(0);
});

test('the end: every colour with what it is made of, equal to the sheet of the rules', () => {
  const { view } = at(0, 'The end');
  const seat = view.mats.findIndex((mat) => mat.score > 0);
  const { container } = render(Breakdown, { view, seat });
  const columns = [...container.querySelectorAll('.column')];
  expect(columns).toHaveLength(4);
  const scores = COLOURS.map((colour) => view.mats[seat]!.sheet.colours[colour].score);
  const shown = columns.map((one) => Number(/(\d+)\s*$/.exec(one.textContent ?? '')?.[1]));
  expect(shown).toEqual(scores);
  expect(scores.reduce((sum, one) => sum + one, 0)).toBe(view.mats[seat]!.score);
});

test('tickets that do not fit merge into one a colour', () => {
  const mat = structuredClone(at(0, 'The clock is running').view.mats[0]!);
  mat.buildings[0]!.spots = [1, 3, 2].map((value) => ({ order: 'blue', value }));
  mat.buildings[1]!.spots = [{ order: 'grey', value: 2 }];
  for (const building of mat.buildings.slice(2)) building.spots = [];
  expect(ticketsOf(mat, 200, 26, 1)).toHaveLength(4);
  expect(ticketsOf(mat, 80, 26, 1)).toEqual([
    { colour: 'grey', values: [2] },
    { colour: 'blue', values: [3, 2, 1] },
  ]);
});

test.each((films as unknown as Film[])[0]!.frames.map(({ title }) => title))(
  'a lit place sends a legal act, and one that is not lit only what the table will refuse: %s',
  async (title) => {
    vi.useFakeTimers();
    const { mat, board, act, frame } = await show(0, title);
    const taps = [
      ...(mat?.container.querySelectorAll('[data-on]') ?? []),
      ...board.container.querySelectorAll('[data-place], .ways button'),
    ];
    for (const one of taps) {
      act.mockClear();
      const lit = one.matches('.turn, .step, .lift, .called, .ways button');
      await fireEvent.click(one);
      await vi.advanceTimersByTimeAsync(500);
      const where = one.getAttribute('data-on') ?? one.getAttribute('data-place');
      for (const [sent] of act.mock.calls)
        expect(has(frame.legal, sent as Act), `${where}`).toBe(lit);
      if (lit && where !== 'ship') expect(act.mock.calls, `${where}`).toHaveLength(1);
      await fireEvent.keyDown(window, { key: 'Escape' });
    }
    vi.useRealTimers();
  },
);
