/** A Time of Chaos on its board: whole games at a desk and on a phone, by taps and by keys. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from './axe';
import { openBrowser, Person, PHONE } from './browser';
import { sideways, tooSmall } from './fingers';
import { openTable } from './pages';
import { contented, isOver, nameMe, playNow, playToTheEnd, until } from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

const says = (page: Page): Promise<string> =>
  page
    .locator('.line p')
    .first()
    .innerText()
    .catch(() => '');

/** Tap one of the first kind of these that is there: deliver rather than search, search than walk. */
async function step(page: Page): Promise<void> {
  await page.evaluate(() => {
    const wanted = [
      '.tile.armed',
      '.deck.armed',
      '.end.sure',
      '.cloak.lit',
      '.tile.lit:has(.pays)',
      '.hand .card.lit',
      '.cards .card.lit',
      '.deck.lit',
      '.tile.lit',
      '.end:not([aria-disabled="true"])',
    ];
    for (const selector of wanted) {
      const all = [...document.querySelectorAll<HTMLElement>(selector)];
      const found = all[Math.floor(Math.random() * all.length)];
      if (!found) continue;
      found.click();
      return;
    }
  });
}

/** At a short game against a bot. */
async function sitDown(person: Person): Promise<void> {
  await nameMe(person, 'Ada');
  await openTable(person, {
    game: 'time-of-chaos',
    bots: ['random'],
    pace: 200,
    start: true,
    options: { stall_rounds: 5, first: 0 },
  });
  await person.page.locator('.tile').first().waitFor();
}

test('a whole game at a desk, through the page alone', async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await sitDown(ada);
  await playToTheEnd([page], step);
  const sheet = page.getByRole('dialog', { name: 'The end' });
  expect(await sheet.innerText()).toMatch(/Ada/);
  contented(ada);
  await ada.leave();
});

test('on a phone: all in view, big enough, one era at a time, a journey along the lane', async () => {
  const ada = await Person.arrive(browser, address, { viewport: PHONE, touch: true });
  const { page } = ada;
  await playNow(ada, 'A Time of Chaos');
  await page.locator('.tile.lit').first().waitFor({ timeout: 90_000 });
  expect(await sideways(page)).toBe(false);
  expect(await tooSmall(page)).toEqual([]);
  expect(await axe(page)).toEqual([]);
  await page.locator('.tile.lit').first().tap();
  await until('it asks again', async () => /Tap again/.test(await says(page)));
  await page.locator('.tile.armed').tap();
  // My own turn, with the city of my pawn on the table.
  const end = page.getByRole('button', { name: /^End turn/ });
  await until(
    'it is my turn',
    async () => (await end.getAttribute('aria-disabled')) === 'false',
    90_000,
  );
  expect(await tooSmall(page)).toEqual([]);
  await page
    .locator('.tile:has(.pawn)', { has: page.locator('.ring') })
    .first()
    .tap();
  await page.getByRole('region', { name: /through the eras$/ }).waitFor();
  expect(await tooSmall(page)).toEqual([]);
  await page.getByRole('button', { name: 'Back to the grid' }).tap();
  const travel = page.locator('.tile.lit[aria-label$="Travel here."]').first();
  // Until the rules have answered, a tap does nothing; one that did must not be followed by another.
  await until('the rules have spoken', async () => {
    await travel.tap({ timeout: 2000 }).catch(() => undefined);
    await page.waitForTimeout(1000);
    return /2 actions left/.test(await says(page));
  });
  await page.getByRole('button', { name: /^Take back the way to/ }).tap();
  await until('it is taken back', async () => /3 actions left/.test(await says(page)));
  contented(ada);
  await ada.leave();
});

test('a whole game on a phone', async () => {
  const ada = await Person.arrive(browser, address, { viewport: PHONE, touch: true });
  const { page } = ada;
  await sitDown(ada);
  await playToTheEnd([page], step);
  contented(ada);
  await ada.leave();
});

test('a whole game with the keys alone', async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await sitDown(ada);
  const focused = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  const toBoard = async (): Promise<void> => {
    await page.keyboard.press('l');
    for (let i = 0; i < 40 && !/, (past|present|future);/.test(await focused()); i++) {
      await page.keyboard.press('Tab');
    }
  };
  const deeds = /(Start|Travel|Let disorder|Restore|Lay the cube)[^.]*\.$/;
  const walk = async (): Promise<boolean> => {
    const keys = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'];
    for (let i = 0; i < 40; i++) {
      if (deeds.test(await focused())) return true;
      await page.keyboard.press(keys[Math.floor(Math.random() * keys.length)]!);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    return false;
  };
  let walked = 0;
  await until(
    'the game is over',
    async () => {
      if (await isOver(page)) return true;
      const words = await says(page);
      if (/Tap again|Tap the ones/.test(words) && !/End the turn/.test(words)) {
        if (!deeds.test(await focused())) await toBoard();
        if (await walk()) await page.keyboard.press('Enter');
      } else if (/where does the cube go|under the cloak|or the cloak/.test(words)) {
        await page.keyboard.press('1');
      } else if (/^Your pawn/.test(words) || (/actions? left/.test(words) && walked < 6)) {
        walked += 1;
        await toBoard();
        if (await walk()) await page.keyboard.press('Enter');
      } else if (/actions? left|End the turn/.test(words)) {
        await page.keyboard.press('e');
      }
      return false;
    },
    150_000,
  );
  contented(ada);
  await ada.leave();
});
