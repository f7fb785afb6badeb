/** A long evening: however much happens at a table, its page stays as light as it was. */

import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person, PHONE } from './browser';
import { openGallery, type Gallery } from './gallery';
import { until } from './table';

let browser: Browser;
let gallery: Gallery;

beforeAll(async () => {
  [browser, gallery] = await Promise.all([openBrowser(), openGallery()]);
});
afterAll(async () => {
  await browser.close();
  await gallery.close();
});

interface Films {
  film: {
    film: { frames: unknown[] };
    show(nth: number): void;
    room(changed: object): void;
    tell(message: object): void;
  };
}

/** Play the film again and again, with talk and reactions. */
async function play(page: Page, deltas: number, from: number): Promise<void> {
  await page.evaluate(
    async ({ deltas, from }) => {
      const { film } = globalThis as unknown as Films;
      const { frames } = film.film;
      for (let nth = from; nth < from + deltas; nth++) {
        film.show(nth % frames.length);
        if (nth % 5 === 0) {
          const line = { id: nth, said: '2026-01-01T12:00:00Z', seat: nth % 2, name: 'Bo' };
          const lines = [{ ...line, text: `Line ${nth}`, offer: null, guest: 'Bo', notice: false }];
          film.tell({ type: 'chat', lines });
        }
        if (nth % 9 === 0)
          film.tell({ type: 'reaction', seat: 1, guest: 'Bo', name: 'Bo', reaction: 'wow' });
        if (nth % 7 === 0) film.room({ pause_votes: nth % 2 ? [1] : [] });
        if (nth % 10 === 0) await new Promise(requestAnimationFrame);
      }
      film.room({});
      film.show(0);
    },
    { deltas, from },
  );
}

interface Weight {
  /** What stands on the page. */
  elements: number;
  /** What the browser keeps, on the page or not. */
  nodes: number;
  listeners: number;
  animations: number;
  /** Bytes that scripts hold on to. */
  heap: number;
}

async function weigh(page: Page, session: CDPSession): Promise<Weight> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string): number => metrics.find((one) => one.name === name)?.value ?? 0;
  const [elements, animations] = await page.evaluate(() => [
    document.querySelectorAll('*').length,
    document.getAnimations().length,
  ]);
  return {
    elements: elements ?? 0,
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    animations: animations ?? 0,
    heap: metric('JSHeapUsedSize'),
  };
}

/** The weight once everything that flies has landed and everything that fades is gone. */
async function atRest(page: Page, session: CDPSession): Promise<Weight> {
  let [last, now] = [await weigh(page, session), await weigh(page, session)];
  await until('the page is at rest', async () => {
    await page.waitForTimeout(1000);
    [last, now] = [now, await weigh(page, session)];
    return now.elements === last.elements && now.nodes >= last.nodes && now.heap >= last.heap - 4e4;
  });
  return now;
}

/** A log holds so many lines, and talk a few hundred: before that they grow, as they should. */
const WARM = 1200;
const LONG = process.env['SOAK'] ? 40_000 : 4000;

for (const { title, query, viewport } of [
  { title: 'six at Out of Time', query: 'game=out-of-time&film=2', viewport: undefined },
  { title: 'glasses that fall', query: 'game=out-of-time&film=1', viewport: PHONE },
  { title: 'six at The Watch', query: 'game=watch&film=3', viewport: undefined },
  { title: "four at Time 'n' Space", query: 'game=time-n-space&film=0', viewport: undefined },
  { title: 'four at A Time of Chaos', query: 'game=time-of-chaos&film=0', viewport: PHONE },
]) {
  test(`${title}: thousands of moments leave nothing behind`, async () => {
    const ada = await Person.arrive(browser, gallery.address, viewport ? { viewport } : {});
    const { page } = ada;
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    await page.goto(`${gallery.address}gallery.html?${query}&shell`);
    await page.locator('.room .board svg').first().waitFor();
    await play(page, WARM, 0);
    const before = await atRest(page, session);
    await play(page, LONG, WARM);
    const after = await atRest(page, session);
    const told = JSON.stringify({ before, after });
    expect(after.elements, told).toBeLessThanOrEqual(before.elements + 20);
    expect(after.nodes, told).toBeLessThanOrEqual(before.nodes * 1.1);
    expect(after.listeners, told).toBeLessThanOrEqual(before.listeners * 1.1);
    expect(after.animations, told).toBeLessThanOrEqual(before.animations + 6);
    expect(after.heap, told).toBeLessThanOrEqual(before.heap * 1.1);
    expect(ada.complaints).toEqual([]);
    await ada.leave();
  });
}

test('earlier lines of the log are there for whoever scrolls up', async () => {
  const ada = await Person.arrive(browser, gallery.address);
  const { page } = ada;
  await page.goto(`${gallery.address}gallery.html?game=watch&film=0&shell`);
  await page.locator('.room .board svg').first().waitFor();
  await page.evaluate(() => {
    const { film } = globalThis as unknown as Films;
    for (let nth = 0; nth < 150; nth++) {
      const words = `Line ${nth}.`;
      const events = [{ event: 'moved', at: 0, words, told: {} }];
      const clock = { now: 0, server: performance.now(), rate: 0 };
      film.tell({ type: 'delta', seq: nth + 2, clock, events, changes: [] });
    }
  });
  const log = page.getByRole('log', { name: 'What happened' });
  await log.getByText('Line 149.').waitFor();
  expect(await log.getByRole('listitem').count()).toBe(60);
  const scroll = (to: number): Promise<void> =>
    log.evaluate((box, top) => void (box.scrollTop = top), to);
  await scroll(0);
  await expect.poll(() => log.getByRole('listitem').count()).toBe(120);
  // What was being read is still in sight.
  const seen = await log.getByText('Line 90.').evaluate((line) => {
    const box = line.closest('[role="log"]')!.getBoundingClientRect();
    const at = line.getBoundingClientRect();
    return at.bottom > box.top && at.top < box.bottom;
  });
  expect(seen).toBe(true);
  await scroll(1e6);
  await expect.poll(() => log.getByRole('listitem').count()).toBe(60);
  await ada.leave();
});
