// @vitest-environment jsdom

import '../../testing/jsdom';
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { DemoClock, demoGame, seatsFor, type Film } from '../../gallery/demo';
import type { Act, BoardProps, Said, TableEvent } from '../types';
import { comingWords, type TurnAhead } from './ahead';
import Board from './Board.svelte';
import Breakdown from './Breakdown.svelte';
import films from './demo.json';
import Mat from './Mat.svelte';
import { pawnAt, type ChaosView } from './view';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(Element.prototype, 'animate');
});

const recorded = films as unknown as Film[];

function at(title: string, film = 0) {
  const found = recorded[film]!;
  const frame = found.frames.find((one) => one.title === title)!;
  const clock = new DemoClock();
  clock.set(frame.now, 0);
  const [act, say, tell] = [vi.fn(), vi.fn(), vi.fn()];
  const ask = vi.fn((question: Record<string, unknown>) => {
    const asked = JSON.stringify(question);
    const answer = frame.answers?.find((one) => JSON.stringify(one.question) === asked)?.answer;
    return answer
      ? Promise.resolve(answer)
      : Promise.reject(Object.assign(new Error('no'), { rule: 'ST-5' }));
  });
  const props: BoardProps = {
    game: demoGame(found),
    view: frame.view,
    legal: frame.legal,
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
    tell,
  };
  return { props, act, say, tell, ask, frame, view: frame.view as ChaosView };
}

async function shown(title: string, more: Partial<BoardProps> = {}) {
  const found = at(title);
  const props = { ...found.props, ...more };
  const board = render(Board, props);
  const mat = render(Mat, props);
  await settled();
  const tile = (era: string, city: string): HTMLElement =>
    board.container.querySelector(`[data-tile="${era} ${city}"]`)!;
  const said = (): Said => found.say.mock.lastCall![0] as Said;
  return { ...found, board, mat, tile, said };
}

async function settled(): Promise<void> {
  for (let nth = 0; nth < 4; nth++) await tick();
}

const kinds = (legal: Act[], kind: string): Act[] => legal.filter((one) => one.act === kind);

test('what is lit is what is legal, and nothing is lit out of turn', async () => {
  const { board, frame, view } = await shown('Two actions left');
  const pawn = pawnAt(view, 0)!;
  const wanted = new Set([
    ...kinds(frame.legal, 'travel').map((one) => `${pawn.era} ${String(one['city'])}`),
    ...[...kinds(frame.legal, 'time_travel'), ...kinds(frame.legal, 'restore')].map(
      (one) => `${String(one['era'])} ${pawn.city}`,
    ),
  ]);
  const lit = [...board.container.querySelectorAll('.tile.lit')];
  expect(new Set(lit.map((one) => one.getAttribute('data-tile')))).toEqual(wanted);
  cleanup();
  const other = await shown('A city has fallen');
  expect(other.board.container.querySelectorAll('.lit')).toHaveLength(0);
});

test('a step that can be taken back goes by one tap, the deck takes two and says why', async () => {
  const { act, frame, view, tile, board, said } = await shown('My first turn');
  const pawn = pawnAt(view, 0)!;
  const [travel] = kinds(frame.legal, 'travel');
  await fireEvent.click(tile(pawn.era, String(travel!['city'])));
  expect(act).toHaveBeenCalledExactlyOnceWith(travel);
  act.mockClear();
  const deck = board.container.querySelector('.deck.lit')!;
  await fireEvent.click(deck);
  expect(act).not.toHaveBeenCalled();
  expect(said()).toMatchObject({ mood: 'plan', words: /You cannot take this back/ });
  await fireEvent.click(deck);
  expect(act).toHaveBeenCalledExactlyOnceWith({ act: 'grab' });
});

