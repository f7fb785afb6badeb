// @vitest-environment jsdom

import '../testing/jsdom';
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { roomOf } from '../gallery/film';
import type { Room } from '../lib/protocol';
import { settings } from '../lib/settings.svelte';
import { Table } from '../lib/table.svelte';
import Lobby from './Lobby.svelte';

const LESSONS = ['To win: one.', 'Your move: two.', 'Time: three.'];
let asked: string[];

beforeEach(() => {
  asked = [];
  settings.setHints(true);
  vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
    asked.push(`${method} ${url}`);
    const found = url.endsWith('/example') ? { lessons: LESSONS } : { options: {}, bots: [] };
    return Promise.resolve(new Response(JSON.stringify(found)));
  });
});
afterEach(cleanup);

/** A table of Ada, the host, and Bo, as one of them sees it. */
function gathered(me: number | null, changed: Partial<Room> = {}): { table: Table; room: Room } {
  const film = { title: 'The Watch', seats: 2, me, frames: [] };
  const room: Room = { ...roomOf('watch', film), stage: 'gathering', ...changed };
  room.seats[0]!.host = true;
  room.seats[0]!.ready = false;
  room.seats[1]!.ready = false;
  const table = new Table('film', () => {
    throw new Error('nobody opens a line here');
  });
  table.you = { guest: null, name: null, seat: me, host: me === 0 };
  table.room = room;
  return { table, room };
}

test('a host waits for somebody who is reading, and may start anyway after a while', async () => {
  const soon = performance.now() + 41_500;
  const { table, room } = gathered(0, { may_start_at: soon });
  const { rerender } = render(Lobby, { table, room });
  expect(screen.getByText('getting ready')).toBeTruthy();
  expect(screen.getByText(/You can start without Bo in 4[12] seconds\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Start the game' }).hasAttribute('disabled')).toBe(
    true,
  );

  await rerender({ table, room: { ...room, may_start_at: performance.now() - 10 } });
  const anyway = screen.getByRole('button', { name: 'Start anyway' });
  expect(anyway.hasAttribute('disabled')).toBe(false);
  await fireEvent.click(anyway);
  expect(asked).toContain('POST /api/v1/tables/film/start');
});

test('whoever is ready is not waited for', () => {
  const { table, room } = gathered(0, { may_start_at: null });
  room.seats[1]!.ready = true;
  render(Lobby, { table, room });
  expect(screen.getByText('ready')).toBeTruthy();
  const start = screen.getByRole('button', { name: 'Start the game' });
  expect(start.hasAttribute('disabled')).toBe(false);
});

test('a newcomer reads three lessons beside the button, once', async () => {
  const { table, room } = gathered(1);
  render(Lobby, { table, room });
  const lessons = await screen.findByRole('region', { name: 'Before you begin' });
  expect(lessons.querySelectorAll('li')).toHaveLength(3);
  await fireEvent.click(screen.getByRole('button', { name: 'I am ready' }));
  expect(settings.isNew('watch')).toBe(false);
  cleanup();
  asked = [];
  render(Lobby, { table, room });
  expect(asked.filter((one) => one.endsWith('/example'))).toEqual([]);
});

test('whoever does not sit is not taught', () => {
  const { table, room } = gathered(null);
  render(Lobby, { table, room });
  expect(asked.filter((one) => one.endsWith('/example'))).toEqual([]);
});
