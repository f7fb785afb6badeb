// @vitest-environment jsdom

/** A hint can point at what an act is about: in every recorded moment, for everything that can be done. */

import '../testing/jsdom';
import { flushSync } from 'svelte';
import { beforeAll, expect, test } from 'vitest';
import { DemoClock, demoGame, seatsFor, type Film, type Frame } from '../gallery/demo';
import { films } from './films';
import { boardOf, plainBoard } from './index';
import type { Act, BoardProps, GameBoard } from './types';

beforeAll(() => {
  HTMLElement.prototype.setPointerCapture = () => undefined;
});

/** Those that are done in a sheet of their own, which is not always open. */
const NOWHERE = new Set(['offer', 'withdraw', 'give', 'first']);

function given(film: Film, frame: Frame): BoardProps {
  const clock = new DemoClock();
  clock.set(frame.now, 0);
  return {
    game: demoGame(film),
    view: frame.view,
    legal: frame.legal,
    me: film.me,
    seats: seatsFor(film),
    clock,
    act: () => undefined,
    happened: [],
    paused: false,
    pendingAct: null,
    reducedMotion: true,
    fail: (why) => {
      throw why;
    },
  };
}

/** The acts of a frame for which something that is pointed at is not there. */
function missing(board: GameBoard, film: Film, frame: Frame): string[] {
  const props = given(film, frame);
  const target = document.createElement('div');
  document.body.append(target);
  const parts = [board.mount.board, board.mount.mat].map((mount) => {
    const place = document.createElement('div');
    target.append(place);
    return mount?.(place, props);
  });
  flushSync();
  const lost = (act: Act): boolean => {
    if (NOWHERE.has(act.act ?? '')) return false;
    const points = board.points!(act, frame.view, film.me);
    return !points.length || points.some((point) => target.querySelector(point) === null);
  };
  const found = frame.legal.filter(lost).map((act) => `${frame.title}: ${JSON.stringify(act)}`);
  for (const part of parts) part?.destroy();
  target.remove();
  return found;
}

test.each(Object.keys(films))('%s: everything that can be done has a place', async (game) => {
  const board = await boardOf(game, null);
  let seen = 0;
  const lost: string[] = [];
  for (const film of films[game]!.filter(({ me }) => me !== null)) {
    for (const frame of film.frames) {
      lost.push(...missing(board, film, frame));
      seen += frame.legal.length;
    }
  }
  expect(lost).toEqual([]);
  expect(seen).toBeGreaterThan(20);
});

test('the plain board points to a button, or to the first step that leads there', async () => {
  const board = await plainBoard();
  for (const film of films['watch']!.filter(({ me }) => me !== null)) {
    for (const frame of film.frames) expect(missing(board, film, frame)).toEqual([]);
  }
});
