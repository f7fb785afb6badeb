// @vitest-environment jsdom

import '../../testing/jsdom';
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { DemoClock, demoGame, seatsFor, type Film } from '../../gallery/demo';
import type { Act, BoardProps, Said } from '../types';
import { comingWords, type TurnAhead } from './ahead';
import Board from './Board.svelte';
import Breakdown from './Breakdown.svelte';
import films from './demo.json';
import Mat from './Mat.svelte';
import { pawnAt, type ChaosView } from './view';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
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
  expect(said()).toMatchObject({ mood: 'plan', words: /No way back/ });
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
  expect(tile(pawn.era, pawn.city).textContent).toContain('1');
  expect(tile(era, pawn.city).textContent).toContain('2');
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