test('a journey in time is paid for in places on the board, or by keys', async () => {
  const { act, frame, view, tile, mat, said } = await shown('My first turn');
  const pawn = pawnAt(view, 0)!;
  const [journey] = kinds(frame.legal, 'time_travel');
  const era = String(journey!['era']);
  await fireEvent.click(tile(era, pawn.city));
  expect(said().words).toMatch(/where does the cube go/);
  expect(act).not.toHaveBeenCalled();
  const number = (at: string): string | null | undefined =>
    tile(at, pawn.city).querySelector('.pays')?.getAttribute('data-says');
  expect([number(pawn.era), number(era)]).toEqual(['1', '2']);
  expect(mat.container.querySelector('.cloak.lit')).not.toBeNull();
  await fireEvent.keyDown(window, { key: '2' });
  expect(act).toHaveBeenCalledExactlyOnceWith({ act: 'time_travel', era, cube: 'arrival' });
  act.mockClear();
  await fireEvent.click(tile(era, pawn.city));
  await fireEvent.keyDown(window, { key: 'Escape' });
  expect(mat.container.querySelector('.cloak.lit')).toBeNull();
  await fireEvent.click(tile(era, pawn.city));
  await fireEvent.click(mat.container.querySelector('.cloak.lit')!);
  expect(act).toHaveBeenCalledExactlyOnceWith({ act: 'time_travel', era, cube: 'cloak' });
});

test('the turn ends by two taps, and E twice', async () => {
  const { act, said } = await shown('My first turn');
  await fireEvent.click(screen.getByRole('button', { name: /^End turn/ }));
  expect(act).not.toHaveBeenCalled();
  expect(said().words).toMatch(/End the turn\? Tap again/);
  await fireEvent.keyDown(window, { key: 'e' });
  expect(act).toHaveBeenCalledExactlyOnceWith({ act: 'end_turn' });
});

test('a step is taken back by one tap that names it', async () => {
  const { act, view } = await shown('Two actions left');
  expect(view.undo).toHaveLength(1);
  await fireEvent.click(screen.getByRole('button', { name: /^Take back the / }));
  expect(act).toHaveBeenCalledExactlyOnceWith({ act: 'undo' });
});

test('held, the whole turn is taken back, step by step', async () => {
  const { act, board, mat, props } = await shown('Two actions left');
  const all = { ...at('Two actions left').props, clock: props.clock, act };
  await fireEvent.keyDown(window, { key: 'U', shiftKey: true });
  await settled();
  expect(act).toHaveBeenCalledExactlyOnceWith({ act: 'undo' });
  const sent = { ...all, pendingAct: { act: 'undo' } };
  await board.rerender(sent);
  await mat.rerender(sent);
  await fireEvent.click(screen.getByRole('button', { name: /^Take back/ }));
  expect(act).toHaveBeenCalledOnce();
  await board.rerender({ ...all, pendingAct: null });
  await settled();
  expect(act).toHaveBeenCalledTimes(2);
  const done = { ...all, legal: all.legal.filter((one) => one.act !== 'undo') };
  await board.rerender(done);
  await board.rerender({ ...done, pendingAct: null });
  await settled();
  expect(act).toHaveBeenCalledTimes(2);
});

test('pointing at a card asks the rules for its way, and draws it', async () => {
  const { ask, board, mat, view } = await shown('My turn in the middle');
  const card = view.hands[0]!.find((held) => held.card !== null)!.card!;
  const button = mat.container.querySelector(`[data-place="hand ${card.name}"]`)!;
  await fireEvent.pointerEnter(button);
  await settled();
  expect(ask).toHaveBeenCalledWith({ ask: 'way', card: card.name });
  expect(board.container.querySelector('svg.way')).not.toBeNull();
  expect(mat.container.querySelector('.coming h3')!.textContent).toContain(card.name);
  await fireEvent.pointerLeave(button);
  await settled();
  expect(board.container.querySelector('svg.way')).toBeNull();
});

test('what comes is what the rules say', async () => {
  const { mat, frame } = await shown('My turn in the middle');
  const turns = frame.answers!.find((one) => one.question['ask'] === 'what_comes')!.answer[
    'turns'
  ] as TurnAhead[];
  const lines = comingWords(turns, seatsFor(recorded[0]!), 3);
  const shownLines = [...mat.container.querySelectorAll('.coming li')];
  expect(shownLines.map((one) => one.textContent!.trim())).toEqual(
    lines.map(({ text, bad }) => `${text}${bad ? ` ${bad}` : ''}`),
  );
  expect(lines.length).toBeGreaterThan(1);
});

