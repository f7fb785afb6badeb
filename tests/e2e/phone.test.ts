import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person, PHONE } from './browser';
import { sideways, tooSmall } from './fingers';
import { openTable } from './pages';
import { BOARD, contented, isOver, nameMe, playNow, stepOutOfTime, until } from './table';
import { tooLittleBoard } from './yardstick';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

const phone = { viewport: PHONE, touch: true };

test('out of time on a phone: all in view, big enough for a finger, played by touch', async () => {
  const ada = await Person.arrive(browser, address, phone);
  const { page } = ada;
  await ada.open('/');
  expect(await sideways(page)).toBe(false);
  expect(await tooSmall(page)).toEqual([]);
  await page.getByRole('button', { name: 'Play now: Out of Time' }).tap();
  await page.waitForSelector(BOARD);
  expect(await sideways(page)).toBe(false);
  expect(await tooSmall(page)).toEqual([]);
  const board = await page.locator(BOARD).boundingBox();
  expect(board!.width).toBeGreaterThan(PHONE.width * 0.9);
  const mat = await page.getByRole('region', { name: 'Your mat' }).boundingBox();
  expect(mat!.y + 60).toBeLessThan(PHONE.height);
  await page.locator('.space.lit').first().waitFor({ timeout: 90_000 });
  await page.locator('.space.lit').first().tap();
  await until('my glass stands on the board', async () => {
    await stepOutOfTime(page);
    return (await page.locator('.glass[aria-label*="running"]').count()) > 0;
  });
  await page.getByRole('button', { name: /^Log and chat/ }).tap();
  const talk = page.getByRole('complementary', { name: 'Log and chat' });
  await talk.getByRole('log', { name: 'What happened' }).waitFor();
  expect(await tooSmall(page)).toEqual([]);
  contented(ada);
  await ada.leave();
});

test('the watch on a phone', async () => {
  const ada = await Person.arrive(browser, address, phone);
  const { page } = ada;
  await playNow(ada, 'The Watch');
  expect(await sideways(page)).toBe(false);
  expect(await tooSmall(page)).toEqual([]);
  await page.locator('.pawns button:not(:disabled)').first().waitFor({ timeout: 90_000 });
  await page.locator('.pawns button:not(:disabled)').first().tap();
  // A free square that is not aimed at yet: one tap aims, another goes.
  const lit = page.locator('.square.lit:not(.goal):not([aria-label*="pawn"])').first();
  const square = await lit.getAttribute('data-square');
  const place = page.locator(`[data-square="${square}"]`);
  await place.tap();
  await place.tap();
  await until(
    'the move is made',
    async () => (await page.locator('.pawns button:not(:disabled)').count()) === 0,
  );
  contented(ada);
  await ada.leave();
});

test('nothing moves aside while the game is played', async () => {
  const ada = await Person.arrive(browser, address, phone);
  const { page } = ada;
  await playNow(ada, 'Out of Time');
  // Fonts that arrive late move what is written in them; that is not what is looked for here.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(600);
  await page.evaluate(() => {
    const shifts: number[] = [];
    (globalThis as unknown as { shifts: number[] }).shifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
        if (!shift.hadRecentInput) shifts.push(shift.value);
      }
    }).observe({ type: 'layout-shift', buffered: false });
  });
  for (let i = 0; i < 20; i++) {
    await stepOutOfTime(page);
    await page.waitForTimeout(250);
  }
  const sum = await page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0),
  );
  expect(sum).toBeLessThan(0.01);
  await ada.leave();
});

const TURNED = { viewport: { width: 844, height: 390 }, touch: true };

/** Tap one of these that is there, as a finger does; what is lit changes by the moment. */
async function tapOne(page: Page, ...selectors: string[]): Promise<boolean> {
  for (const selector of selectors) {
    const all = page.locator(selector);
    const count = await all.count();
    if (count === 0) continue;
    return all
      .nth(Math.floor(Math.random() * count))
      .tap({ timeout: 2000 })
      .then(
        () => true,
        () => false,
      );
  }
  return false;
}

/** A whole game on a phone that lies on its side, by taps alone. */
async function playTurned(
  table: Record<string, unknown>,
  step: (page: Page) => Promise<unknown>,
): Promise<void> {
  const ada = await Person.arrive(browser, address, TURNED);
  const { page } = ada;
  await nameMe(ada, 'Ada');
  await openTable(ada, { pace: 200, start: true, ...table });
  await page.waitForSelector(BOARD);
  expect(await tooLittleBoard(page)).toEqual([]);
  await until(
    'the game is over',
    async () => {
      if (await isOver(page)) return true;
      await step(page);
      return false;
    },
    150_000,
  );
  expect(await sideways(page)).toBe(false);
  expect(await tooSmall(page)).toEqual([]);
  contented(ada);
  await ada.leave();
}

test('a whole game of Out of Time on a turned phone, by taps alone', async () => {
  const options = { timer_seconds: 1, placement_seconds: 5, give_back_seconds: 2 };
  await playTurned({ game: 'out-of-time', bots: ['club', 'club'], options }, (page) =>
    tapOne(
      page,
      '.deeds .wide',
      '.deeds .back button',
      '.ask .answer:not([aria-label="Take no cube"])',
      '.space.lit[aria-label*="takes"]',
      '.space.lit',
      'button.glass.ready',
    ),
  );
});
