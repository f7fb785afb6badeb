/** The plain board, for games without another and for people who prefer it: at a desk, on a phone, by keys. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from './axe';
import { openBrowser, Person, PHONE } from './browser';
import type { Manner } from './browser';
import { sideways, tooSmall } from './fingers';
import { openTable } from './pages';
import { contented, nameMe, playNow, readWhyNot, until } from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

const PLACES: [string, Manner][] = [
  ['at a desk', { plain: true }],
  ['on a phone', { viewport: PHONE, touch: true, plain: true }],
];

const mat = (page: Page) => page.getByRole('region', { name: 'Your mat' });
const group = (page: Page, title: string) => mat(page).getByRole('group', { name: title });

/** Do the first of these that can be done; acts come and go by the moment. */
async function press(page: Page, ...selectors: string[]): Promise<boolean> {
  for (const selector of selectors) {
    const found = mat(page).locator(selector).first();
    if (!(await found.count())) continue;
    return found.click({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  }
  return false;
}

/** What was told, whether the log stands open or behind the one line of a phone. */
async function told(page: Page): Promise<string> {
  const log = page.getByRole('log', { name: 'What happened' });
  if (await log.count()) return log.innerText();
  await page.getByRole('button', { name: /^Log and chat/ }).click();
  const words = await log.innerText();
  await page.keyboard.press('Escape');
  return words;
}

async function fits(page: Page): Promise<void> {
  expect(await sideways(page)).toBe(false);
  expect(await tooSmall(page)).toEqual([]);
  expect(await axe(page)).toEqual([]);
}

test.each(PLACES)('a turn of A Time of Chaos %s', async (_, manner) => {
  const ada = await Person.arrive(browser, address, manner);
  const { page } = ada;
  await playNow(ada, 'A Time of Chaos');
  await group(page, 'Start in').waitFor({ timeout: 90_000 });
  await fits(page);

  // A city of the map is lit, and leaves only what can be done with it.
  const city = page.getByRole('region', { name: 'What is on the table' }).locator('.lit').first();
  const name = await city.innerText();
  await city.click();
  await group(page, 'Search results')
    .getByRole('button', { name: `Start in ${name}` })
    .click();
  await until('my pawn stands there', async () => (await told(page)).includes(`start in ${name}`));

  const end = mat(page).getByRole('button', { name: 'End the turn' });
  await end.waitFor({ timeout: 90_000 });
  await fits(page);
  const travel = '[data-act="travel"]';
  await until('I have travelled', async () => {
    await press(page, travel, '[data-act="send"]');
    return (await told(page)).includes(`You travel from ${name}`);
  });
  await until('my turn is over', async () => {
    await press(page, '[data-act="end_turn"]');
    return (await mat(page).locator('[data-act]').count()) === 0;
  });
  contented(ada);
  await ada.leave();
});

test.each(PLACES)("a turn of Time 'n' Space %s", async (_, manner) => {
  const ada = await Person.arrive(browser, address, manner);
  const { page } = ada;
  await nameMe(ada, 'Ada');
  await openTable(ada, {
    game: 'time-n-space',
    bots: ['club', 'club'],
    pace: 100,
    start: true,
    options: { timer_seconds: 5, setup_seconds: 120 },
  });
  // Two of very many first orders: colour, value and place, one after the other.
  await group(page, 'Choose a first order').waitFor();
  await fits(page);
  await until('both orders are chosen', async () => {
    await press(page, '[data-act="choose_order"]', '[data-step="choose_order"]');
    return (await told(page)).includes('You have chosen 2 of 2');
  });
  await group(page, 'Turn a timer over').waitFor({ timeout: 60_000 });
  await fits(page);
  // The orders lie on A and B, so C has room for a good.
  await group(page, 'Turn a timer over').getByRole('button', { name: 'onto C' }).click();
  await mat(page)
    .getByRole('img', { name: /^C: 0:0\d left$/ })
    .waitFor();
  await mat(page)
    .getByRole('button', { name: /^Lift the timer from C/ })
    .click({ timeout: 60_000 });
  await until('something was produced', async () => {
    await press(page, '[data-act="fill"]');
    return /You produce a \w+ good at C/.test(await told(page));
  });
  contented(ada);
  await ada.leave();
});

test('what comes too late is refused with its rule, one click away', async () => {
  const ada = await Person.arrive(browser, address, { plain: true });
  const { page } = ada;
  await playNow(ada, 'A Time of Chaos');
  await group(page, 'Start in').waitFor({ timeout: 90_000 });
  // Two taps before the first is answered: when the second arrives, the pawn stands already.
  await page.evaluate(() => {
    for (const one of [...document.querySelectorAll('[data-act="place_pawn"]')].slice(0, 2)) {
      one.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }
  });
  await readWhyNot(page, /TC-/);
  contented(ada);
  await ada.leave();
});

test('by keys alone: search, and do what is left', async () => {
  const ada = await Person.arrive(browser, address, { plain: true });
  const { page } = ada;
  await playNow(ada, 'A Time of Chaos');
  const first = group(page, 'Start in').getByRole('button').first();
  await first.waitFor({ timeout: 90_000 });
  const name = await first.innerText();
  await page.keyboard.press('/');
  await page.keyboard.type(name.slice(0, 4).toLowerCase());
  await expect.poll(() => group(page, 'Search results').getByRole('button').count()).toBe(1);
  await page.keyboard.press('Enter');
  await until('my pawn stands there', async () => (await told(page)).includes(`start in ${name}`));
  contented(ada);
  await ada.leave();
});
