// @vitest-environment jsdom

import '../testing/jsdom';
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import timeOfChaos from '../boards/time-of-chaos/demo.json';
import watch from '../boards/watch/demo.json';
import type { Film } from '../gallery/demo';
import type { FilmSocket } from '../gallery/film';
import FilmTable from '../gallery/FilmTable.svelte';
import { settings } from '../lib/settings.svelte';
import type { Table } from '../lib/table.svelte';

afterEach(cleanup);

const film = (watch as unknown as Film[])[0]!;
/** Bo's turn, and then Ada's, whose page this is. */
const [THEIRS, MINE] = [1, 2];

/** A table that shows a recorded game, and the hand that moves it on. */
async function shown(won: number[] | null = null): Promise<{ film: FilmSocket; table: Table }> {
  render(FilmTable, { game: 'watch', film, start: THEIRS, rate: 0, won });
  await screen.findByRole('main');
  // It knows whose turn it is as soon as it knows the game.
  if (!won) await vi.waitFor(() => expect(document.querySelector('.plate.lit')).not.toBeNull());
  return globalThis as unknown as { film: FilmSocket; table: Table };
}

/** Another one, whose board asks before it ends a turn. */
async function shownChaos(): Promise<{ table: Table }> {
  cleanup();
  const [four] = timeOfChaos as unknown as Film[];
  render(FilmTable, { game: 'time-of-chaos', film: four!, start: 1, rate: 0, won: null });
  await screen.findByRole('button', { name: /^End turn/ }, { timeout: 30_000 });
  return globalThis as unknown as { table: Table };
}

const result = (): Element | null => screen.queryByRole('dialog', { name: 'The end' });

test('what was refused in an earlier turn is gone when mine begins', async () => {
  const { film, table } = await shown();
  table.notice('It is not your turn.', 'WA-T1');
  expect(await screen.findByText('It is not your turn.')).toBeTruthy();
  film.show(MINE);
  await tick();
  expect(screen.queryByText('It is not your turn.')).toBeNull();
});

test('whose turn it is stands where the game says', async () => {
  const frames = film.frames.map((frame) => {
    const view = frame.view as Record<string, unknown>;
    return { ...frame, view: { ...view, active_player: view['turn'], turn: 3 } };
  });
  const strange: Film = { ...film, frames, turn: 'active_player' };
  render(FilmTable, { game: 'harbour', film: strange, start: THEIRS, rate: 0, won: null });
  await screen.findByRole('main');
  await vi.waitFor(() => expect(document.querySelectorAll('.plate.lit')).toHaveLength(1));
  expect(document.querySelector('.plate.lit')!.textContent).toContain('Bo');
});

test('what was refused is gone when something else is done, or asked about', async () => {
  const { film, table } = await shown();
  const refused = (): Element | null => screen.queryByText('That square is taken.');
  film.show(MINE);
  await tick();
  table.notice('That square is taken.', 'WA-T3');
  await tick();
  expect(refused()).not.toBeNull();
  table.act({ act: 'move', pawn: 'green', spend: 1 });
  await tick();
  expect(refused()).toBeNull();
  const at = await shownChaos();
  at.table.notice('That square is taken.', 'WA-T3');
  await tick();
  expect(refused()).not.toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: /^End turn/ }));
  expect(refused()).toBeNull();
  expect(screen.getByText(/End the turn\? Tap again/)).toBeTruthy();
});

test('whoever sees the game end sees the board first, whoever comes later the result', async () => {
  const { film } = await shown();
  film.end([0]);
  await tick();
  expect(screen.getByText('You win!')).toBeTruthy();
  expect(result()).toBeNull();
  cleanup();
  await shown([0]);
  expect(result()).not.toBeNull();
});

test('the result is up as soon as somebody asks to play again', async () => {
  const { film } = await shown();
  film.end([0]);
  await tick();
  film.room({ rematch: 'next', again: { came: [1], ends: 0, begun: false } });
  await tick();
  expect(result()).not.toBeNull();
});

test('sound is offered once I have moved, and no more when that game is over', async () => {
  const { film, table } = await shown();
  const offer = (): Element | null => screen.queryByText('Turn the sound on?');
  expect(offer()).toBeNull();
  table.act({ act: 'move', pawn: 'green', spend: 1 });
  await tick();
  expect(offer()).not.toBeNull();
  expect(settings.offersSound).toBe(true);
  film.end([0]);
  await tick();
  expect(settings.offersSound).toBe(false);
});
