// @vitest-environment jsdom

import { flushSync } from 'svelte';
import { expect, test, vi } from 'vitest';
import { DemoClock, seatsFor } from '../gallery/demo';
import { part } from './part.svelte';
import Board from './plain/Board.svelte';
import type { BoardProps } from './types';

function given(): BoardProps {
  const clock = new DemoClock();
  clock.set(0, 0);
  return {
    game: {
      name: 'x',
      title: 'X',
      legend: { view: {}, acts: {}, words: {} },
      specialties: [],
    },
    view: { round: 1 },
    legal: [],
    me: null,
    seats: seatsFor({ title: '', seats: 2, me: null, frames: [] }),
    clock,
    act: vi.fn(),
    happened: [],
    paused: false,
    pendingAct: null,
    reducedMotion: true,
    fail: vi.fn(),
  };
}

test('a component is mounted, follows what is given, and goes', () => {
  const target = document.createElement('div');
  const props = given();
  const mounted = part(Board)(target, props);
  flushSync();
  expect(target.textContent).toContain('Round');
  mounted.update({ ...props, view: { colour: 'blue' } });
  flushSync();
  expect(target.textContent).toContain('Colour');
  expect(target.textContent).not.toContain('Round');
  mounted.destroy();
  flushSync();
  expect(target.textContent).toBe('');
  expect(props.fail).not.toHaveBeenCalled();
});

test('one that breaks while it is shown tells the table, which goes on without it', () => {
  const target = document.createElement('div');
  const props = given();
  const mounted = part(Board)(target, props);
  flushSync();
  mounted.update({ ...props, view: null });
  flushSync();
  expect(props.fail).toHaveBeenCalledTimes(1);
  expect(target.textContent).toBe('');
  mounted.destroy();
});
