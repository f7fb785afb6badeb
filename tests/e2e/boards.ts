/** `make screenshots`, second half: our boards in recorded moments, and as colour-blind eyes see them. */

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person } from './browser';
import { COLOUR_BLIND, seenBy } from './eyes';
import { openGallery, type Gallery } from './gallery';
import { SCREENS } from './yardstick';

const folder = join(process.env['SCREENSHOTS'] ?? 'build/screenshots', 'boards');

interface Scene {
  name: string;
  query: string;
  /** What is tapped first, by selector. */
  taps?: string[];
}

const SCENES: Scene[] = [
  { name: 'pieces', query: '' },
  { name: 'watch-begin', query: 'game=watch&film=0&frame=0' },
  {
    name: 'watch-move',
    query: 'game=watch&film=0&frame=2',
    taps: ['[data-square="6"]', '[data-square="1"]'],
  },
  { name: 'watch-exchange', query: 'game=watch&film=0&frame=3' },
  { name: 'watch-ring', query: 'game=watch&film=0&frame=8' },
  { name: 'watch-three-cards', query: 'game=watch&film=1&frame=1' },
  { name: 'watch-sixty', query: 'game=watch&film=2&frame=0' },
  { name: 'watch-six', query: 'game=watch&film=3&frame=0' },
  { name: 'watch-six-exchange', query: 'game=watch&film=3&frame=1' },
  { name: 'watch-six-ring', query: 'game=watch&film=3&frame=4' },
  { name: 'out-of-time-placing', query: 'game=out-of-time&film=0&frame=0' },
  { name: 'out-of-time-ready', query: 'game=out-of-time&film=0&frame=4' },
  {
    name: 'out-of-time-both',
    query: 'game=out-of-time&film=0&frame=6',
    taps: ['button.glass'],
  },
  { name: 'out-of-time-end', query: 'game=out-of-time&film=0&frame=8' },
  { name: 'out-of-time-knock', query: 'game=out-of-time&film=1&frame=1' },
  { name: 'out-of-time-give-back', query: 'game=out-of-time&film=1&frame=2' },
  { name: 'out-of-time-knocked', query: 'game=out-of-time&film=1&frame=4' },
  { name: 'out-of-time-mine-to-stand-up', query: 'game=out-of-time&film=1&frame=5' },
  { name: 'out-of-time-safe-again', query: 'game=out-of-time&film=1&frame=6' },
  {
    name: 'out-of-time-joker',
    query: 'game=out-of-time&film=2&frame=1',
    taps: ['[data-space="9"]'],
  },
  { name: 'out-of-time-two', query: 'game=out-of-time&film=3&frame=0' },
  { name: 'time-of-chaos-placing', query: 'game=time-of-chaos&film=0&frame=0' },
  { name: 'time-of-chaos-first-turn', query: 'game=time-of-chaos&film=0&frame=1' },
  {
    name: 'time-of-chaos-journey',
    query: 'game=time-of-chaos&film=0&frame=1',
    taps: ['.tile.lit[aria-label*="Time travel"], .tile:has(.ring)'],
  },
  { name: 'time-of-chaos-fallen', query: 'game=time-of-chaos&film=0&frame=3' },
  {
    name: 'time-of-chaos-way',
    query: 'game=time-of-chaos&film=0&frame=4',
    taps: ['.mat .card:not(.lit)'],
  },
  {
    name: 'time-of-chaos-delivery',
    query: 'game=time-of-chaos&film=0&frame=5',
    taps: ['.mat .card.lit'],
  },
  { name: 'time-of-chaos-end', query: 'game=time-of-chaos&film=0&frame=8' },
  { name: 'time-of-chaos-two', query: 'game=time-of-chaos&film=1&frame=0' },
  { name: 'time-of-chaos-watched', query: 'game=time-of-chaos&film=2&frame=0' },
  { name: 'time-n-space-choosing', query: 'game=time-n-space&film=0&frame=0' },
  { name: 'time-n-space-begin', query: 'game=time-n-space&film=0&frame=2' },
  {
    name: 'time-n-space-planning',
    query: 'game=time-n-space&film=0&frame=3',
    taps: ['.card.running .second'],
  },
  { name: 'time-n-space-ready', query: 'game=time-n-space&film=0&frame=4' },
  { name: 'time-n-space-station', query: 'game=time-n-space&film=0&frame=5' },
  { name: 'time-n-space-delivering', query: 'game=time-n-space&film=0&frame=7' },
  { name: 'time-n-space-offer', query: 'game=time-n-space&film=0&frame=8' },
  { name: 'time-n-space-choice', query: 'game=time-n-space&film=0&frame=9' },
  { name: 'time-n-space-build', query: 'game=time-n-space&film=0&frame=10' },
  { name: 'time-n-space-last-minutes', query: 'game=time-n-space&film=0&frame=11' },
  { name: 'time-n-space-end', query: 'game=time-n-space&film=0&frame=13&won=2' },
  { name: 'time-n-space-three', query: 'game=time-n-space&film=1&frame=0' },
  { name: 'time-n-space-watched', query: 'game=time-n-space&film=2&frame=0' },
];

/** One moment of each game, side by side: they look like one family. */
const FAMILY = [
  'watch-ring',
  'out-of-time-both',
  'time-of-chaos-journey',
  'time-n-space-offer',
] as const;

let browser: Browser;
let gallery: Gallery;

beforeAll(async () => {
  browser = await openBrowser();
  gallery = await openGallery();
  mkdirSync(folder, { recursive: true });
});

afterAll(async () => {
  await browser.close();
  await gallery.close();
});

test('pictures of every board', async () => {
  const { address } = gallery;
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  for (const { name, query, taps = [] } of SCENES) {
    const pieces = query === '';
    for (const size of SCREENS) {
      const device = `${size.width}x${size.height}`;
      await page.setViewportSize(size);
      for (const light of ['light', 'dark'] as const) {
        await page.goto(`${address}gallery.html?${query}&theme=${light}&shell`);
        await page
          .locator(pieces ? 'svg' : '.room .board svg')
          .first()
          .waitFor();
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        for (const tap of taps) await page.locator(tap).first().click({ force: true });
        await page.waitForTimeout(600);
        const path = join(folder, `${name}-${device}-${light}.png`);
        await page.screenshot({ path, fullPage: pieces });
        if (size !== SCREENS[0] || pieces) continue;
        for (const eyes of COLOUR_BLIND) {
          const seen = join(folder, `${name}-${light}-${eyes}.png`);
          await seenBy(page, eyes, () => page.screenshot({ path: seen }));
        }
      }
    }
  }
  expect(ada.complaints).toEqual([]);
  await ada.leave();
}, 1_800_000);

test('the four games on one sheet', async () => {
  const ada = await Person.arrive(browser, gallery.address);
  const { page } = ada;
  for (const { width, height } of [SCREENS[0], SCREENS[3]]) {
    for (const light of ['light', 'dark']) {
      const pictures = FAMILY.map((name) => {
        const file = join(folder, `${name}-${width}x${height}-${light}.png`);
        return `<img src="data:image/png;base64,${readFileSync(file).toString('base64')}">`;
      });
      const across = width > height ? 2 : 4;
      await page.setViewportSize({ width: across * width, height: (4 / across) * height });
      await page.setContent(
        `<style>body { margin: 0; display: grid; grid: auto / repeat(${across}, ${width}px) }</style>` +
          pictures.join(''),
      );
      await page.waitForFunction(() => [...document.images].every((one) => one.complete));
      await page.screenshot({ path: join(folder, `family-${width}x${height}-${light}.png`) });
    }
  }
  await ada.leave();
});
