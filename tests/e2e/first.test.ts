/** The first game of somebody who has never played: nothing runs before they say so. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person } from './browser';
import { holdStill, tooFaintInAnyLight } from './contrast';
import { openTable } from './pages';
import { BOARD, contented, nameMe, playNow, pressStart, readAndStart, setUp, until } from './table';
import { overlaps, SCREENS, tooSmallOrCut } from './yardstick';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

const start = (page: Page) => page.getByRole('button', { name: 'Start', exact: true });
const line = (page: Page) => page.getByRole('region', { name: 'What to do' });

async function stageOf(page: Page): Promise<string> {
  const room = await page.request.get(page.url().replace('/t/', '/api/v1/tables/'));
  return ((await room.json()) as { stage: string }).stage;
}

/** What the badges on the board cover, or would rather not: each other, the edge, the button. */
function badBadges(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const board = document.querySelector('section.board')!.getBoundingClientRect();
    const found: string[] = [];
    const badges = [...document.querySelectorAll('section.board [data-badge]')];
    if (badges.map((one) => one.textContent).join() !== '1,2,3') {
      found.push(`badges are ${badges.map((one) => one.textContent).join()}`);
    }
    const words = [...document.querySelectorAll('.mat p, .mat button')];
    badges.forEach((one, nth) => {
      const box = one.getBoundingClientRect();
      if (Math.round(box.width) < 24) found.push(`badge ${nth + 1} is ${box.width} px wide`);
      if (
        box.left < board.left - 1 ||
        box.right > board.right + 1 ||
        box.top < board.top - 1 ||
        box.bottom > board.bottom + 1
      ) {
        found.push(`badge ${nth + 1} is not on the board`);
      }
      // Badges are round.
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      for (const other of badges.slice(nth + 1)) {
        const there = other.getBoundingClientRect();
        const far = Math.hypot(there.left + there.width / 2 - x, there.top + there.height / 2 - y);
        if (far < box.width) found.push(`badge ${nth + 1} lies over ${other.textContent}`);
      }
      for (const other of words) {
        const there = other.getBoundingClientRect();
        const across = Math.min(box.right, there.right) - Math.max(box.left, there.left);
        const down = Math.min(box.bottom, there.bottom) - Math.max(box.top, there.top);
        if (across > 1 && down > 1) found.push(`badge ${nth + 1} lies over ${other.textContent}`);
      }
    });
    return found;
  });
}

for (const title of ['The Watch', 'Out of Time', 'A Time of Chaos', "Time 'n' Space"]) {
  test(`${title} for the first time, on every screen`, async () => {
    const ada = await Person.arrive(browser, address, { viewport: SCREENS[0], newcomer: true });
    const { page } = ada;
    await ada.open('/');
    await page.getByRole('button', { name: `Play now: ${title}` }).click();
    await start(page).waitFor();
    const found: string[] = [];
    for (const { width, height } of SCREENS) {
      // It waits for as long as they like, also through a reload, and is laid out anew.
      await page.setViewportSize({ width, height });
      await page.reload();
      await page.locator('[data-badge]').nth(2).waitFor();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      await expect.poll(() => badBadges(page)).toEqual([]);
      await holdStill(page);
      const wrong = [
        ...(await tooSmallOrCut(page)),
        ...(await overlaps(page)),
        ...(await tooFaintInAnyLight(page)),
      ];
      found.push(...wrong.map((one) => `${width}x${height}: ${one}`));
      const said = await page.locator('.mat li').allInnerTexts();
      expect(said.map((one) => one.replace(/\s+/g, ' ').replace(/:.*/, ''))).toEqual([
        '1 To win',
        '2 Your move',
        '3 Time',
      ]);
      // In sight, and nothing lies over it.
      const box = (await start(page).boundingBox())!;
      expect(box.y + box.height).toBeLessThanOrEqual(height);
      await start(page).click({ trial: true });
    }
    expect(found).toEqual([]);
    expect(await stageOf(page)).toBe('gathering');
    await pressStart(page);
    expect(await stageOf(page)).toBe('playing');
    await page.waitForSelector(BOARD);
    expect(await page.locator('[data-badge]').count()).toBe(0);
    expect(await line(page).getByRole('button', { name: 'Got it' }).count()).toBe(0);
    contented(ada);
    await ada.leave();
  });
}