test('pointing at a tile lights its twins, and no other city', async () => {
  const { board, tile } = await shown('My first turn');
  await fireEvent.pointerEnter(tile('past', 'Kyoto'));
  const twins = [...board.container.querySelectorAll('.twin')];
  expect(twins.map((one) => one.getAttribute('data-tile')).sort()).toEqual([
    'future Kyoto',
    'past Kyoto',
    'present Kyoto',
  ]);
});

test('a narrow board shows one era under a map of all three', async () => {
  vi.stubGlobal('innerWidth', 390);
  const { board, view, tile, act } = await shown('My first turn');
  const pawn = pawnAt(view, 0)!;
  expect(board.container.querySelectorAll('.tile')).toHaveLength(9);
  expect(board.container.querySelectorAll('.map > button')).toHaveLength(3);
  expect(tile(pawn.era, pawn.city)).not.toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: /^Show the future/ }));
  expect(tile('future', 'Kyoto')).not.toBeNull();
  expect(tile('present', 'Kyoto')).toBeNull();
  // One's own city leads to the lane, where a journey in time is chosen.
  await fireEvent.click(screen.getByRole('button', { name: /^Show the present/ }));
  await fireEvent.click(tile(pawn.era, pawn.city));
  const lane = screen.getByRole('region', { name: `${pawn.city} through the eras` });
  expect(lane.querySelectorAll('.tile')).toHaveLength(3);
  expect(act).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole('button', { name: 'Back to the grid' }));
  expect(board.container.querySelectorAll('.tile')).toHaveLength(9);
});

test('chaos is broken in three, order is whole', async () => {
  const { board, view } = await shown('My turn in the middle');
  const broken = Object.values(view.grids)
    .flat()
    .filter((tile) => tile.chaos).length;
  expect(broken).toBeGreaterThan(5);
  expect(board.container.querySelectorAll('.tile.chaos')).toHaveLength(broken);
  expect(board.container.querySelectorAll('.shard')).toHaveLength(3 * broken);
});

test('the board shows what the three lessons speak of, and only then', async () => {
  const { board } = await shown('My first turn', { lesson: true });
  const marked = [...board.container.querySelectorAll('[data-lesson]')];
  expect(marked.map((one) => one.getAttribute('data-lesson')).sort()).toEqual(['1', '2', '3']);
  cleanup();
  const played = await shown('My first turn');
  expect(played.board.container.querySelectorAll('[data-lesson]')).toHaveLength(0);
});

test('what happened is told once; a delivery shows its story', async () => {
  const { props, tell } = at('A card came home');
  const { happened } = recorded[0]!.frames.find((one) => one.title === 'A card came home')!;
  const { container, rerender } = render(Board, props);
  await rerender({ ...props, happened });
  const told = tell.mock.calls.map(([words]) => words as string);
  for (const { event, words } of happened) {
    if (event !== 'turn_began') expect(told.filter((one) => one === words)).toHaveLength(1);
  }
  const story = container.querySelector('.slip')!;
  const name = String(happened.find((one) => one.event === 'delivered')!.told['card']);
  expect(story.textContent).toContain(name);
});

test('a watcher reads who plays, and nothing can be tapped', async () => {
  const found = at('Seen by a watcher', 2);
  const { ask: _, ...props } = found.props;
  const { container } = render(Board, props);
  await settled();
  expect(found.say.mock.lastCall![0]).toMatchObject({ words: /is playing/ });
  expect(container.querySelectorAll('.lit')).toHaveLength(0);
  await fireEvent.click(container.querySelector('.tile')!);
  expect(found.act).not.toHaveBeenCalled();
});

