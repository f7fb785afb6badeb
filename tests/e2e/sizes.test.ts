/**
 * Every recorded moment on every screen: big enough to tap and to read, nothing over anything, and
 * nothing too faint in either light.
 */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person } from './browser';
import { holdStill, tooFaint } from './contrast';
import { openGallery, type Gallery } from './gallery';
import { overlaps, SCREENS, tooSmallOrCut } from './yardstick';

let browser: Browser;
let gallery: Gallery;

beforeAll(async () => {
  [browser, gallery] = await Promise.all([openBrowser(), openGallery()]);
});
afterAll(async () => {
  await browser.close();
  await gallery.close();
});

/** Colours depend on the shape of a table, not on its size: a phone held each way will do. */
const IN_BOTH_LIGHTS = [390, 844];

for (const { width, height } of SCREENS) {
  test(`every moment at ${width} x ${height}`, async () => {
    const ada = await Person.arrive(browser, gallery.address, { viewport: { width, height } });
    const { page } = ada;
    await page.goto(`${gallery.address}gallery.html`);
    const moments = await page
      .locator('li a')
      .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));
    expect(moments.length).toBeGreaterThan(30);
    const found: string[] = [];
    for (const [name, query] of moments) {
      await page.goto(`${gallery.address}gallery.html${query}&rate=0&shell`);
      await page.locator('.room .board svg').first().waitFor();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      await holdStill(page);
      const wrong = [...(await tooSmallOrCut(page)), ...(await overlaps(page))];
      for (const light of IN_BOTH_LIGHTS.includes(width) ? ['light', 'dark'] : []) {
        await page.evaluate((theme) => {
          document.documentElement.dataset['theme'] = theme;
        }, light);
        wrong.push(...(await tooFaint(page)).map((one) => `${one}, ${light}`));
      }
      found.push(...wrong.map((one) => `${name}: ${one}`));
    }
    expect(found).toEqual([]);
    expect(ada.complaints).toEqual([]);
    await ada.leave();
  });
}

test('what is too small or too faint is found', async () => {
  const ada = await Person.arrive(browser, gallery.address);
  const { page } = ada;
  await page.goto(`${gallery.address}gallery.html?game=watch&film=0&frame=2&rate=0&shell`);
  await page.locator('.room .board svg').first().waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await holdStill(page);
  expect([...(await tooSmallOrCut(page)), ...(await tooFaint(page))]).toEqual([]);
  await page.evaluate(() => {
    const box = document.createElement('div');
    box.innerHTML = `
      <p class="tiny">11 pixels</p>
      <button class="short">40 pixels</button>
      <p class="grey">four to one</p>
      <p class="dark">on a dark gradient</p>
      <p class="thin">half there</p>
      <p class="big">large enough for three to one</p>
      <svg viewBox="0 0 200 40" width="200" height="40">
        <rect width="200" height="40" fill="#333"/><text x="10" y="26" fill="#777">on a drawing</text>
      </svg>
      <button class="bare" aria-label="nothing to be seen"></button>`;
    document.body.append(box);
    const styles: Record<string, string> = {
      div: 'position: fixed; inset: 0 auto auto 0; z-index: 99; background: #fff; color: #000',
      '.tiny': 'font-size: 11px',
      '.short': 'height: 40px; min-height: 0; width: 120px',
      '.grey': 'color: #7f7f7f',
      '.dark': 'background: linear-gradient(90deg, #222, #555); color: #777',
      '.thin': 'opacity: 0.5',
      '.big': 'font-size: 26px; color: #8a8a8a',
      '.bare': 'margin: 12px; width: 50px; height: 50px; border: 1px solid #ddd; background: #eee',
    };
    for (const [selector, style] of Object.entries(styles)) {
      const one = selector === 'div' ? box : box.querySelector<HTMLElement>(selector)!;
      one.style.cssText = style;
    }
  });
  const found = [...(await tooSmallOrCut(page)), ...(await tooFaint(page))].map(
    (one) => one.split(':')[0],
  );
  expect(new Set(found)).toEqual(
    new Set([
      '11 pixels',
      '40 pixels',
      'four to one',
      'on a dark gradient',
      'half there',
      'on a drawing',
      'nothing to be seen',
    ]),
  );
  await ada.leave();
});
