/**
 * Every recorded moment on every screen: big enough to tap and to read, nothing over anything, and
 * nothing too faint in either light.
 */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person } from './browser';
import { holdStill, tooFaint, tooFaintInAnyLight, type Light } from './contrast';
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

const show = async (page: Page, query: string): Promise<void> => {
  await page.goto(`${gallery.address}gallery.html${query}&rate=0&shell`);
  await page.locator('.room .board svg').first().waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await holdStill(page);
};

/**
 * In which lights the contrast of a moment is measured on a screen. Pictures take time: each moment
 * has one screen for the day and another for the night, and `make soak` takes them all.
 */
function lightsOf(moment: number, screen: number): Light[] {
  if (process.env['SOAK']) return ['dark', 'light'];
  const turn = (moment + screen) % SCREENS.length;
  return turn === 0 ? ['dark'] : turn === SCREENS.length / 2 ? ['light'] : [];
}

/** All that is wrong with a moment. */
async function measured(page: Page, name: string, lights: Light[]): Promise<string[]> {
  const wrong = [...(await tooSmallOrCut(page)), ...(await overlaps(page))];
  return [...wrong, ...(await tooFaintInAnyLight(page, lights))].map((one) => `${name}: ${one}`);
}

/** Moments in which a glass that still runs can be planned ahead. */
const TO_PLAN = ['film=0&frame=2', 'film=1&frame=4', 'film=2&frame=0'];

for (const [screen, { width, height }] of SCREENS.entries()) {
  test(`every moment at ${width} x ${height}`, async () => {
    const ada = await Person.arrive(browser, gallery.address, { viewport: { width, height } });
    const { page } = ada;
    await page.goto(`${gallery.address}gallery.html`);
    const moments = await page
      .locator('li a')
      .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));
    expect(moments.length).toBeGreaterThan(30);
    const found: string[] = [];
    for (const [nth, [name, query]] of moments.entries()) {
      await show(page, query ?? '');
      found.push(...(await measured(page, name ?? '', lightsOf(nth, screen))));
    }
    for (const [nth, query] of TO_PLAN.entries()) {
      await show(page, `?game=out-of-time&${query}`);
      await page.locator('button.glass[aria-label*="running"]').first().click();
      await page.locator('.space.ahead').first().waitFor();
      found.push(...(await measured(page, `${query}, where it could go`, lightsOf(nth, screen))));
      await page.locator('.space.ahead').first().click();
      await page.locator('.ghost').waitFor();
      found.push(...(await measured(page, `${query}, planned`, lightsOf(nth + 1, screen))));
    }
    expect(found).toEqual([]);
    expect(ada.complaints).toEqual([]);
    await ada.leave();
  }, 900_000);
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
