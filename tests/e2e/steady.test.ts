import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, openBrowser, Person, PHONE } from './browser';
import { BOARD, contented, stepOutOfTime, stepWatch, tapOne } from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

interface Watched {
  shifts: string[];
}

/** From now on, everything that is pushed aside without anybody having touched the page. */
async function watchForShifts(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(600);
  await page.evaluate(() => {
    const shifts: string[] = [];
    (globalThis as unknown as Watched).shifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null }[];
        };
        if (shift.hadRecentInput || shift.value < 0.0005) continue;
        const moved = shift.sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 90));
        shifts.push(`${shift.value.toFixed(4)}: ${moved.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: false });
  });
}

const stepChaos = (page: Page) =>
  tapOne(page, '.tile.armed', '.deck.armed', '.end.sure', '.deck.lit', '.tile.lit');
const stepSpace = (page: Page) =>
  tapOne(
    page,
    '.choice .ways button',
    '.card .main',
    '.mat .place.step',
    '.rack button.usable:not(.picked)',
    '.mat .place.turn',
    '.disc.turn',
  );

for (const { game, others, manner, step } of [
  { game: 'watch', others: 5, manner: { viewport: PHONE, touch: true }, step: stepWatch },
  { game: 'out-of-time', others: 5, manner: { viewport: DESKTOP }, step: stepOutOfTime },
  { game: 'time-of-chaos', others: 3, manner: { viewport: DESKTOP }, step: stepChaos },
  { game: 'time-n-space', others: 3, manner: { viewport: PHONE, touch: true }, step: stepSpace },
]) {
  test(`${others + 1} play ${game} at ${manner.viewport.width} px: all in sight, and nothing moves aside`, async () => {
    const ada = await Person.arrive(browser, address, manner);
    const { page } = ada;
    await ada.open('/');
    await page.request.put('/api/v1/me', { data: { name: 'Steady Ada' } });
    const made = await page.request.post('/api/v1/tables', {
      data: { game, bots: Array(others).fill('club'), start: true, pace: 200 },
    });
    const { room } = (await made.json()) as { room: { link: string } };
    await ada.open(room.link);
    await page.waitForSelector(BOARD);
    await watchForShifts(page);
    // Where plates lie in the corners of the board, one's own is among them.
    const plates = page.locator('section.plate');
    expect(await plates.count()).toBeGreaterThanOrEqual(others);
    for (const plate of await plates.all()) {
      const box = await plate.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= manner.viewport.width).toBe(true);
    }
    for (let i = 0; i < 12; i++) {
      await step(page);
      await page.waitForTimeout(250);
    }
    expect(await page.evaluate(() => (globalThis as unknown as Watched).shifts)).toEqual([]);
    contented(ada);
    await ada.leave();
  });
}
