/**
 * Every recorded moment and every choice in it on every screen: big enough to tap and to read, nothing over
 * anything, a board that has the room it needs, and nothing too faint in either light.
 */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person } from './browser';
import { holdStill, tooFaint, tooFaintInAnyLight, type Light } from './contrast';
import { openGallery, type Gallery } from './gallery';
import { CHOICES, firstScreen, goTo, recorded } from './moments';
import { overlaps, SCREENS, tooLittleBoard, tooSmallOrCut } from './yardstick';

let browser: Browser;
let gallery: Gallery;

beforeAll(async () => {
  [browser, gallery] = await Promise.all([openBrowser(), openGallery()]);
});
afterAll(async () => {
  await browser.close();
  await gallery.close();
});

/**
 * In which lights the contrast of a moment is measured on a screen. Pictures take time: each moment
 * has one screen for the day and another for the night, and `make soak` takes them all.
 */
function lightsOf(moment: number, screen: number): Light[] {
  if (process.env['SOAK']) return ['dark', 'light'];
  const turn = (moment + screen) % SCREENS.length;
  return turn === 0 ? ['dark'] : turn === SCREENS.length / 2 ? ['light'] : [];
}

/** All that is wrong with a moment on one screen. */
async function measured(page: Page, lights: Light[]): Promise<string[]> {
  const wrong = [
    ...(await tooSmallOrCut(page)),
    ...(await overlaps(page)),
    ...(await tooLittleBoard(page)),
  ];
  return [...wrong, ...(await tooFaintInAnyLight(page, lights))];
}

/** The page has taken its new size: boards measure themselves, and lay themselves out again. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(async () => {
    for (let nth = 0; nth < 3; nth++) await new Promise(requestAnimationFrame);
  });
}

for (const game of ['watch', 'out-of-time', 'time-of-chaos', 'time-n-space']) {
  test(`${game}: every moment and every choice on every screen`, async () => {
    const ada = await Person.arrive(browser, gallery.address);
    const { page } = ada;
    const all = [...(await recorded(page, gallery.address)), ...CHOICES];
    const moments = all.filter((one) => one.game === game);
    expect(moments.length).toBeGreaterThan(10);
    const found: string[] = [];
    for (const [nth, moment] of moments.entries()) {
      await resize(page, firstScreen(moment, SCREENS[0]));
      await goTo(page, gallery.address, moment);
      for (const [screen, size] of SCREENS.entries()) {
        await resize(page, size);
        const wrong = await measured(page, lightsOf(nth, screen));
        found.push(...wrong.map((one) => `${moment.name}, ${size.width}x${size.height}: ${one}`));
      }
    }
    expect(found).toEqual([]);
    expect(ada.complaints).toEqual([]);
    await ada.leave();
  }, 900_000);
}

test('a board that has too little room is found', async () => {
  const ada = await Person.arrive(browser, gallery.address);
  const { page } = ada;
  const [moment] = (await recorded(page, gallery.address)).filter((one) => one.game === 'watch');
  for (const [size, style] of [
    [{ width: 360, height: 640 }, 'height: 300px'],
    [{ width: 844, height: 390 }, 'width: 300px'],
    [{ width: 1280, height: 720 }, 'height: 500px'],
  ] as const) {
    await resize(page, size);
    await goTo(page, gallery.address, moment!);
    expect(await tooLittleBoard(page)).toEqual([]);
    await page.locator('section.board [data-game]').evaluate((one, css) => {
      (one as HTMLElement).style.cssText += css;
    }, style);
    expect(await tooLittleBoard(page)).not.toEqual([]);
  }
  await ada.leave();
});

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
