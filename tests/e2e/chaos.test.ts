/** A Time of Chaos on its board: whole games among people, on a phone, and by keys. */

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from './axe';
import { openBrowser, Person, PHONE } from './browser';
import { sideways, tooSmall } from './fingers';
import { openTable } from './pages';
import { Server } from './server';
import {
  contented,
  isOver,
  join,
  nameMe,
  playNow,
  playToTheEnd,
  readWhyNot,
  setUp,
  until,
  wholeLog,
} from './table';

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

/** The log after the end, which is folded away where the board needs the width. */
async function told(page: Page): Promise<string> {
  await page.keyboard.press('Escape');
  const log = page.getByRole('log', { name: 'What happened' });
  if (!(await log.isVisible())) await page.keyboard.press('t');
  return (await wholeLog(page)).join('\n');
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

test('a whole game of two people, one at a desk and one with a phone', async () => {
  const [ada, bo] = await Promise.all([
    Person.arrive(browser, address),
    Person.arrive(browser, address, { viewport: PHONE, touch: true }),
  ]);
  await Promise.all([nameMe(ada, 'Ada'), nameMe(bo, 'Bo')]);
  const link = await setUp(ada, {
    game: 'time-of-chaos',
    seats: 2,
    options: { stall_rounds: 5 },
  });
  await join(bo, link);
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  await playToTheEnd([ada.page, bo.page], step);
  for (const { page } of [ada, bo]) {
    const sheet = await page.getByRole('dialog', { name: 'The end' }).innerText();
    expect(sheet).toMatch(/Ada/);
    expect(sheet).toMatch(/Bo/);
  }
  contented(ada, bo);
  await Promise.all([ada.leave(), bo.leave()]);
});

const tile = (page: Page, era: string, city: string): Locator =>
  page.locator(`[data-tile="${era} ${city}"]`);
const reads = (page: Page, words: RegExp): Promise<void> =>
  until(`it says ${words}`, async () => words.test(await says(page)));

/** What cannot be taken back: the first tap asks, the second does it. */
async function twice(page: Page, place: Locator): Promise<void> {
  await place.click();
  await reads(page, /Tap again/);
  await place.click();
}

/** What can be taken back, by one tap; by two as long as the rules have not answered yet. */
async function once(page: Page, place: Locator, words: RegExp): Promise<void> {
  await page.locator('.coming li').first().waitFor({ state: 'attached' });
  await place.click();
  await reads(page, new RegExp(`${words.source}|Tap again`));
  if (!words.test(await says(page))) await place.click();
  await reads(page, words);
}

async function endTurn(page: Page): Promise<void> {
  await page.locator('.end').click();
  await reads(page, /End the turn\? Tap again/);
  await page.locator('.end').click();
}

/** No fault in either light. */
async function clean(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction(
      (light) => document.documentElement.dataset['theme'] === light,
      colorScheme,
    );
    expect(await axe(page)).toEqual([]);
  }
}

