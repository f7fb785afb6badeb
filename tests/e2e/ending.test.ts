/** How a game ends on every screen: a moment of the board, and then the result beside it. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from './axe';
import { openBrowser, Person, PHONE, type Manner } from './browser';
import { holdStill, tooFaintInAnyLight } from './contrast';
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

const WATCH = 'game=watch&film=0&frame=7';
const OUT_OF_TIME = 'game=out-of-time&film=0&frame=7';
const SEEN_BY_A_WATCHER = 'game=watch&film=2&frame=0';

async function open(
  query: string,
  manner: Manner = {},
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Person> {
  const ada = await Person.arrive(browser, gallery.address, manner);
  await prepare?.(ada.page);
  await ada.page.goto(`${gallery.address}gallery.html?${query}&shell&rate=0`);
  await ada.page.locator('.room .board svg').first().waitFor();
  return ada;
}

interface Films {
  film: { end(winners: number[]): void; room(changed: object): void; send(text: string): void };
}

const end = (page: Page, winners: number[]): Promise<void> =>
  page.evaluate((won) => (globalThis as unknown as Films).film.end(won), winners);

const sheet = (page: Page) => page.getByRole('dialog', { name: 'The end' });
const moment = (page: Page) => page.locator('.moment');

test('the winner has a moment of their own, and then the result comes up by itself', async () => {
  const ada = await open(WATCH);
  await end(ada.page, [0]);
  await moment(ada.page).getByText('You win!').waitFor();
  expect(await sheet(ada.page).count()).toBe(0);
  await sheet(ada.page).getByRole('heading', { name: 'You won', level: 1 }).waitFor();
  expect(await moment(ada.page).count()).toBe(0);
  expect(ada.complaints).toEqual([]);
  await ada.leave();
});

test('the others see who wins, calmly', async () => {
  const ada = await open(OUT_OF_TIME);
  await end(ada.page, [3]);
  await moment(ada.page).getByText('Dag wins').waitFor();
  expect(await ada.page.locator('.moment.mine').count()).toBe(0);
  await sheet(ada.page).getByRole('heading', { name: 'Dag won' }).waitFor();
  await ada.leave();
});

test('several who win share the win', async () => {
  const ada = await open(WATCH);
  await end(ada.page, [0, 2]);
  await moment(ada.page).getByText('You share the win!').waitFor();
  await ada.leave();
});

test('a watcher reads in the line who wins', async () => {
  const wil = await open(SEEN_BY_A_WATCHER);
  await end(wil.page, [1]);
  await wil.page
    .locator('.said')
    .getByText(/^Bo wins\./)
    .waitFor();
  await sheet(wil.page).getByRole('heading', { name: 'Bo won' }).waitFor();
  expect(await sheet(wil.page).getByRole('button', { name: 'Play again' }).count()).toBe(0);
  await wil.leave();
});

test('a tap or a key brings the result up, but not the tap that was on its way', async () => {
  for (const hurry of ['click', 'key'] as const) {
    const ada = await open(WATCH);
    const { page } = ada;
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    const press = (): Promise<void> =>
      hurry === 'click' ? page.locator('.board').first().click() : page.keyboard.press('x');
    await end(page, [0]);
    await moment(page).waitFor();
    await press();
    expect(await sheet(page).count()).toBe(0);
    await page.clock.runFor(700);
    expect(await sheet(page).count()).toBe(0);
    await press();
    expect(await sheet(page).count()).toBe(1);
    await ada.leave();
  }
});

test('whoever opens a table that is over sees the result at once', async () => {
  const ada = await open(`${WATCH}&won=0`);
  await sheet(ada.page).waitFor();
  expect(await moment(ada.page).count()).toBe(0);
  await ada.leave();
});

test('a line that breaks and comes back does not bring the moment again', async () => {
  const ada = await open(WATCH);
  const { page } = ada;
  await end(page, [0]);
  await sheet(page).waitFor();
  await page.evaluate(() =>
    (globalThis as unknown as Films).film.send(JSON.stringify({ type: 'hello' })),
  );
  await page.waitForTimeout(100);
  expect(await moment(page).count()).toBe(0);
  expect(await sheet(page).count()).toBe(1);
  await ada.leave();
});

/** How high the first notes of the two sounds are with which a game ends. */
const WIN = 523.3;
const END = 392;

test('winning sounds like it, and the end of a game sounds otherwise to the others', async () => {
  for (const [winner, sounds, not] of [
    [0, WIN, END],
    [2, END, WIN],
  ] as const) {
    const ada = await open(WATCH, {}, (page) =>
      page.addInitScript(() => {
        localStorage.setItem('sandtable.sound', 'on');
        const all = globalThis as unknown as { tones: number[] };
        all.tones = [];
        const set = AudioParam.prototype.setValueAtTime;
        AudioParam.prototype.setValueAtTime = function (value, at) {
          all.tones.push(value);
          return set.call(this, value, at);
        };
      }),
    );
    await end(ada.page, [winner]);
    const tones = (): Promise<number[]> =>
      ada.page.evaluate(() => (globalThis as unknown as { tones: number[] }).tones);
    await expect.poll(tones, { timeout: 10_000 }).toContain(sounds);
    expect(await tones()).not.toContain(not);
    await ada.leave();
  }
});

