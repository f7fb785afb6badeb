/** Recorded moments of the game on its board, for tests. */

import { render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, vi } from 'vitest';
import { DemoClock, demoGame, seatsFor, type Film } from '../../gallery/demo';
import type { BoardProps, Said } from '../types';
import Board from './Board.svelte';
import films from './demo.json';
import Mat from './Mat.svelte';
import type { Glance, SpaceView } from './view';

export function at(film: number, title: string) {
  const found = (films as unknown as Film[])[film]!;
  const frame = found.frames.find((one) => one.title.startsWith(title))!;
  expect(frame, title).toBeTruthy();
  const clock = new DemoClock();
  clock.set(frame.now, 0);
  const [act, say, limit, tell] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const ask = vi.fn((question: Record<string, unknown>) => {
    const known = frame.answers?.find(
      (one) => JSON.stringify(one.question) === JSON.stringify(question),
    );
    return known
      ? Promise.resolve(known.answer)
      : Promise.reject(Object.assign(new Error('Nobody knows.'), { rule: 'ST-5' }));
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
    refusedAct: null,
    reducedMotion: true,
    fail: vi.fn(),
    say,
    limit,
    tell,
  };
  const glance = frame.answers?.find((one) => one.question['ask'] === 'glance')?.answer as
    Glance | undefined;
  return { props, act, say, ask, limit, tell, clock, frame, view: frame.view as SpaceView, glance };
}

export async function show(film: number, title: string, more: Partial<BoardProps> = {}) {
  const scene = at(film, title);
  const given = { ...scene.props, ...more };
  const board = render(Board, given);
  const mat = given.me === null ? null : render(Mat, given);
  await tick();
  await tick();
  const again = async (next: Partial<BoardProps>): Promise<void> => {
    await board.rerender({ ...given, ...next });
    await mat?.rerender({ ...given, ...next });
    await tick();
  };
  const line = (): Said => scene.say.mock.lastCall?.[0] as Said;
  return { ...scene, board, mat, again, line };
}