test('three people, a bot and a watcher: a refusal, undo, cloak, the last round, a flip with its price, reload, a second window, and the replay through all eyes', async () => {
  const server = await Server.start({}, 'tests.e2e.prepared');
  const arrive = (manner = {}): Promise<Person> => Person.arrive(browser, server.url, manner);
  const [ada, bo, cleo, wil] = await Promise.all([
    arrive(),
    arrive({ viewport: PHONE, touch: true }),
    arrive({ viewport: { width: 820, height: 1180 } }),
    arrive(),
  ]);
  await Promise.all([nameMe(ada, 'Ada'), nameMe(bo, 'Bo'), nameMe(cleo, 'Cleo')]);
  const link = await setUp(ada, { game: 'time-of-chaos', seats: 4 });
  await join(bo, link);
  await join(cleo, link);
  await ada.page.getByRole('button', { name: 'Fill with bots' }).click();
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  await wil.open(link);
  await wil.page.getByText('You are watching').waitFor();

  // The pawns, counter-clockwise.
  for (const [who, city] of [
    [cleo, 'Hobart'],
    [bo, 'Lisbon'],
    [ada, 'Kyoto'],
  ] as const) {
    await reads(who.page, /^Place your pawn/);
    await twice(who.page, tile(who.page, 'present', city));
  }

  // Ada: what is not lit is refused in words; a step is taken back; under the cloak to the future.
  const { page } = ada;
  await reads(page, /3 actions left/);
  const far = page.locator('section.present .tile:not(.lit):not([data-tile$=" Kyoto"])').first();
  const marked = page.locator('.vain').first().waitFor();
  await far.click();
  await marked;
  await readWhyNot(page, /next to yours/);
  await once(page, page.locator('.tile[aria-label$="Travel here."]').first(), /2 actions left/);
  await page.getByRole('button', { name: /^Take back the trip to/ }).click();
  await reads(page, /3 actions left/);
  await page.keyboard.press('u');
  await reads(page, /nothing this turn that can be taken back/);
  await clean(page);
  await tile(page, 'future', 'Kyoto').click();
  await page.locator('.cloak.lit').click();
  await reads(page, /2 actions left/);
  const ribbons = [bo, cleo, wil].map((one) =>
    one.page.locator('.ribbon', { hasText: 'The last round' }).waitFor(),
  );
  await once(page, page.locator('.hand .card.lit'), /1 action left/);
  await Promise.all(ribbons);
  await endTurn(page);

  // Bo: a card is seen, and that stands; a reload in the middle of the turn changes nothing.
  const phone = bo.page;
  await reads(
    phone,
    /^Your last turn\. 3 actions left\. At the end, Lisbon \(present\) falls: you −1/,
  );
  await twice(phone, phone.locator('.deck.lit'));
  await reads(phone, /2 actions left/);
  const held = (await phone.locator('.hand .card .unseen').first().innerText()).split(',')[0]!;
  await until('it says why not', async () => {
    await phone.getByRole('button', { name: 'Take back a step' }).tap({ force: true });
    return /card has been revealed/.test(await says(phone));
  });
  await once(phone, phone.locator('.tile[aria-label$="Travel here."]').first(), /1 action left/);
  const board = (): Promise<(string | null)[]> =>
    phone.locator('.tile').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  const before = await board();
  await phone.reload();
  await reads(phone, /1 action left/);
  expect(await board()).toEqual(before);
  await phone.getByRole('button', { name: /^Take back the trip to/ }).waitFor();
  await clean(phone);
  const blame = [ada, wil].map((one) =>
    one.page
      .locator('.blame', { hasText: 'Lisbon in the present falls into chaos. Bo is to blame.' })
      .waitFor(),
  );
  await endTurn(phone);
  await Promise.all(blame);

  // Cleo goes on in a second window, the bot has the last turn, and everybody sees the end.
  await reads(cleo.page, /^Your last turn/);
  const second = await cleo.context.newPage();
  await second.goto(cleo.page.url());
  await reads(second, /^Your last turn/);
  await cleo.page.getByRole('heading', { name: 'You are playing in another window' }).waitFor();
  await endTurn(second);
  await Promise.all(
    [ada.page, bo.page, second, wil.page].map((one) =>
      one.getByRole('dialog', { name: 'The end' }).waitFor({ timeout: 60_000 }),
    ),
  );
  expect(await wil.page.getByRole('region', { name: 'Your mat' }).count()).toBe(0);
  const sheet = await page.getByRole('dialog', { name: 'The end' }).innerText();
  for (const name of ['Ada', 'Bo', 'Cleo']) expect(sheet).toContain(name);
  const log = await told(page);
  for (const words of [
    /You take back the trip to/,
    /from the present to the future, unseen under the cloak/,
    /Disorder flows in Kyoto from the past: one of your cubes lands in the present/,
    /everybody else gets one more turn/,
    /Lisbon in the present falls into chaos; Bo keeps a cube there/,
    /Bo loses a point/,
    /It is Cleo's last turn/,
    /The last turn has been played/,
  ]) {
    expect(log).toMatch(words);
  }
  expect(log).not.toContain(held);

  // The card that Bo grabbed lies open to his eyes, and to nobody else's.
  await wil.open(`/r/${new URL(link).pathname.split('/').at(-1)}`);
  const eyes = wil.page.getByLabel('Whose view');
  await eyes.waitFor();
  await wil.page.keyboard.press('End');
  const shown = (): Promise<boolean> =>
    wil.page.locator('body').evaluate((all, name) => all.innerHTML.includes(name), held);
  const views = await eyes
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  expect(views).toHaveLength(6);
  for (const view of views) {
    await eyes.selectOption(view);
    const wanted = view === '1' || view === views[0];
    await until(
      `the card is ${wanted ? 'open' : 'hidden'} to ${view}`,
      async () => (await shown()) === wanted,
    );
  }
  contented(ada, bo, cleo, wil);
  await Promise.all([ada, bo, cleo, wil].map((one) => one.leave()));
  await server.close();
});