test('the end: what was brought home, and what was lost', () => {
  const { view } = at('The end');
  const seat = view.delivered.findIndex((cards) => cards.length >= 4);
  const { container } = render(Breakdown, { view, seat });
  expect(container.querySelectorAll('.card')).toHaveLength(view.delivered[seat]!.length);
});

test('a tile that is not lit asks the rules, and what was refused is marked there', async () => {
  const { act, frame, view, tile, board, mat, props } = await shown('Two actions left');
  const pawn = pawnAt(view, 0)!;
  const near = new Set(kinds(frame.legal, 'travel').map((one) => one['city']));
  const far = view.grids[pawn.era].find(({ city }) => city !== pawn.city && !near.has(city))!.city;
  await fireEvent.click(tile(pawn.era, far));
  const asked = { act: 'travel', city: far };
  expect(act).toHaveBeenCalledExactlyOnceWith(asked);
  const vain = (): Element[] => [...board.container.querySelectorAll('.vain')];
  expect(vain()).toEqual([]);
  await board.rerender({ ...props, refusedAct: { ...asked } });
  expect(vain()).toHaveLength(1);
  expect(vain()[0]!.closest('[data-tile]')).toBe(tile(pawn.era, far));
  // Another refusal is another mark, and an end of the turn is marked on its button.
  const [before] = vain();
  await board.rerender({ ...props, refusedAct: { ...asked } });
  expect(vain()).toHaveLength(1);
  expect(vain()[0]).not.toBe(before);
  await board.rerender({ ...props, refusedAct: { act: 'end_turn' } });
  expect(vain()).toEqual([]);
  expect(mat.container.querySelector('.end.vain')).not.toBeNull();
  // While something is on its way, only what is lit can be sent.
  act.mockClear();
  await board.rerender({ ...props, pendingAct: { act: 'grab' } });
  await fireEvent.click(tile(pawn.era, far));
  expect(act).not.toHaveBeenCalled();
});

test('out of turn a tile asks for nothing', async () => {
  const { act, board, tile } = await shown('A city has fallen');
  for (const one of board.container.querySelectorAll('.tile, .deck')) await fireEvent.click(one);
  expect(tile('past', 'Kyoto')).not.toBeNull();
  expect(act).not.toHaveBeenCalled();
});

test('paying with the last action shows at each place what would fall, and whom it would cost', async () => {
  const { tile, mat, said } = await shown('A delivery with the last action');
  const says = (era: string, city: string): string | undefined =>
    tile(era, city).querySelector('.says')?.getAttribute('data-says') ?? undefined;
  await fireEvent.click(tile('future', 'Hobart'));
  // Montreal falls in any case; with a cube at either end that city falls, too.
  expect(says('present', 'Montreal')).toBe('falls');
  expect(says('past', 'Hobart')).toBe('falls: you −1');
  expect(says('future', 'Hobart')).toBe('falls: you −1');
  expect(tile('past', 'Hobart').getAttribute('aria-label')).toMatch(
    /Lay the cube here\. Hobart \(past\), Montreal \(present\) fall: you −1\.$/,
  );
  expect(mat.container.querySelector('.cloak .cost')!.textContent).toBe('you −1');
  expect(said().words).toMatch(/Your turn ends\. In any case you −1\.$/);
  await fireEvent.keyDown(window, { key: 'Escape' });
  // The other end of this journey holds: its cube costs no more than the turn does anyway.
  await fireEvent.click(tile('present', 'Hobart'));
  expect(says('present', 'Hobart')).toBe('you −1');
  expect(tile('present', 'Hobart').classList.contains('falls')).toBe(false);
  expect(says('past', 'Hobart')).toBe('falls: you −1');
});

