import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person } from './browser';
import { BOARD, MOVE, contented, fromMore, until } from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

const focused = (page: Page) =>
  page.evaluate(
    () =>
      document.activeElement?.getAttribute('aria-label') ??
      document.activeElement?.textContent?.trim() ??
      '',
  );

async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    if (name.test(await focused(page))) return;
  }
  throw new Error(`Tab never came to ${name}`);
}

/** Row by row over the whole board, until the space that has the focus is lit. */
async function walkToLit(page: Page): Promise<void> {
  const lit = async (): Promise<boolean> => /can be reached/.test(await focused(page));
  const walk = async (key: string): Promise<boolean> => {
    for (let last = ''; last !== (await focused(page)); await page.keyboard.press(key)) {
      if (await lit()) return true;
      last = await focused(page);
    }
    return lit();
  };
  if ((await walk('ArrowUp')) || (await walk('ArrowLeft'))) return;
  for (let row = 0; row < 5; row++) {
    if (await walk(row % 2 === 0 ? 'ArrowRight' : 'ArrowLeft')) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error('no arrow led to a lit space');
}

test('a move of the watch with the keys alone, from the front page', async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await ada.open('/');
  await page.getByRole('button', { name: 'Play now: The Watch' }).waitFor();
  await tabTo(page, /^Play now: The Watch$/);
  await page.keyboard.press('Enter');
  await page.waitForSelector(BOARD);
  const log = page.getByRole('log', { name: 'What happened' });
  await until(
    'it is my turn',
    async () => (await page.locator('.pawns button:not(:disabled)').count()) > 0,
    90_000,
  );
  const before = await log.locator('li').count();
  await page.keyboard.press('1');
  await page.keyboard.press('+');
  const move = page.locator(MOVE);
  await until('the move can be made', async () => {
    if ((await move.count()) && (await move.isEnabled())) return true;
    await page.keyboard.press('+');
    return false;
  });
  await page.keyboard.press('g');
  await until('the move is told', async () => (await log.locator('li').count()) > before);
  contented(ada);
  await ada.leave();
});

test('a placement of out of time with the keys alone', async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await ada.open('/');
  await page.getByRole('button', { name: 'Play now: Out of Time' }).waitFor();
  await tabTo(page, /^Play now: Out of Time$/);
  await page.keyboard.press('Enter');
  await page.locator('.space.lit').first().waitFor({ timeout: 90_000 });
  await tabTo(page, /^Space \d+/);
  await walkToLit(page);
  await page.keyboard.press('Enter');
  await page.locator('.glass[aria-label*="running"]').first().waitFor();
  contented(ada);
  await ada.leave();
});

test('help, rules, talk, pause and sound have their keys', async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await ada.open('/');
  await page.getByRole('button', { name: 'Play now: The Watch' }).click();
  await page.waitForSelector(BOARD);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('r');
  await page.getByRole('dialog', { name: 'Rules' }).getByText('WA-T1').first().waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await page.getByRole('log', { name: 'Table talk' }).waitFor({ state: 'detached' });
  await page.keyboard.press('t');
  await page.keyboard.press('m');
  await fromMore(page, 'Turn sound off');
  await page.keyboard.press('m');
  await page.keyboard.press('m');
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'The game is paused' }).waitFor();
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'The game is paused' }).waitFor({ state: 'detached' });
  // A letter that is written is no command.
  await page.getByLabel('Say something').fill('');
  await page.getByLabel('Say something').pressSequentially('rtp');
  expect(await page.getByRole('dialog').count()).toBe(0);
  contented(ada);
  await ada.leave();
});
