/** Somebody else's game, installed from its wheel: on the shelf beside ours, played on its board. */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from './axe';
import { openBrowser, Person, PHONE } from './browser';
import { sideways, tooSmall } from './fingers';
import { openTable } from './pages';
import { PYTHON, ROOT, Server } from './server';
import { contented, isOver, nameMe, playNow, playToTheEnd, pressStart, until } from './table';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'sandtable-stranger-'));
let browser: Browser;
let server: Server;
let python: string;

beforeAll(async () => {
  const { stdout } = await run(PYTHON, ['-m', 'tests.e2e.stranger', folder], { cwd: ROOT });
  python = stdout.trim();
  server = await Server.installed(python);
  browser = await openBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const OWN = '.harbour-lights-board';

/** Draw while it looks safe, then stop: through the buttons of the game's own board. */
async function step(page: Page): Promise<void> {
  const kinds = Math.random() < 0.6 ? ['Draw', 'Stop'] : ['Stop', 'Draw'];
  for (const name of kinds) {
    const found = page.locator('.harbour-lights-mat button:enabled', { hasText: name });
    if (!(await found.count())) continue;
    await found.click({ timeout: 1_000 }).catch(() => undefined);
    return;
  }
}

const INSTALLED = `
import importlib.metadata, sandtable
print(sandtable.__file__, *(each.name for each in importlib.metadata.distributions()))
`;

test('nothing is installed there but the games, Sandtable and what it requires', async () => {
  const env = { ...process.env, PYTHONPATH: undefined };
  const { stdout } = await run(python, ['-c', INSTALLED], { cwd: folder, env });
  const [place, ...names] = stdout.trim().split(' ');
  expect(place).toContain(join(folder, 'venv'));
  expect(names).toEqual(expect.arrayContaining(['sandtable', 'harbour-lights', 'starlette']));
  // What only builds and tests need.
  for (const name of ['pip', 'pytest', 'mypy', 'setuptools']) expect(names).not.toContain(name);
});

test('it stands on the shelf with its cover, its words and its rules', async () => {
  const ada = await Person.arrive(browser, server.url);
  const { page } = ada;
  await ada.open('/');
  const box = page.locator('article', { hasText: 'Harbour Lights' });
  await box.getByText('2 to 4 players · 5 minutes').waitFor();
  await box.getByText('know when to stop').waitFor();
  const cover = box.locator('img');
  await until('its cover is there', () =>
    cover.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0),
  );
  expect(await cover.getAttribute('src')).toMatch(
    /^\/games\/harbour-lights\/[0-9a-f]+\/cover\.svg$/,
  );
  // What brings no cover has the site's own; ours stand there as ever.
  await page.locator('article', { hasText: 'No Board' }).locator('svg').first().waitFor();
  await page.getByRole('button', { name: 'Play now: The Watch' }).waitFor();
  await box.getByRole('link', { name: /^Rules/ }).click();
  const drawing = page.getByRole('img', { name: /^A pebble comes out of the bag/ });
  await until('its drawing is there', () =>
    drawing.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0),
  );
  contented(ada);
  await ada.leave();
});

test('it is played to its end on its own board', async () => {
  const ada = await Person.arrive(browser, server.url);
  const { page } = ada;
  await playNow(ada, 'Harbour Lights', OWN);
  await page.getByText('Come as close to the target as you can').first().waitFor();
  expect(await axe(page)).toEqual([]);
  await playToTheEnd([page], step);
  await page.getByRole('link', { name: 'Replay' }).click();
  await page.locator(OWN).waitFor();
  contented(ada);
  await ada.leave();
});

test('and on a phone, by somebody who reads its lessons first', async () => {
  const ada = await Person.arrive(browser, server.url, {
    viewport: PHONE,
    touch: true,
    newcomer: true,
  });
  const { page } = ada;
  await playNow(ada, 'Harbour Lights', OWN);
  await page.getByText('come as close to 12 as you can').waitFor();
  await page.locator('.board .badge').nth(2).waitFor();
  expect(await tooSmall(page)).toEqual([]);
  await pressStart(page);
  await page.locator('.harbour-lights-mat button:enabled').first().waitFor({ timeout: 60_000 });
  expect(await sideways(page)).toBe(false);
  expect(await tooSmall(page)).toEqual([]);
  await playToTheEnd([page], step);
  contented(ada);
  await ada.leave();
});

test('without a board it is played on the plain one', async () => {
  const ada = await Person.arrive(browser, server.url);
  const { page } = ada;
  await nameMe(ada, 'Ada');
  await openTable(ada, { game: 'no-board', bots: ['random'], start: true });
  expect(await page.getByText('does not work here').count()).toBe(0);
  await until('it is over', async () => {
    const stop = page.getByRole('button', { name: 'Stop', exact: true });
    if (await stop.count()) await stop.click({ timeout: 1_000 }).catch(() => undefined);
    return isOver(page);
  });
  contented(ada);
  await ada.leave();
});

test.each(['throws', 'stumbles', 'from-tomorrow', 'no-module'])(
  'a board that fails (%s) gives way to the plain one, and the table says so',
  async (game) => {
    const ada = await Person.arrive(browser, server.url);
    const { page } = ada;
    await nameMe(ada, 'Ada');
    await openTable(ada, { game, bots: ['random'], start: true });
    await page.getByText('does not work here, so you see the plain one.').waitFor();
    await until('it is over', async () => {
      const stop = page.getByRole('button', { name: 'Stop', exact: true });
      if (await stop.count()) await stop.click({ timeout: 1_000 }).catch(() => undefined);
      return isOver(page);
    });
    await ada.leave();
  },
);

test('what a game brings is the page’s to keep, and nothing else of its package is shown', async () => {
  const info = (await (await fetch(`${server.url}/api/v1/games/harbour-lights`)).json()) as {
    board: string;
  };
  const board = await fetch(`${server.url}${info.board}`);
  expect(board.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(board.headers.get('x-content-type-options')).toBe('nosniff');
  expect(board.headers.get('cache-control')).toContain('immutable');
  expect(board.headers.get('content-security-policy')).toContain("script-src 'self'");
  const beside = info.board.replace('board.js', '..%2f__init__.py');
  expect((await fetch(`${server.url}${beside}`)).status).toBe(404);
});
