/**
 * Pictures of every piece and of both boards: desktop and phone, light and dark, and as colour-blind
 * eyes see them.
 *
 *     node src/gallery/shots.mjs <folder> [part of a name ...]
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

const [folder = 'shots', ...wanted] = process.argv.slice(2);
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const EYES = /** @type {const} */ (['deuteranopia', 'protanopia']);

/**
 * @typedef {object} Scene
 * @property {string} name
 * @property {string} query
 * @property {string[]} [taps] what is tapped first, by selector
 * @property {boolean} [eyes] whether it is seen by colour-blind eyes too
 */

/** @type {Scene[]} */
const SCENES = [
  { name: 'pieces', query: '' },
  { name: 'watch-begin', query: 'game=watch&film=0&frame=0&bare' },
  {
    name: 'watch-move',
    query: 'game=watch&film=0&frame=2&bare',
    taps: ['[data-square="6"]', '[data-square="1"]'],
    eyes: true,
  },
  { name: 'watch-exchange', query: 'game=watch&film=0&frame=3&bare' },
  { name: 'watch-ring', query: 'game=watch&film=0&frame=8&bare' },
  { name: 'watch-three-cards', query: 'game=watch&film=1&frame=1&bare' },
  { name: 'watch-sixty', query: 'game=watch&film=2&frame=0&bare' },
  { name: 'out-of-time-placing', query: 'game=out-of-time&film=0&frame=0&bare' },
  { name: 'out-of-time-ready', query: 'game=out-of-time&film=0&frame=4&bare', eyes: true },
  {
    name: 'out-of-time-both',
    query: 'game=out-of-time&film=0&frame=6&bare',
    taps: ['button.glass'],
  },
  { name: 'out-of-time-end', query: 'game=out-of-time&film=0&frame=8&bare' },
  { name: 'out-of-time-knock', query: 'game=out-of-time&film=1&frame=1&bare' },
  { name: 'out-of-time-knocked', query: 'game=out-of-time&film=1&frame=4&bare' },
  {
    name: 'out-of-time-joker',
    query: 'game=out-of-time&film=2&frame=1&bare',
    taps: ['[data-space="9"]'],
    eyes: true,
  },
  { name: 'out-of-time-two', query: 'game=out-of-time&film=3&frame=0&bare' },
];

mkdirSync(folder, { recursive: true });
const profile = mkdtempSync(join(tmpdir(), 'sandtable-browser-'));
const server = await createServer({
  cacheDir: join(profile, 'vite'),
  logLevel: 'error',
  server: { host: '127.0.0.1', port: 0 },
});
await server.listen();
const address = server.httpServer?.address();
const port = typeof address === 'object' ? address?.port : undefined;
const context = await chromium.launchPersistentContext(profile, {
  executablePath: '/usr/bin/chromium',
  headless: true,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
});

try {
  for (const scene of SCENES) {
    if (wanted.length > 0 && !wanted.some((part) => scene.name.includes(part))) continue;
    for (const [size, viewport] of Object.entries(SIZES)) {
      for (const theme of ['light', 'dark']) await shoot(scene, size, viewport, theme);
    }
  }
} finally {
  await context.close();
  await server.close();
  rmSync(profile, { recursive: true, force: true });
}

/**
 * @param {Scene} scene
 * @param {string} size
 * @param {{width: number, height: number}} viewport
 * @param {string} theme
 */
async function shoot({ name, query, taps = [], eyes = false }, size, viewport, theme) {
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(name, error.message));
  await page.setViewportSize(viewport);
  await page.goto(`http://127.0.0.1:${port}/gallery.html?${query}&theme=${theme}`);
  await page.waitForTimeout(900);
  for (const tap of taps) await page.locator(tap).first().click({ force: true });
  await page.waitForTimeout(500);
  const path = join(folder, `${name}-${size}-${theme}.png`);
  await page.screenshot({ path, fullPage: query === '' });
  if (eyes && theme === 'light') {
    const cdp = await context.newCDPSession(page);
    for (const type of EYES) {
      await cdp.send('Emulation.setEmulatedVisionDeficiency', { type });
      await page.waitForTimeout(100);
      await page.screenshot({ path: join(folder, `${name}-${size}-${type}.png`) });
    }
  }
  await page.close();
}