test.each(['the button', 'the key'])(
  'why nothing can be taken back is said in the line: %s',
  async (how) => {
    const { act, frame, said } = await shown('My first turn');
    const words = frame.answers!.find((one) => one.question['ask'] === 'acts')!.answer['why_not'];
    expect(words).toMatch(/taken back/);
    if (how === 'the key') await fireEvent.keyDown(window, { key: 'u' });
    else await fireEvent.click(screen.getByRole('button', { name: 'Take back a step' }));
    expect(said()).toMatchObject({ mood: 'plan', words });
    expect(act).not.toHaveBeenCalled();
    await fireEvent.keyDown(window, { key: 'Escape' });
    expect(said().words).toMatch(/^Your turn/);
    // Also to whoever is quicker than the rules.
    cleanup();
    const { props, say } = at('My first turn');
    render(Board, props);
    render(Mat, props);
    await fireEvent.keyDown(window, { key: 'u' });
    await settled();
    expect(say.mock.lastCall![0]).toMatchObject({ words });
  },
);

test('on a narrow board the way of a card is drawn on the map, and its words stand in the line', async () => {
  vi.stubGlobal('innerWidth', 390);
  const { board, mat, frame, said } = await shown('My turn in the middle');
  const card = 'Folding Hill';
  const asked = frame.answers!.find((one) => one.question['card'] === card)!.answer;
  await fireEvent.click(mat.container.querySelector(`[data-place="hand ${card}"]`)!);
  await settled();
  const small = board.container.querySelector('svg.way.small')!;
  const numbers = [...small.querySelectorAll('text')].map((one) => one.textContent);
  expect(numbers).toEqual((asked['steps'] as unknown[]).map((_, nth) => String(nth + 1)));
  expect(small.querySelectorAll('.crack')).toHaveLength((asked['blocked'] as unknown[]).length);
  expect(said().words).toBe('6 actions. In the way: Lisbon (future) in chaos.');
  expect(mat.container.querySelector('.unfolded')).toBeNull();
});