test('the second time the game starts at once, with one hint', async () => {
  const ada = await Person.arrive(browser, address, { newcomer: true });
  const { page } = ada;
  await readAndStart(ada, 'The Watch');
  await playNow(ada, 'The Watch');
  await page.getByRole('region', { name: 'Your mat' }).waitFor();
  expect(await start(page).count()).toBe(0);
  expect(await stageOf(page)).toBe('playing');
  await line(page).getByRole('button', { name: 'Got it' }).click({ timeout: 60_000 });

  // Another game is new again.
  await ada.open('/');
  await page.getByRole('button', { name: 'Play now: Out of Time' }).click();
  await start(page).waitFor();
  contented(ada);
  await ada.leave();
});

test('whoever still holds down what opened the page does not start with it', async () => {
  const ada = await Person.arrive(browser, address, { newcomer: true });
  const { page } = ada;
  await ada.open('/');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url().split('/').at(-1) ?? ''));
  await page.evaluate(() => {
    const look = new MutationObserver(() => {
      const button = document.querySelector<HTMLElement>('button.start');
      if (!button) return;
      look.disconnect();
      button.click();
      document.body.dataset['pressed'] = 'yes';
    });
    look.observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: 'Play now: The Watch' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('body[data-pressed]').waitFor();
  await page.waitForTimeout(400);
  expect(asked).not.toContain('start');
  await pressStart(page);
  expect(asked).toContain('start');
  await ada.leave();
});

test('whoever goes away without starting gives the table up, and a reload does not', async () => {
  const ada = await Person.arrive(browser, address, { newcomer: true });
  const { page } = ada;
  await ada.open('/');
  await page.getByRole('button', { name: 'Play now: The Watch' }).click();
  await start(page).waitFor();
  const table = page.url().replace('/t/', '/api/v1/tables/');
  const mine = async (): Promise<string | undefined> => {
    const room = (await (await page.request.get(table)).json()) as { seats: { kind: string }[] };
    return room.seats[0]?.kind;
  };
  await page.reload();
  await start(page).waitFor();
  expect(await mine()).toBe('person');
  await page.getByRole('link', { name: 'Back to the games' }).click();
  await page.getByRole('button', { name: 'Play now: The Watch' }).waitFor();
  await expect.poll(mine).toBe('empty');
  contented(ada);
  await ada.leave();
});

test('whoever wants no hints is not kept from playing', async () => {
  const ada = await Person.arrive(browser, address, { newcomer: true });
  await ada.open('/');
  await ada.page.evaluate(() => localStorage.setItem('sandtable.hints', 'off'));
  await playNow(ada, 'The Watch');
  await ada.page.getByRole('region', { name: 'Your mat' }).waitFor();
  expect(await start(ada.page).count()).toBe(0);
  await ada.leave();
});

test('a game on the plain board has its three lessons too, and is started by keyboard', async () => {
  const ada = await Person.arrive(browser, address, { newcomer: true, plain: true });
  const { page } = ada;
  await ada.open('/');
  await page.getByRole('button', { name: 'Play now: A Time of Chaos' }).focus();
  await page.keyboard.press('Enter');
  await start(page).waitFor();
  await expect.poll(() => page.locator('.mat li').count()).toBe(3);
  expect(await tooSmallOrCut(page)).toEqual([]);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent?.trim()))
    .toBe('Start');
  await page.waitForTimeout(400);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Your mat' }).waitFor();
  contented(ada);
  await ada.leave();
});

test('the example is not the deal', async () => {
  const ada = await Person.arrive(browser, address, { newcomer: true });
  const { page } = ada;
  const tiles = () =>
    page
      .locator('[data-space]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.split(',')[1]));
  await ada.open('/');
  await page.getByRole('button', { name: 'Play now: Out of Time' }).click();
  await page.locator('[data-badge]').nth(2).waitFor();
  const shown = await tiles();
  expect(shown).toHaveLength(19);
  await pressStart(page);
  await page.waitForSelector(BOARD);
  expect(await tiles()).not.toEqual(shown);
  await ada.leave();
});

const WATCH = { game: 'watch', bots: ['club', 'club'], pace: 200, start: true };
const myPawns = (page: Page) => page.locator('.pawns button:not(:disabled)');

test('the limit of a turn is shown from its first second', async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await nameMe(ada, 'Ada');
  await openTable(ada, { ...WATCH, options: { turn_seconds: 90 } });
  await myPawns(page).first().waitFor({ timeout: 90_000 });
  expect(await line(page).innerText()).toMatch(/Your move: choose a pawn\.\s+(9|8)\d s/);
  await ada.leave();
});

