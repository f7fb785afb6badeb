// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { DemoClock, demoGame, seatsFor, type Film } from '../gallery/demo';
import OutOfTimeBoard from './out-of-time/Board.svelte';
import OutOfTimeBreakdown from './out-of-time/Breakdown.svelte';
import outOfTime from './out-of-time/demo.json';
import OutOfTimeMat from './out-of-time/Mat.svelte';
import type { OutOfTimeView } from './out-of-time/view';
import type { Act, BoardProps, Said } from './types';
import WatchBoard from './watch/Board.svelte';
import WatchBreakdown from './watch/Breakdown.svelte';
import watch from './watch/demo.json';
import WatchMat from './watch/Mat.svelte';
import WatchPlate from './watch/PlateExtra.svelte';
import type { WatchView } from './watch/view';

beforeAll(() => {
  // What jsdom does not have and a browser does.
  HTMLElement.prototype.setPointerCapture = () => undefined;
});
afterEach(cleanup);

function given(films: unknown, film: number, title: string) {
  const found = (films as Film[])[film]!;
  const frame = found.frames.find((one) => one.title.startsWith(title))!;
  const clock = new DemoClock();
  clock.set(frame.now, 0);
  const [act, say, limit, tell] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const props: BoardProps = {
    game: demoGame(found),
    view: frame.view,
    legal: frame.legal,
    me: found.me,
    seats: seatsFor(found),
    clock,
    act,
    happened: [],
    paused: false,
    pendingAct: null,
    reducedMotion: true,
    fail: vi.fn(),
    say,
    limit,
    tell,
  };
  return { props, act, say, limit, tell, frame, seats: props.seats };
}