test('with little motion there are the words, and nothing moves', async () => {
  for (const query of [WATCH, OUT_OF_TIME]) {
    const ada = await open(query, { reducedMotion: 'reduce' });
    const { page } = ada;
    await page.waitForTimeout(500);
    await end(page, [0]);
    await moment(page).waitFor();
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .map((one) => one.effect as KeyframeEffect)
        // To fade is not to move.
        .filter((effect) => effect.getKeyframes().some((frame) => 'transform' in frame))
        .map((effect) => effect.target)
        .filter((target) => target?.closest('.moment, .last, .lid, [data-pawn]'))
        .map((target) => target?.outerHTML.slice(0, 60)),
    );
    expect(moving).toEqual([]);
    await sheet(page).waitFor();
    await ada.leave();
  }
});

test('the board shows it: pawns bow in order, the last card turns', async () => {
  const ada = await open(WATCH);
  await end(ada.page, [0]);
  await moment(ada.page).waitFor();
  const delays = await ada.page.evaluate(() =>
    [...document.querySelectorAll('[data-pawn] > g')].map((pawn) =>
      Math.max(0, ...pawn.getAnimations().map((one) => Number(one.effect?.getTiming().delay))),
    ),
  );
  expect(new Set(delays.filter((delay) => delay > 0)).size).toBe(3);
  await ada.leave();

  const bo = await open(OUT_OF_TIME);
  expect(await bo.page.locator('.last').count()).toBe(0);
  await end(bo.page, [1]);
  await bo.page.locator('.last').waitFor({ state: 'attached' });
  await sheet(bo.page).waitFor();
  expect(await bo.page.locator('.last').count()).toBe(0);
  await bo.leave();
});

test('the sheet is closed by Escape and by Back, and comes back by its button', async () => {
  const ada = await open(`${WATCH}&won=0`, { viewport: PHONE });
  const { page } = ada;
  await sheet(page).waitFor();
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Result' }).click();
  await sheet(page).waitFor();
  await page.goBack();
  await sheet(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Result' }).click();
  await sheet(page).getByRole('button', { name: 'Table', exact: true }).click();
  await sheet(page).waitFor({ state: 'detached' });
  await ada.leave();
});

test('whoever plays again gets a check mark, and the others are asked with the seconds left', async () => {
  const ada = await open(`${WATCH}&won=0`);
  const { page } = ada;
  await sheet(page).waitFor();
  await page.evaluate(() =>
    (globalThis as unknown as Films).film.room({
      rematch: 'next',
      again: { came: [1, 2], ends: performance.now() + 14_000, begun: false },
    }),
  );
  await sheet(page)
    .getByText(/^Bo and Cleo are in for another game\. 1[34]$/)
    .waitFor();
  const line = (name: string) => sheet(page).getByRole('listitem').filter({ hasText: name });
  expect(await line('Bo').locator('.in').count()).toBe(1);
  expect(await line('Dag').locator('.in').count()).toBe(0);
  await page.evaluate(() =>
    (globalThis as unknown as Films).film.room({
      rematch: 'next',
      again: { came: [1, 2], ends: null, begun: true },
    }),
  );
  await sheet(page).getByRole('button', { name: 'Join them' }).waitFor();
  await sheet(page).getByText('A bot is playing for you until you join.').waitFor();
  await ada.leave();
});

for (const { width, height } of SCREENS) {
  test(`moment and result fit ${width} x ${height}`, async () => {
    const found: string[] = [];
    for (const query of [
      WATCH,
      OUT_OF_TIME,
      SEEN_BY_A_WATCHER,
      'game=out-of-time&film=2&frame=0',
      'game=watch&film=1&frame=0',
    ]) {
      const ada = await open(query, { viewport: { width, height } });
      const { page } = ada;
      const measure = async (when: string): Promise<void> => {
        const wrong = [...(await tooSmallOrCut(page)), ...(await overlaps(page))];
        if (when === 'result') {
          await holdStill(page);
          wrong.push(...(await tooFaintInAnyLight(page)));
        }
        found.push(...wrong.map((one) => `${query}, ${when}: ${one}`));
      };
      await end(page, [0]);
      await page.locator('.moment, .said').first().waitFor();
      await measure('moment');
      await sheet(page).waitFor();
      await page.waitForTimeout(400);
      await measure('result');
      if (width === 390 || width === 1280) {
        found.push(...(await axe(page)).map((one) => `${query}, result: ${one}`));
      }
      // The board is still there to be looked at.
      const box = await page.locator('.room .board').first().boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThan(150);
      expect(ada.complaints).toEqual([]);
      await ada.leave();
    }
    expect(found).toEqual([]);
  });
}