describe('the story', () => {
  const flips = recorded[2]!.frames[0]!.happened;

  /** The board with flights that can be seen to start and to land. */
  async function told(happened: TableEvent[], more: Partial<BoardProps> = {}) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const flights: { at: Element; frames: Keyframe[]; finish: ReturnType<typeof vi.fn> }[] = [];
    Element.prototype.animate = function (this: Element, frames) {
      const one = { at: this, frames: frames as Keyframe[], finish: vi.fn() };
      flights.push(one);
      return one as unknown as Animation;
    };
    const found = at('Seen by a watcher', 2);
    const { ask: _, ...props } = { ...found.props, reducedMotion: false, ...more };
    const board = render(Board, props);
    for (const { seat } of props.seats) {
      const home = document.createElement('i');
      home.setAttribute('data-home', String(seat));
      board.container.append(home);
    }
    await board.rerender({ ...props, happened });
    const place = (selector: string, x: number): void => {
      const found = board.container.querySelector(selector)!;
      found.getBoundingClientRect = () => ({ left: x, top: 0, width: 0, height: 0 }) as DOMRect;
    };
    const starts = (): string[] =>
      flights
        .filter((one) => one.frames.length === 3)
        .map(({ frames }) => String(frames[0]!.transform));
    const note = (): string => board.container.querySelector('.blame')?.textContent ?? '';
    return { board, flights, place, starts, note, props };
  }

  test('flips come one after another, each with who is to blame, and then what it costs', async () => {
    const { note, flights } = await told(flips);
    const heard: string[] = [];
    for (let ms = 0; ms < 4000; ms += 50) {
      await vi.advanceTimersByTimeAsync(50);
      if (note() && heard.at(-1) !== note()) heard.push(note());
    }
    expect(heard).toEqual([
      'Hobart in the past falls into chaos. Bo is to blame.',
      'Alexandria in the future falls into chaos. Bo is to blame.',
      'Bo loses a point.',
    ]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(note()).toBe('');
    // Four cubes go home, and one minus token comes.
    expect(flights).toHaveLength(5);
  });

  test('each minus token flies from a tile that its player is to blame for', async () => {
    const penalty = { ...flips.find((one) => one.event === 'penalised')!, told: { seats: [0, 1] } };
    const fell = flips.filter((one) => one.event === 'flipped');
    const blame = (nth: number, marked: number[]): TableEvent => ({
      ...fell[nth]!,
      told: { ...fell[nth]!.told, marked, returned: [0, 0, 0] },
    });
    const { place, starts } = await told([blame(0, [0]), blame(1, [1]), penalty]);
    place('[data-tile="past Hobart"]', 100);
    place('[data-tile="future Alexandria"]', 200);
    await vi.advanceTimersByTimeAsync(5000);
    expect(starts().map((from) => Number(/translate\((\d+)px/.exec(from)![1]))).toEqual([100, 200]);
  });

  test.each(['a tap', 'a key'])('%s ends what still moves, at once', async (how) => {
    const { flights, note } = await told(flips);
    await vi.advanceTimersByTimeAsync(100);
    const before = flights.length;
    expect(before).toBeGreaterThan(0);
    expect(note()).not.toBe('');
    if (how === 'a tap') await fireEvent.pointerDown(document.body);
    else await fireEvent.keyDown(document.body, { key: 'x' });
    expect(note()).toBe('');
    for (const { finish } of flights) expect(finish).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(6000);
    expect(flights).toHaveLength(before);
  });

  test('what has landed is let go: a tap lands only what still flies', async () => {
    const { flights } = await told(flips);
    await vi.advanceTimersByTimeAsync(100);
    const [first, ...others] = flights;
    (first as unknown as { onfinish: () => void }).onfinish();
    expect(first!.at.isConnected).toBe(false);
    await fireEvent.pointerDown(document.body);
    expect(first!.finish).not.toHaveBeenCalled();
    expect(others.length).toBeGreaterThan(0);
    for (const { finish } of others) expect(finish).toHaveBeenCalledOnce();
  });

  test('with little motion nothing flies: what has changed fades in, and the blame is told', async () => {
    const { board, flights, note, props } = await told([], { reducedMotion: true });
    const view = props.view as ChaosView;
    const past = view.grids.past.map((tile) =>
      tile.city === 'Kyoto' ? { ...tile, chaos: !tile.chaos } : tile,
    );
    const next = { ...props, view: { ...view, grids: { ...view.grids, past } }, happened: flips };
    await board.rerender(next);
    await vi.advanceTimersByTimeAsync(100);
    expect(note()).toMatch(/to blame/);
    await vi.advanceTimersByTimeAsync(6000);
    expect(flights.map((one) => one.at.closest('[data-tile]')?.getAttribute('data-tile'))).toEqual([
      'past Kyoto',
    ]);
    expect(flights[0]!.frames).toEqual([{ opacity: 0.2 }, { opacity: 1 }]);
  });

  test('the last round is announced on a ribbon, which goes by itself or by a tap', async () => {
    const last = {
      event: 'last_turns',
      at: 0,
      words: 'Bo has delivered enough.',
      told: { seat: 1 },
    };
    const { board } = await told([last]);
    const ribbon = (): string | undefined =>
      board.container.querySelector('.ribbon')?.textContent ?? undefined;
    expect(ribbon()).toMatch(/last round/);
    await vi.advanceTimersByTimeAsync(3000);
    expect(ribbon()).toBeUndefined();
    cleanup();
    const again = await told([last]);
    expect(again.board.container.querySelector('.ribbon')).not.toBeNull();
    await fireEvent.pointerDown(document.body);
    expect(again.board.container.querySelector('.ribbon')).toBeNull();
  });

  test('disorder flows cube by cube, from era to era', async () => {
    const sent = (city: string): TableEvent => ({
      event: 'sent',
      at: 0,
      words: '',
      told: { seat: 1, city, era: 'past', to: 'present' },
    });
    const { flights, starts, place } = await told([sent('Kyoto'), sent('Cusco')]);
    place('[data-tile="past Kyoto"]', 100);
    place('[data-tile="past Cusco"]', 200);
    place('[data-tile="present Cusco"]', 300);
    await vi.advanceTimersByTimeAsync(0);
    expect(flights).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(starts().map((from) => /translate\((\d+)px/.exec(from)![1])).toEqual(['100', '200']);
    expect(String(flights[1]!.frames[2]!.transform)).toMatch(/translate\(300px/);
  });
});