test('watch: pawn, tokens and move by the mat alone', async () => {
  const { props, act } = given(watch, 0, 'My turn');
  render(WatchMat, props);
  expect(screen.getByRole('button', { name: 'Move' }).hasAttribute('disabled')).toBe(true);
  await fireEvent.click(screen.getByRole('button', { name: 'The orange pawn' }));
  await fireEvent.input(screen.getByRole('slider'), { target: { value: '4' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Spend 4' }));
  expect(act).toHaveBeenCalledWith({ act: 'move', pawn: 'orange', spend: 4 });
});

test('watch: the board and the mat share one plan', async () => {
  const { props } = given(watch, 0, 'My turn');
  render(WatchBoard, props);
  render(WatchMat, props);
  await fireEvent.click(screen.getByRole('button', { name: /Square 6, orange/ }));
  const pawn = screen.getByRole('button', { name: 'The orange pawn' });
  expect(pawn.getAttribute('aria-pressed')).toBe('true');
});

test('watch: what was planned in a turn that ran out of time is forgotten in the next', async () => {
  const { props } = given(watch, 0, 'My turn');
  const board = render(WatchBoard, props);
  const mat = render(WatchMat, props);
  await fireEvent.click(screen.getByRole('button', { name: 'The orange pawn' }));
  await fireEvent.input(screen.getByRole('slider'), { target: { value: '4' } });
  expect(screen.getByRole('button', { name: 'Spend 4' })).toBeTruthy();
  expect(board.container.querySelectorAll('.way, .goal').length).toBeGreaterThan(0);
  const view = props.view as WatchView;
  const later = { ...props, view: { ...view, tokens_spent: view.tokens_spent + 3 } };
  await board.rerender(later);
  await mat.rerender(later);
  expect(screen.getByRole('button', { name: 'Move' }).hasAttribute('disabled')).toBe(true);
  expect(mat.container.querySelectorAll('[aria-pressed="true"], .doubtful')).toHaveLength(0);
  expect(board.container.querySelectorAll('.way, .goal, .bad-words')).toHaveLength(0);
});

test.each([
  ['watch', WatchBoard, watch, 'My turn'],
  ['out of time', OutOfTimeBoard, outOfTime, 'My glass has run'],
] as const)('%s: the board shows what the three lessons speak of', (_, board, films, title) => {
  const { props } = given(films, 0, title);
  const shown = render(board as typeof WatchBoard, { ...props, lesson: true });
  const marked = [...shown.container.querySelectorAll('[data-lesson]')];
  expect(marked.map((one) => one.getAttribute('data-lesson')).sort()).toEqual(['1', '2', '3']);
  cleanup();
  const played = render(board as typeof WatchBoard, props);
  expect(played.container.querySelectorAll('[data-lesson]')).toHaveLength(0);
});

test('watch: your card shows itself only while it is held', async () => {
  const { props, frame } = given(watch, 0, 'My turn');
  const { container } = render(WatchMat, props);
  const order = (frame.view as WatchView).hands[0]![0]!;
  const card = screen.getByRole('button', { name: 'Your card: hold to see' });
  expect(container.innerHTML).not.toContain(order.join(', then '));
  await fireEvent.pointerDown(card);
  expect(card.getAttribute('aria-label')).toBe(`Your card: ${order.join(', then ')}`);
  await fireEvent.pointerUp(card);
  expect(card.getAttribute('aria-label')).toBe('Your card: hold to see');
  await fireEvent.keyDown(card, { key: ' ' });
  expect(card.getAttribute('aria-label')).toContain(order[0]);
  await fireEvent.keyUp(card, { key: ' ' });
  expect(card.getAttribute('aria-label')).not.toContain(order[0]);
});

test('watch: a card is exchanged from the plate of its holder', async () => {
  const { props, act } = given(watch, 0, 'My pawn on yellow');
  render(WatchPlate, { ...props, seat: 2 });
  // The card itself; where a plate is too narrow for cards, the whole plate.
  const [card, plate] = screen.getAllByRole('button', { name: "Take Cleo's card" });
  await fireEvent.click(card!);
  expect(act).toHaveBeenCalledWith({ act: 'exchange', give: 0, player: 2, take: 0 });
  await fireEvent.click(plate!);
  expect(act.mock.calls[1]).toEqual(act.mock.calls[0]);
});

test('watch: whoever is to move reads it with the time they have, everybody else who it is', () => {
  const mine = given(watch, 0, 'My turn');
  render(WatchMat, mine.props);
  const due = (mine.frame.view as WatchView).turn_ends_at;
  expect(mine.say).toHaveBeenLastCalledWith({
    words: 'Your move: choose a pawn.',
    spoken: 'Your move.',
    mood: 'go',
    due,
  });
  render(WatchBoard, { ...mine.props, me: null });
  expect(mine.say.mock.lastCall?.[0]).toMatchObject({ mood: 'calm' });
  expect(mine.limit).toHaveBeenLastCalledWith({ seat: (mine.frame.view as WatchView).turn, due });
});

test('watch: no clock is to be seen or heard of, in any recorded position', () => {
  for (const film of watch as unknown as Film[]) {
    for (const { title } of film.frames) {
      const { props } = given(watch, (watch as unknown as Film[]).indexOf(film), title);
      const board = render(WatchBoard, props);
      const mat = render(WatchMat, props);
      const words = `${board.container.textContent} ${mat.container.innerHTML}`;
      expect(words).not.toMatch(/second|minute|\d+:\d\d|\d ?s\b/);
      cleanup();
    }
  }
});

test('watch: once it has rung all cards lie open', () => {
  const { props, frame } = given(watch, 0, 'The ring');
  render(WatchPlate, { ...props, seat: 1 });
  const card = (frame.view as WatchView).hands[1]![0]!;
  expect(screen.getByRole('img', { name: `Bo's card: ${card.join(', then ')}` })).toBeTruthy();
});

test('out of time: two taps, a glass and a space', async () => {
  const { props, act, frame } = given(outOfTime, 0, 'Both have run');
  const { container } = render(OutOfTimeBoard, props);
  const move = frame.legal.find((one) => one.act === 'move' && one['take'] !== null)!;
  const space = (nth: unknown): Element => container.querySelector(`[data-space="${nth}"]`)!;
  const view = frame.view as OutOfTimeView;
  await fireEvent.click(space(view.glasses[move['glass'] as number]!.space));
  await fireEvent.click(space(move['to']));
  expect(act).toHaveBeenCalledWith(move);
});

test('out of time: the same with the keyboard', async () => {
  const { props, act, frame } = given(outOfTime, 0, 'Both have run');
  const { container } = render(OutOfTimeBoard, props);
  await fireEvent.keyDown(window, { key: '1' });
  const at = container.ownerDocument.activeElement!;
  await fireEvent.keyDown(at, { key: 'Enter' });
  expect(frame.legal).toContainEqual(act.mock.calls[0]![0]);
});

test('out of time: whoever knocked a glass over is shown that glass and nothing else', async () => {
  const { props, act, say, frame } = given(outOfTime, 1, 'I knocked it over');
  const { container } = render(OutOfTimeBoard, props);
  const mat = render(OutOfTimeMat, props);
  const stand = frame.legal[0]!;
  const space = (frame.view as OutOfTimeView).glasses[stand['glass'] as number]!.space;
  expect(container.querySelectorAll('.lit, .risky, .chosen, .pointer')).toHaveLength(0);
  const helps = container.querySelectorAll('.helps');
  expect([...helps].map((one) => one.getAttribute('data-space'))).toEqual([String(space)]);
  expect(container.querySelector('.help')!.textContent).toContain('Stand it up first');
  expect(say.mock.lastCall?.[0]).toMatchObject({
    mood: 'bad',
    words: expect.stringContaining('stand it up first') as string,
  });
  expect(mat.container.querySelectorAll('.ready')).toHaveLength(0);
  await fireEvent.click(helps[0]!);
  await fireEvent.click(container.querySelector('.help')!);
  await fireEvent.click(mat.getByRole('button', { name: /^Stand up/ }));
  expect(act.mock.calls).toEqual([[stand], [stand], [stand]]);
});

test('out of time: a cube is given back from the mat once the glass stands, and it is guarded', async () => {
  const { props, act, frame } = given(outOfTime, 1, 'It stands again');
  const { container } = render(OutOfTimeBoard, props);
  const mat = render(OutOfTimeMat, props);
  expect(container.querySelectorAll('.helps, .help')).toHaveLength(0);
  expect(container.querySelectorAll('[data-guard]')).toHaveLength(1);
  const back = frame.legal.find((one) => one.act === 'give_back')!;
  const name = `Give back a ${String(back['colour'])} cube`;
  await fireEvent.click(mat.getByRole('button', { name }));
  expect(act).toHaveBeenCalledWith(back);
});

test('out of time: nothing is to be stood up in a pause', () => {
  const { props } = given(outOfTime, 1, 'I knocked it over');
  const { container } = render(OutOfTimeBoard, { ...props, paused: true });
  expect(container.querySelectorAll('.helps, .help')).toHaveLength(0);
});

test('out of time: nothing is lit or sent in a pause', async () => {
  const { props, act } = given(outOfTime, 0, 'My glass has run');
  const { container } = render(OutOfTimeBoard, { ...props, paused: true });
  expect(container.querySelectorAll('.lit')).toHaveLength(0);
  for (const space of container.querySelectorAll('[data-space]')) await fireEvent.click(space);
  expect(act).not.toHaveBeenCalled();
});

test('out of time: which glass has run out is heard, with the room there is for it', () => {
  const { props, say, frame } = given(outOfTime, 0, 'My glass has run');
  render(OutOfTimeMat, props);
  const spaces = new Set(frame.legal.map((one) => one['to'])).size;
  const heard = say.mock.lastCall?.[0] as Said;
  const count = ['no', 'one', 'two', 'three', 'four', 'five', 'six'][spaces];
  expect(heard.spoken).toBe(
    `Glass ${(frame.legal[0]!['glass'] as number) - 1} has run out and can go to ${count} ${spaces === 1 ? 'space' : 'spaces'}.`,
  );
});

test('out of time: what I did is told, what others did only if it is about me', async () => {
  const { props, tell } = given(outOfTime, 0, 'Moved');
  const { rerender } = render(OutOfTimeBoard, props);
  const told = async (event: string, about: Record<string, unknown>): Promise<number> => {
    tell.mockClear();
    const words = `${event} ${JSON.stringify(about)}`;
    await rerender({ ...props, happened: [{ event, at: 0, words, told: { space: 1, ...about } }] });
    return tell.mock.calls.length;
  };
  const me = props.me!;
  const other = me + 1;
  expect(await told('moved', { seat: me })).toBe(1);
  expect(await told('moved', { seat: other })).toBe(0);
  expect(await told('ran_through', { seat: me })).toBe(0);
  expect(await told('knocked_over', { seat: other, owner: me })).toBe(1);
  expect(tell.mock.lastCall?.[1]).toBe(true);
  expect(await told('knocked_over', { seat: me, owner: other })).toBe(0);
  expect(await told('stood_up', { seat: other, owner: me })).toBe(1);
  expect(await told('stood_up', { seat: other, owner: other })).toBe(0);
  expect(await told('scored', { seat: other })).toBe(1);
  expect(await told('won', { seat: me })).toBe(0);
});

test('watch: every move is told; the ring without who wins, which the table says', async () => {
  const { props, tell } = given(watch, 0, 'Green has moved');
  const moved = given(watch, 0, 'Green has moved').frame.happened;
  const { rerender } = render(WatchBoard, props);
  await rerender({ ...props, happened: moved });
  expect(tell.mock.calls.map(([words]) => words as string)).toEqual(moved.map((one) => one.words));
  tell.mockClear();
  const ring = given(watch, 0, 'The ring');
  const rang = ring.frame.happened.filter((one) => one.event === 'rang');
  await rerender({ ...ring.props, tell, happened: rang });
  expect(tell).toHaveBeenCalledTimes(1);
  expect(tell.mock.lastCall?.[0]).toMatch(/^The timer rings! The order is [a-z, ]+\.$/);
  expect(tell.mock.lastCall?.[1]).toBe(true);
});

test('watch: a card that is opened by a key is read out, and can still be given away by a key', async () => {
  const { props, tell, frame } = given(watch, 1, 'Which card goes');
  const mat = render(WatchMat, { ...props, legal: [] });
  const order = (frame.view as WatchView).hands[0]![1]!;
  const card = screen.getByRole('button', { name: /^Your card 2/ });
  await fireEvent.keyDown(card, { key: 'Enter' });
  expect(tell).toHaveBeenCalledExactlyOnceWith(`Your card 2: ${order.join(', then ')}.`);
  await fireEvent.keyUp(card, { key: 'Enter' });
  await mat.rerender(props);
  await fireEvent.click(card, { detail: 0 });
  expect(card.getAttribute('aria-pressed')).toBe('true');
});

test('out of time: holding a glass shows its time and chooses nothing', async () => {
  vi.useFakeTimers();
  const { props } = given(outOfTime, 0, 'All are placed');
  const { container } = render(OutOfTimeBoard, props);
  const own = (props.view as OutOfTimeView).glasses[2]!;
  const space = container.querySelector(`[data-space="${own.space}"]`)!;
  await fireEvent.pointerDown(space);
  await vi.advanceTimersByTimeAsync(400);
  const rest = Math.ceil((own.runs_out_at! - props.clock.now()) / 1000);
  expect(container.querySelector('.time-number')!.textContent).toBe(String(rest));
  await fireEvent.pointerUp(space);
  await fireEvent.click(space);
  expect(container.querySelector('.time-number')).toBeNull();
  expect(space.getAttribute('aria-pressed')).toBe('false');
  vi.useRealTimers();
});

test('out of time: a glass that falls leaves a mark, and only there', async () => {
  const { props, frame } = given(outOfTime, 1, 'I knocked it over');
  const { container, rerender } = render(OutOfTimeBoard, props);
  expect(container.querySelector('.fall')).toBeNull();
  await rerender({ ...props, happened: frame.happened });
  expect(container.querySelectorAll('.fall')).toHaveLength(1);
});

test('out of time: what was just sent is not sent again by a second tap', async () => {
  const { props, act } = given(outOfTime, 0, 'My glass has run');
  const { container, rerender } = render(OutOfTimeBoard, props);
  const lit = container.querySelector('.space.lit')!;
  await fireEvent.click(lit);
  expect(act).toHaveBeenCalledTimes(1);
  await rerender({ ...props, pendingAct: act.mock.calls[0]![0] });
  await fireEvent.click(lit);
  expect(act).toHaveBeenCalledTimes(1);
});

test('out of time: a space that was reached for in vain says so', async () => {
  const { props } = given(outOfTime, 0, 'My glass has run');
  const refusedAct = { act: 'move', glass: 2, to: 9, take: null };
  const { container, rerender } = render(OutOfTimeBoard, props);
  expect(container.querySelector('.vain')).toBeNull();
  await rerender({ ...props, refusedAct });
  expect(container.querySelectorAll('.vain')).toHaveLength(1);
  await rerender({ ...props, refusedAct: { ...refusedAct } });
  expect(container.querySelectorAll('.vain')).toHaveLength(2);
});

test('the end: cards that were filled, and the one that was begun', () => {
  const { view } = given(outOfTime, 0, 'The end').props;
  const { players } = view as OutOfTimeView;
  const seat = players.findIndex((player) => player.card !== null);
  render(OutOfTimeBreakdown, { view, seat });
  const filled = players[seat]!.scored.length;
  screen.getByRole('img', { name: `${filled} of 3 cards filled` });
  expect(screen.getAllByRole('img', { name: /^Card: / })).toHaveLength(filled + 1);
});

test('the end of the watch shows the card that was held', () => {
  const { view } = given(watch, 0, 'The ring').props;
  const card = (view as WatchView).hands[1]![0]!;
  render(WatchBreakdown, { view, seat: 1 });
  screen.getByRole('img', { name: `Card: ${card.join(', then ')}` });
});

describe('out of time: planning ahead', () => {
  /** The board and the mat at a moment in which the first glass of this player still runs. */
  function planning(title = 'Nearly through') {
    const { props, act, say, frame } = given(outOfTime, 0, title);
    const glass = 2 * props.me!;
    const ask = vi.fn((question: Record<string, unknown>) => {
      const found = frame.answers?.find((one) => one.question['glass'] === question['glass']);
      return found
        ? Promise.resolve(found.answer)
        : Promise.reject(Object.assign(new Error('It lies there.'), { rule: 'OT-K3' }));
    });
    const closed = vi.fn();
    const onBack = vi.fn((_close: () => void) => closed);
    const all = { ...props, ask, onBack };
    const board = render(OutOfTimeBoard, all);
    const mat = render(OutOfTimeMat, all);
    const spaces = (): Element[] => [...board.container.querySelectorAll('.space.ahead')];
    const again = async (more: Partial<BoardProps>): Promise<void> => {
      await board.rerender({ ...all, ...more });
      await mat.rerender({ ...all, ...more });
    };
    const ghost = (): Element | null => board.container.querySelector('.ghost');
    const tapGlass = async (): Promise<void> => {
      await fireEvent.click(mat.container.querySelectorAll('button.glass')[0]!);
      await tick();
    };
    return {
      all,
      act,
      say,
      ask,
      onBack,
      closed,
      frame,
      glass,
      board,
      spaces,
      ghost,
      again,
      tapGlass,
    };
  }
  const through = given(outOfTime, 0, 'My glass has run out').frame;
  const ready = { view: through.view, legal: through.legal };
  const last = (say: ReturnType<typeof vi.fn>) => say.mock.lastCall?.[0] as Said;

  test('the spaces that the rules name get dashed edges, and nothing else does', async () => {
    const { ask, frame, glass, spaces, tapGlass, say } = planning();
    await tapGlass();
    expect(ask).toHaveBeenCalledExactlyOnceWith({ ask: 'moves', glass });
    const answer = frame.answers!.find((one) => one.question['glass'] === glass)!.answer;
    const wanted = new Set((answer['acts'] as Act[]).map((one) => String(one['to'])));
    const shown = spaces().map((one) => one.getAttribute('data-space')!);
    expect(new Set(shown)).toEqual(wanted);
    expect(wanted.size).toBeGreaterThan(0);
    expect(last(say)).toMatchObject({ mood: 'plan', words: /dashed space/ });
  });

  test('a plan stands as a ghost, sends nothing, and nothing when the sand has run through', async () => {
    const { act, say, spaces, ghost, again, tapGlass, onBack } = planning();
    await tapGlass();
    await fireEvent.click(spaces()[0]!);
    expect(ghost()?.classList.contains('planned')).toBe(true);
    expect(spaces()).toEqual([]);
    expect(last(say)).toMatchObject({ mood: 'plan', words: /^Planned: Glass 1 to space/ });
    expect(onBack).toHaveBeenCalledOnce();
    await again(ready);
    expect(ghost()?.classList.contains('due')).toBe(true);
    expect(last(say)).toMatchObject({ mood: 'go', buttons: [{ label: 'Go', primary: true }] });
    expect(act).not.toHaveBeenCalled();
  });

  test.each(['ghost', 'glass on the board', 'glass on the mat', 'Go', 'G'])(
    'one tap sends it when its time has come: %s',
    async (how) => {
      const { act, say, spaces, again, tapGlass, board, glass, ghost, closed } = planning();
      await tapGlass();
      const to = Number(spaces()[0]!.getAttribute('data-space'));
      await fireEvent.click(spaces()[0]!);
      await again(ready);
      const at = (through.view as OutOfTimeView).glasses[glass]!.space;
      const space = (nth: unknown): Element =>
        board.container.querySelector(`[data-space="${String(nth)}"]`)!;
      if (how === 'ghost') await fireEvent.click(space(to));
      else if (how === 'glass on the board') await fireEvent.click(space(at));
      else if (how === 'glass on the mat') await tapGlass();
      else if (how === 'Go') last(say).buttons![0]!.press();
      else await fireEvent.keyDown(window, { key: 'g' });
      await tick();
      expect(act).toHaveBeenCalledOnce();
      expect(act.mock.lastCall![0]).toMatchObject({ act: 'move', glass, to });
      expect(through.legal).toContainEqual(act.mock.lastCall![0]);
      expect(ghost()).toBeNull();
      expect(closed).toHaveBeenCalledOnce();
    },
  );

  test('taps and keys that come too early change nothing', async () => {
    const { act, spaces, ghost, tapGlass, board } = planning();
    await tapGlass();
    const to = spaces()[0]!.getAttribute('data-space');
    await fireEvent.click(spaces()[0]!);
    await fireEvent.click(board.container.querySelector(`[data-space="${to}"]`)!);
    await fireEvent.keyDown(window, { key: 'g' });
    expect(ghost()).not.toBeNull();
    expect(act).not.toHaveBeenCalled();
  });

  test('a space that is taken meanwhile drops the plan, and the line says so', async () => {
    const { say, spaces, ghost, again, tapGlass, act, glass } = planning();
    await tapGlass();
    const to = Number(spaces()[0]!.getAttribute('data-space'));
    await fireEvent.click(spaces()[0]!);
    const view = through.view as OutOfTimeView;
    const other = view.glasses.findIndex((one) => one.seat !== Math.floor(glass / 2));
    const standing = view.standing.map((there, at) => (at === to ? other : there));
    const legal = through.legal.filter((one) => one['to'] !== to);
    await again({ view: { ...view, standing }, legal });
    await tick();
    expect(ghost()).toBeNull();
    expect(last(say)).toMatchObject({ mood: 'plan', words: /was there first: your plan is off/ });
    await fireEvent.keyDown(window, { key: 'g' });
    expect(act).not.toHaveBeenCalled();
  });

  test('Escape ends the choice first and then the plan; Back drops the plan', async () => {
    const { spaces, ghost, tapGlass, onBack } = planning();
    await tapGlass();
    await fireEvent.click(spaces()[0]!);
    await tapGlass();
    expect(spaces().length).toBeGreaterThan(0);
    await fireEvent.keyDown(window, { key: 'Escape' });
    expect(spaces()).toEqual([]);
    expect(ghost()).not.toBeNull();
    await fireEvent.keyDown(window, { key: 'Escape' });
    expect(ghost()).toBeNull();
    await tapGlass();
    await fireEvent.click(spaces()[0]!);
    onBack.mock.lastCall![0]();
    await tick();
    expect(ghost()).toBeNull();
  });

  test('a plan that is made can be dropped in the line, or moved to another space', async () => {
    const { say, spaces, ghost, tapGlass } = planning();
    await tapGlass();
    await fireEvent.click(spaces()[0]!);
    const first = ghost()!.getAttribute('transform');
    await tapGlass();
    await fireEvent.click(spaces()[1]!);
    expect(ghost()!.getAttribute('transform')).not.toBe(first);
    await tapGlass();
    expect(last(say).buttons).toMatchObject([{ label: 'Drop the plan' }]);
    last(say).buttons![0]!.press();
    await tick();
    expect(ghost()).toBeNull();
    expect(spaces()).toEqual([]);
  });

  test('a plan is made by keys alone', async () => {
    const { act, spaces, ghost, again, glass } = planning();
    await fireEvent.keyDown(window, { key: '1' });
    await tick();
    await tick();
    const focused = document.activeElement!;
    expect(spaces().includes(focused)).toBe(true);
    expect(focused.getAttribute('aria-label')).toMatch(/can be planned/);
    await fireEvent.keyDown(focused, { key: 'Enter' });
    expect(ghost()).not.toBeNull();
    expect(focused.getAttribute('aria-label')).toMatch(/planned for glass 1$/);
    await again(ready);
    await fireEvent.keyDown(window, { key: 'g' });
    expect(act.mock.lastCall![0]).toMatchObject({ act: 'move', glass });
  });

  test('why nothing can be planned is said in the words of the rules', async () => {
    const { say, tapGlass, ask, spaces } = planning();
    ask.mockRejectedValue(Object.assign(new Error('It lies there.'), { rule: 'OT-K3' }));
    await tapGlass();
    expect(last(say)).toMatchObject({ mood: 'plan', words: 'It lies there.' });
    expect(spaces()).toEqual([]);
  });

  test('a tap beside the dashed spaces is no attempt', async () => {
    const { act, tapGlass, board } = planning();
    await tapGlass();
    const other = board.container.querySelector('[data-space]:not(.ahead, .chosen)')!;
    await fireEvent.click(other);
    expect(act).not.toHaveBeenCalled();
  });

  test('what was sent is a ghost until it is decided', async () => {
    const { ghost, again, frame } = planning('My glass has run out');
    const pendingAct = frame.legal.find((one) => one.act === 'move')!;
    await again({ pendingAct });
    expect(ghost()?.classList.contains('sent')).toBe(true);
  });
});