test('on a phone: all in view, big enough, one era at a time, a journey along the lane', async () => {
  const ada = await Person.arrive(browser, address, { viewport: PHONE, touch: true });
  const { page } = ada;
  await playNow(ada, 'A Time of Chaos');
  await page.locator('.tile.lit').first().waitFor({ timeout: 90_000 });
  expect(await sideways(page)).toBe(false);
  expect(await tooSmall(page)).toEqual([]);
  await clean(page);
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
  await page.getByRole('button', { name: /^Take back the trip to/ }).tap();
  await until('it is taken back', async () => /3 actions left/.test(await says(page)));
  contented(ada);
  await ada.leave();
});

test('a whole game with the keys alone', async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await sitDown(ada);
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const at = document.activeElement;
      return `${at?.getAttribute('data-tile') ?? at?.getAttribute('data-place') ?? ''}`;
    });
  /** With Tab to the board, and with the arrows from tile to tile. */
  const walkTo = async (wanted: string): Promise<void> => {
    const tiles = await page
      .locator('.tile')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-tile') ?? ''));
    for (let i = 0; i < 60 && !tiles.includes(await focused()); i++)
      await page.keyboard.press('Tab');
    const spot = (one: string): [number, number] => {
      const nth = tiles.indexOf(one);
      return [Math.floor(nth / 9) * 3 + (nth % 3), Math.floor((nth % 9) / 3)];
    };
    for (let i = 0; i < 12; i++) {
      const [from, to] = [spot(await focused()), spot(wanted)];
      if (from[0] === to[0] && from[1] === to[1]) return;
      const across = from[0] < to[0] ? 'ArrowRight' : 'ArrowLeft';
      const down = from[1] < to[1] ? 'ArrowDown' : 'ArrowUp';
      const at = await focused();
      await page.keyboard.press(from[0] === to[0] ? down : across);
      await until('the arrow has led on', async () => (await focused()) !== at);
    }
  };
  /** C leads to the cards of this era, H to the hand, and Tab from there to one that is lit. */
  const tabTo = async (key: string, wanted: string): Promise<boolean> => {
    await page.keyboard.press(key);
    for (let i = 0; i < 12; i++) {
      if ((await focused()) === wanted) return true;
      await page.keyboard.press('Tab');
    }
    return false;
  };
  const places = (selector: string, name: string): Promise<string[]> =>
    page
      .locator(selector)
      .evaluateAll((all, of) => all.map((one) => one.getAttribute(of) ?? ''), name);
  let acts = 0;
  const act = async (): Promise<void> => {
    acts += 1;
    const [home] = await places('.mat .card.lit', 'data-place');
    if (home && (await tabTo('h', home))) return page.keyboard.press('Enter');
    const found = await places('.deck.lit, .cards .card.lit', 'data-place');
    const card = found[acts % 4];
    if (card && (await tabTo('c', card))) return page.keyboard.press('Enter');
    const lit = await places('.tile.lit', 'data-tile');
    const one = lit[Math.floor(Math.random() * lit.length)];
    if (!one) return;
    await walkTo(one);
    await page.keyboard.press('Enter');
  };
  let paid = 0;
  await until(
    'the game is over',
    async () => {
      if (await isOver(page)) return true;
      const words = await says(page);
      if (/[Ww]here does the cube go|the cloak\?/.test(words)) {
        paid += 1;
        await page.keyboard.press(paid === 1 ? '3' : '1');
      } else if (/Tap again/.test(words)) await page.keyboard.press('Enter');
      else if (/^Place your pawn|actions? left|Tap where/.test(words)) await act();
      return false;
    },
    200_000,
  );
  const log = await told(page);
  // Played to the end with acts of its own in every turn, not by letting turns pass.
  const mine = log.match(/You (travel|grab|search|restore|bring)/g) ?? [];
  const turns = log.match(/It is your (last )?turn/g) ?? [];
  expect(turns.length).toBeGreaterThanOrEqual(5);
  expect(mine.length).toBeGreaterThanOrEqual(3 * (turns.length - 1));
  expect(log).toMatch(/You travel in /);
  contented(ada);
  await ada.leave();
});