test('after a time-out the next turn begins with nothing chosen and nothing red', async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await nameMe(ada, 'Ada');
  await openTable(ada, { ...WATCH, options: { turn_seconds: 8 } });
  await myPawns(page).first().waitFor({ timeout: 90_000 });
  await myPawns(page).first().click();
  await page.getByRole('slider', { name: 'Tokens to spend' }).fill('5');
  const pressed = page.locator('.pawns button[aria-pressed="true"]');
  await until('my turn is over', async () => (await myPawns(page).count()) === 0);
  await myPawns(page).first().waitFor({ timeout: 90_000 });
  expect(await pressed.count()).toBe(0);
  expect(await page.locator('.board .bad, .board .goal, .mat .doubtful').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Move', exact: true }).isEnabled()).toBe(false);
  contented(ada);
  await ada.leave();
});

test('sound is offered once, after the first move', async () => {
  const ada = await Person.arrive(browser, address, { newcomer: true });
  const { page } = ada;
  await nameMe(ada, 'Ada');
  const offer = line(page).getByRole('button', { name: 'Sound on' });
  const move = async (): Promise<void> => {
    await myPawns(page).first().waitFor({ timeout: 90_000 });
    expect(await offer.count()).toBe(0);
    await myPawns(page).first().click();
    const go = page.locator('.button.primary.big:not(.doubtful):not(:disabled)');
    const slider = page.getByRole('slider', { name: 'Tokens to spend' });
    for (let spend = 1; (await go.count()) === 0; spend++) await slider.fill(String(spend));
    await go.click();
  };
  await openTable(ada, { ...WATCH, options: { turn_seconds: 120 } });
  await move();
  await line(page).getByText('Turn the sound on?').waitFor({ timeout: 60_000 });
  await offer.click();
  expect(await page.evaluate(() => localStorage.getItem('sandtable.sound'))).toBe('on');

  await openTable(ada, { ...WATCH, options: { turn_seconds: 120 } });
  await move();
  await until('somebody else moves', async () => (await myPawns(page).count()) === 0);
  expect(await offer.count()).toBe(0);
  contented(ada);
  await ada.leave();
});

test('among people a newcomer reads first, and the others see it', async () => {
  const ada = await Person.arrive(browser, address);
  const bo = await Person.arrive(browser, address, { newcomer: true });
  await nameMe(ada, 'Ada');
  await nameMe(bo, 'Bo');
  const link = await setUp(ada, { game: 'watch', seats: 2 });
  await bo.page.goto(link);
  await bo.page.getByRole('button', { name: 'Sit down' }).click();
  const lessons = bo.page.getByRole('region', { name: 'Before you begin' });
  await lessons.getByText('A pawn on RED is last').waitFor();
  expect(await lessons.locator('li').count()).toBe(3);
  const seats = ada.page.getByRole('region', { name: 'Seats' });
  await seats.getByText('getting ready').waitFor();
  await seats.getByText(/You can start without Bo in \d+ seconds?\./).waitFor();
  expect(await seats.getByRole('button', { name: 'Start the game' }).isEnabled()).toBe(false);
  expect(await ada.page.getByRole('region', { name: 'Before you begin' }).count()).toBe(0);
  await bo.page.getByRole('button', { name: 'I am ready' }).click();
  await lessons.waitFor({ state: 'detached' });
  await seats.getByText('ready', { exact: true }).waitFor();
  await seats.getByRole('button', { name: 'Start the game' }).click();
  await Promise.all([ada, bo].map(({ page }) => page.waitForSelector(BOARD)));
  contented(ada, bo);
  await Promise.all([ada.leave(), bo.leave()]);
});
