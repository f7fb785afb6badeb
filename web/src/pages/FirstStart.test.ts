// @vitest-environment jsdom

import '../testing/jsdom';
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { roomOf } from '../gallery/film';
import { settings } from '../lib/settings.svelte';
import { Table } from '../lib/table.svelte';
import FirstStart from './FirstStart.svelte';

let asked: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  asked = [];
  settings.setHints(true);
  vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
    // One can start without having seen an example.
    if (method === 'GET') return Promise.reject(new Error('nothing is shown here'));
    asked.push(url.replace(/.*\//, ''));
    return Promise.resolve(new Response('{}'));
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** The first page of a game that Ada plays with a bot; gives her way out. */
function opened(): { leave: () => void; start: () => Promise<unknown> } {
  const room = roomOf('watch', { title: 'The Watch', seats: 2, me: 0, frames: [] });
  const table = new Table('film', () => {
    throw new Error('nobody connects here');
  });
  table.you = { guest: null, name: null, seat: 0, host: true };
  table.room = { ...room, stage: 'gathering' };
  const { unmount } = render(FirstStart, { table, room: table.room });
  return {
    leave: unmount,
    start: () => fireEvent.click(screen.getByRole('button', { name: 'Start' })),
  };
}

test('the tap that opened the page does not start the game, a later one does', async () => {
  const { start } = opened();
  await start();
  expect(asked).toEqual([]);
  expect(settings.isNew('watch')).toBe(true);
  vi.advanceTimersByTime(300);
  await start();
  expect(asked).toEqual(['start']);
  await vi.waitFor(() => expect(settings.isNew('watch')).toBe(false));
});

test('whoever goes away gives the table up, unless they have started', async () => {
  opened().leave();
  expect(asked).toEqual(['stand']);
  const { start, leave } = opened();
  vi.advanceTimersByTime(300);
  await start();
  leave();
  expect(asked).toEqual(['stand', 'start']);
});
