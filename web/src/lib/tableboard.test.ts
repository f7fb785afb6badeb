// @vitest-environment jsdom

import { beforeEach, expect, test, vi } from 'vitest';
import { plain } from '../boards/plain';
import type { GameBoard } from '../boards/types';

const { boardOf, plainBoard, gameInfo } = vi.hoisted(() => ({
  boardOf: vi.fn(),
  plainBoard: vi.fn(),
  gameInfo: vi.fn(),
}));
vi.mock('../boards', () => ({ boardOf, plainBoard }));
vi.mock('./games', async (original) => ({ ...(await original<object>()), gameInfo }));

// What jsdom does not have and a browser does.
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn() }));
const { TableBoard } = await import('./tableboard.svelte');
const { settings } = await import('./settings.svelte');

const table = { game: 'lamp', title: 'Lamp', options: {} };
const own: GameBoard = { version: 1, mount: { board: plain.mount.board } };

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  gameInfo.mockResolvedValue({ title: 'A lamp', board: '/games/lamp/1/board.js', options: {} });
  boardOf.mockResolvedValue(own);
  plainBoard.mockResolvedValue(plain);
});

test('a game that brings a board is played on it', async () => {
  const made = new TableBoard(table);
  await vi.waitFor(() => expect(made.board).toBe(own));
  expect(boardOf).toHaveBeenLastCalledWith('lamp', '/games/lamp/1/board.js');
  expect(made.said).toBe('');
});

test('whoever prefers plain boards sees one, and nothing else is loaded', async () => {
  boardOf.mockClear();
  settings.setPlainBoards(true);
  const made = new TableBoard(table);
  await vi.waitFor(() => expect(made.board).toBe(plain));
  settings.setPlainBoards(false);
  expect(boardOf).not.toHaveBeenCalled();
  expect(made.said).toBe('');
});

test('a board that cannot be loaded gives way to the plain one, and that is said', async () => {
  boardOf.mockRejectedValue(new Error('gone'));
  const made = new TableBoard(table);
  await vi.waitFor(() => expect(made.board).toBe(plain));
  expect(made.said).toMatch(/does not work here, so you see the plain one/);
});

test('so does one that fails later; and when the plain one fails, too, there is none', async () => {
  const made = new TableBoard(table);
  await vi.waitFor(() => expect(made.board).toBe(own));
  made.fail(new Error('broken'));
  await vi.waitFor(() => expect(made.board).toBe(plain));
  made.fail(new Error('broken, too'));
  expect(made.board).toBeNull();
  expect(made.said).toMatch(/Reload the page/);
});

test('without a word from the server the site plays on the board that it has', async () => {
  gameInfo.mockRejectedValue(new Error('offline'));
  const made = new TableBoard(table);
  await vi.waitFor(() => expect(made.board).toBe(own));
  expect(boardOf).toHaveBeenLastCalledWith('lamp', null);
  expect(made.game).toMatchObject({ name: 'lamp', title: 'Lamp', specialties: [] });
});
