/** Time 'n' Space against bots, through the page alone: whole games by keys and on a phone. */

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
async function sitDown(person: Person, options: Record<string, unknown> = {}): Promise<void> {
  await person.open('/');
  await person.page.request.put('/api/v1/me', { data: { name: 'Ada' } });
  await openTable(person, { ...SHORT, options: { ...SHORT.options, ...options } });
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

test('on a phone: all in view, big enough for a finger, played by touch', async () => {
  const ada = await Person.arrive(browser, address, { viewport: PHONE, touch: true });
  const { page } = ada;
  await sitDown(ada);
  expect(await sideways(page)).toBe(false);
  expect(await tooSmall(page)).toEqual([]);
  await playOut(page, step);
  const log = await told(page);
  expect(log).toMatch(/You turn a timer over onto/);
  expect(log).toMatch(/You produce a/);
  expect(log).toMatch(/Time is up/);
  contented(ada);
  await ada.leave();
});

/** With Tab, as somebody would who has no pointer. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let nth = 0; nth < 120; nth++) {
    const there = (wanted: string) => document.activeElement?.matches(wanted) ?? false;
    if (await page.evaluate(there, selector)) return;
    await page.keyboard.press('Tab');
  }
}

const letterOf = async (page: Page, selector: string, nth = 0): Promise<string | null> => {
  const all = page.locator(selector);
  const count = await all.count();
  if (count === 0) return null;
  const on = await all.nth(nth % count).getAttribute('data-on', { timeout: 500 });
  return on === 'research' ? 'x' : (on?.toLowerCase() ?? null);
};

/** A building that was built and waits to be flipped. */
const SECOND = (state: string): string => `.mat .place${state}:has(.top b:text-is("II"))`;

/** One step with the keys: fetch a tile, build it, flip it, and else whatever is lit. */
async function byKeys(page: Page, nth: number): Promise<void> {
  const { keyboard } = page;
  const any = async (selector: string): Promise<boolean> =>
    (await page.locator(selector).count()) > 0;
  const press = async (key: string | null): Promise<boolean> => {
    if (key !== null) await keyboard.press(key);
    return key !== null;
  };
  if (await any('.choice .ways')) return keyboard.press('5');
  if (await any('.rack button.usable:visible')) {
    if (await any('.rack button.picked:visible')) {
      if (await press(await letterOf(page, '.mat .place.step'))) return;
    }
    await tabTo(page, '.rack button.usable');
    return keyboard.press('Enter');
  }
  if (await any('.card.held')) {
    if (await any('.card.held .second:text-is("Flip to III")')) {
      await tabTo(page, '.card.held .second:not([aria-keyshortcuts])');
      return keyboard.press('Enter');
    }
    if (!(await press(await letterOf(page, '.mat .place.step')))) await keyboard.press('0');
    return;
  }
  const ready = page.locator('.card.ready');
  if (await ready.count()) {
    const card = Number(await ready.first().getAttribute('data-card', { timeout: 500 })) + 1;
    const lift = (await any(SECOND('.called'))) ? 'Shift+' : '';
    return keyboard.press(`${lift}Digit${card}`);
  }
  if (await press(await letterOf(page, '.mat .research.turn'))) return;
  if (await press(await letterOf(page, SECOND('.turn')))) return;
  if (await any('.mat .ship.turn')) {
    await keyboard.press('s');
    return keyboard.press('Enter');
  }
  await press(await letterOf(page, '.mat .place.turn:not(.ship)', nth));
}

test('a whole game by keys alone, with a tile that is taken, built and flipped', async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await sitDown(ada, { mode: 'full', minutes: 2 });
  let nth = 0;
  // What is lit may be gone a moment later, as everybody plays at once.
  await playOut(page, async () => byKeys(page, nth++).catch(() => undefined));
  const log = await told(page);
  expect(log).toMatch(/You turn a timer over onto/);
  expect(log).toMatch(/[Yy]our ship sets off/);
  expect(log).toMatch(/You take a .* tile from/);
  expect(log).toMatch(/You build a stage II/);
  expect(log).toMatch(/You flip ., a .*, to stage III/);
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
