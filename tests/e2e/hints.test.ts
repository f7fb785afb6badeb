/** Hints, for anybody who plays against bots only: said, heard once, pointed at, and never played. */

import { join as within } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person } from './browser';
import { heardOn, listen, timesHeard } from './heard';
import { openTable } from './pages';
import { fromMore, join, nameMe, setUp, until } from './table';
import { SCREENS, tooSmallOrCut } from './yardstick';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
/** Where pictures go, if somebody would like to see what is tested. */
const pictures = process.env['PICTURES'];
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

/** Tables where I am the first to do something, and have time. */
const TABLES = {
  watch: { options: { first: 0, turn_seconds: 120 } },
  'out-of-time': { options: { timer_seconds: 60 } },
  'time-n-space': { options: {} },
  'time-of-chaos': { options: { first: 0 } },
} as const;
type Game = keyof typeof TABLES;

const line = (page: Page) => page.locator('.said.advice p');
const rings = (page: Page) => page.locator('[data-hints] > :not([hidden])');
const SENTENCES = /^[A-Z].*\. [A-Z].*\.$/;

async function sitAmongBots(game: Game, manner: Parameters<typeof Person.arrive>[2] = {}) {
  const ada = await Person.arrive(browser, address, manner);
  await listen(ada.page);
  await nameMe(ada, 'Ada');
  const bots = ['novice', 'novice'];
  await openTable(ada, { game, bots, start: true, ...TABLES[game] });
  return ada;
}

/** Ask until there is one that is more than to wait; others may be about to act. */
async function hintOf(page: Page, ask: () => Promise<unknown>): Promise<string> {
  let words = '';
  await until('there is a hint', async () => {
    await ask();
    try {
      await line(page).waitFor({ timeout: 3_000 });
      await rings(page).first().waitFor({ timeout: 1_000 });
      words = await line(page).innerText({ timeout: 1_000 });
      return true;
    } catch {
      return false;
    }
  });
  return words;
}

test('a hint is said and heard once, points to its places, and plays nothing', async () => {
  const ada = await sitAmongBots('watch');
  const { page } = ada;
  await page.locator('.pawns button:not(:disabled)').first().waitFor();
  const before = await page.getByRole('log', { name: 'What happened' }).innerText();
  const words = await hintOf(page, () => page.keyboard.press('i'));
  expect(words).toMatch(/^Move (green|blue|orange), spending \d+\. /);
  expect(words).toMatch(SENTENCES);
  const move = /^Move (\w+), spending (\d+)/;
  const [, pawn] = move.exec(words)!;

  // A ring around the pawn and one around the square where it would come to stand.
  expect(await rings(page).count()).toBe(2);
  const around = await rings(page).first().boundingBox();
  const there = await page.locator(`[data-pawn="${pawn}"]`).boundingBox();
  expect(Math.abs(around!.x + around!.width / 2 - there!.x - there!.width / 2)).toBeLessThan(6);

  await until('it is heard', async () =>
    (await heardOn(page)).some((one) => one.words.includes(words)),
  );
  expect(await page.getByRole('log', { name: 'What happened' }).innerText()).toBe(before);

  await page.getByRole('button', { name: 'Got it' }).click({ delay: 400 });
  await line(page).waitFor({ state: 'detached' });
  expect(await rings(page).count()).toBe(0);

  // Whoever follows it is done with it.
  const button = page.getByRole('button', { name: 'Hint', exact: true });
  const [, other, spend] = move.exec(await hintOf(page, () => button.click()))!;
  const nth = ['green', 'blue', 'orange'].indexOf(other!);
  await page.keyboard.press(String(nth + 1));
  for (let more = 1; more < Number(spend); more++) await page.keyboard.press('+');
  expect(await rings(page).count()).toBe(2);
  await page.keyboard.press('g');
  await line(page).waitFor({ state: 'detached' });
  await page.locator('[data-hints]').waitFor({ state: 'detached' });

  const heard = await heardOn(page);
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  expect(timesHeard(heard, new RegExp(escaped))).toBeGreaterThan(0);
  expect(timesHeard(heard, new RegExp(escaped))).toBeLessThanOrEqual(2);
  expect(ada.complaints).toEqual([]);
  await ada.leave();
});

const SIZES = SCREENS.filter(({ width }) => [1440, 390, 844].includes(width));

test.each(Object.keys(TABLES) as Game[])('hints in %s fit on every screen', async (game) => {
  const ada = await sitAmongBots(game, { touch: true, viewport: SIZES[0]! });
  const { page } = ada;
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    const ask = async (): Promise<void> => {
      const button = page.getByRole('button', { name: 'Hint', exact: true });
      if (await button.isVisible()) await button.click();
      else await fromMore(page, 'Hint');
    };
    const words = await hintOf(page, ask);
    expect(words).toMatch(SENTENCES);
    expect(words).not.toMatch(/undefined|null|NaN|_/);
    if (pictures) {
      const name = `hint-${game}-${viewport.width}x${viewport.height}.png`;
      await page.screenshot({ path: within(pictures, name) });
      console.log(name, words);
    }
    const cut = await page
      .locator('.said.advice p')
      .evaluateAll((all) =>
        all.filter((one) => one.scrollHeight > one.clientHeight + 6).map((one) => one.textContent),
      );
    expect(cut).toEqual([]);
    expect((await tooSmallOrCut(page)).filter((one) => /Hint|Got it/.test(one))).toEqual([]);
  }
  expect(ada.complaints).toEqual([]);
  await ada.leave();
});

test('among people there are none, and the key says so', async () => {
  const ada = await Person.arrive(browser, address);
  const ben = await Person.arrive(browser, address);
  await nameMe(ada, 'Ada');
  await nameMe(ben, 'Ben');
  const link = await setUp(ada, { game: 'watch', seats: 2, options: { turn_seconds: 60 } });
  await join(ben, link);
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  await ada.page.getByRole('region', { name: 'Your mat' }).waitFor();
  expect(await ada.page.getByRole('button', { name: 'Hint', exact: true }).count()).toBe(0);
  await ada.page.keyboard.press('i');
  await ada.page.getByText('Hints are only available when all your opponents are bots.').waitFor();
  await ada.leave();
  await ben.leave();
});
