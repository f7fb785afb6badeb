/** Time 'n' Space through the page alone: whole games by hand, by keys and on a phone. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person, PHONE } from './browser';
import { sideways, tooSmall } from './fingers';
import { openTable } from './pages';
import { contented, isOver, until, wholeLog } from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

/** One minute at twice the speed, with glasses of a few seconds. */
const SHORT = {
  game: 'time-n-space',
  bots: ['club', 'club'],
  start: true,
  pace: 200,
  options: {
    mode: 'introductory',
    minutes: 1,
    timer_seconds: 5,
    setup_seconds: 60,
    owner_seconds: 3,
    final_seconds: 5,
  },
};

/** Whatever there is to do first, as somebody would who does what is lit. */
const WAYS = [
  '.choice .ways button',
  '.card .main',
  '.mat .place.step',
  '.rack button.usable:not(.picked):visible',
  '.card.held .second:has-text("Done")',
  '.mat .place.called',
];

async function press(page: Page, selector: string, nth = 0): Promise<boolean> {
  const found = page.locator(selector);
  const count = await found.count();
  if (count === 0) return false;
  // What is lit may be gone a moment later, as everybody plays at once.
  return found
    .nth(nth % count)
    .click({ timeout: 500 })
    .then(
      () => true,
      () => false,
    );
}

let turn = 0;
async function step(page: Page): Promise<void> {
  if (await page.locator('.rack button.picked:visible').count()) {
    if (await press(page, '.mat .place.step')) return;
  }
  for (const way of WAYS) if (await press(page, way)) return;
  // Plants, stations and the ship in turn.
  turn += 1;
  if (turn % 3 === 0 && (await press(page, '.disc.turn', turn))) return;
  await press(page, '.mat .place.turn', turn);
}

/** At a short game against two bots. */
async function sitDown(person: Person): Promise<void> {
  await person.open('/');
  await person.page.request.put('/api/v1/me', { data: { name: 'Ada' } });
  await openTable(person, SHORT);
  await person.page.locator('.disc').first().waitFor();
}

async function playOut(page: Page, one: (page: Page) => Promise<void>): Promise<void> {
  await until(
    'the game is over',
    async () => {
      if (await isOver(page)) return true;
      await one(page);
      return false;
    },
    120_000,
  );
}

/** The log, which is folded away where the board needs the width. */
async function told(page: Page): Promise<string> {
  const log = page.getByRole('log', { name: 'What happened' });
  if (!(await log.isVisible())) await page.keyboard.press('t');
  return (await wholeLog(page)).join('\n');
}

/** The points in the result, and those of the columns they are made of. */
async function result(page: Page): Promise<{ points: number[]; columns: number[] }> {
  const sheet = page.getByRole('dialog', { name: 'The end' });
  const columns = await sheet
    .locator('.sheet')
    .evaluateAll((all) =>
      all.map((one) =>
        [...one.querySelectorAll('.column')]
          .map((column) => Number(/(\d+)\s*$/.exec(column.textContent ?? '')?.[1] ?? 0))
          .reduce((sum, points) => sum + points, 0),
      ),
    );
  const points = await page
    .locator('.panel .points')
    .evaluateAll((all) => all.map((one) => Number.parseInt(one.textContent ?? '', 10)));
  return { points, columns };
}

test('a whole introductory game by hand', async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await sitDown(ada);
  await playOut(page, step);
  const log = await told(page);
  expect(log).toMatch(/You turn a timer over onto/);
  expect(log).toMatch(/You produce a/);
  expect(log).toMatch(/Time is up/);
  const { points, columns } = await result(page);
  expect(columns.length).toBeGreaterThan(1);
  expect([...columns].sort()).toEqual([...points].sort());
  contented(ada);
  await ada.leave();
});

test('on a phone: all in view, big enough for a finger, played by touch', async () => {
  const ada = await Person.arrive(browser, address, { viewport: PHONE, touch: true });
  const { page } = ada;
  await sitDown(ada);
  expect(await sideways(page)).toBe(false);
  expect(await tooSmall(page)).toEqual([]);
  await playOut(page, step);
  contented(ada);
  await ada.leave();
});

test('by keys alone', async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await sitDown(ada);
  let nth = 0;
  const keys = async (): Promise<void> => {
    const { keyboard } = page;
    nth += 1;
    if (await page.locator('.choice').count()) return keyboard.press('5');
    const usable = page.locator('.rack button.usable:visible');
    if ((await usable.count()) && !(await page.locator('.rack button.picked:visible').count())) {
      await usable.first().focus();
      await keyboard.press('Enter');
      return;
    }
    const lit = page.locator('.mat .place.step, .mat .place.turn');
    if (await page.locator('.card.ready').count()) {
      const card = await page.locator('.card.ready').first().getAttribute('data-card');
      return keyboard.press(String(Number(card) + 1));
    }
    if (nth % 4 === 0 && (await page.locator('.disc.turn').count())) {
      await keyboard.press('s');
      return keyboard.press('Enter');
    }
    if (await lit.count()) {
      const on = await lit.nth(nth % (await lit.count())).getAttribute('data-on');
      return keyboard.press(on === 'research' ? 'x' : (on ?? 'a').toLowerCase());
    }
    if (await page.locator('.card.held').count()) await keyboard.press('0');
  };
  await playOut(page, async () => keys().catch(() => undefined));
  const log = await told(page);
  expect(log).toMatch(/You turn a timer over onto/);
  expect(log).toMatch(/[Yy]our ship sets off/);
  contented(ada);
  await ada.leave();
});

test('somebody new is offered the introductory game, and the full one with one click', async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await ada.open('/');
  const card = page.locator('article', {
    has: page.getByRole('heading', { name: "Time 'n' Space" }),
  });
  await card.getByText(/The introductory game: 12 minutes/).waitFor();
  await card.getByRole('button', { name: 'The full game instead' }).click();
  await page.reload();
  await card.getByText(/The full game: 30 minutes/).waitFor();
  contented(ada);
  await ada.leave();
});
