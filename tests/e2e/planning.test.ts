/** Planning ahead in Out of Time, at a real table. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person, type Manner } from './browser';
import { contented, nameMe, setUp, stepOutOfTime, until } from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

const moves = (page: Page) =>
  page.getByRole('log', { name: 'What happened' }).getByText(/^You move a glass/);

/** A table against a bot where both glasses of this player stand and run. */
async function running(name: string, seconds: number, manner: Manner = {}): Promise<Person> {
  const ada = await Person.arrive(browser, address, manner);
  const { page } = ada;
  await nameMe(ada, name);
  await setUp(ada, { game: 'out-of-time', seats: 2, options: { timer_seconds: seconds } });
  await page.getByRole('button', { name: 'Fill with bots' }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await until('both glasses run', async () => {
    if ((await page.locator('button.glass[aria-label*="running"]').count()) === 2) return true;
    await stepOutOfTime(page);
    return false;
  });
  return ada;
}

/** Plan with a glass that still runs. The bot moves as well, so it may take more than one try. */
async function step(page: Page): Promise<void> {
  const quickly = { timeout: 500 };
  try {
    const dashed = page.locator('.space.ahead').first();
    const runs = page.locator('button.glass[aria-label*="running"]').first();
    if (await dashed.count()) await dashed.dispatchEvent('click', {}, quickly);
    else if (await runs.count()) await runs.click(quickly);
    else await stepOutOfTime(page);
  } catch {
    // it was there a moment ago: look again
  }
}

async function planned(page: Page): Promise<void> {
  await until('there is a plan', async () => {
    if (await page.locator('.ghost').count()) return true;
    await step(page);
    return false;
  });
}

/** The space of a plan whose time has come. */
async function due(page: Page): Promise<string> {
  let space: string | null = null;
  await until('the time of a plan has come', async () => {
    if (!(await page.locator('.ghost').count())) await step(page);
    if (!(await page.locator('.ghost.due').count())) return false;
    const there = page.locator('[data-space][aria-label*="planned for"]').first();
    space = await there.getAttribute('data-space', { timeout: 500 }).catch(() => null);
    return space !== null;
  });
  return space!;
}

test('a plan waits for its tap, and then goes where it was meant to', async () => {
  const ada = await running('Planning Ada', 8);
  const { page } = ada;
  await planned(page);
  await page
    .getByText(/^Planned: Glass [12] to space/)
    .first()
    .waitFor();
  await until('the planned glass has moved', async () => {
    const to = await due(page);
    const before = await moves(page).count();
    if (!(await page.getByRole('button', { name: 'Go', exact: true }).count())) return false;
    expect(await moves(page).count()).toBe(before);
    await page.keyboard.press('g');
    await page.locator('.ghost').waitFor({ state: 'detached' });
    // Somebody else may have been quicker; then there is another plan to make.
    await page.waitForTimeout(500);
    if ((await moves(page).count()) === before) return false;
    expect(await moves(page).last().innerText()).toMatch(new RegExp(` to ${to}\\b`));
    return true;
  });
  contented(ada);
  await ada.leave();
});

test('on a small phone a plan is made, seen and sent by thumb, and Back drops it', async () => {
  const ada = await running('Thumb Ada', 20, {
    viewport: { width: 360, height: 640 },
    touch: true,
  });
  const { page } = ada;
  await planned(page);
  expect((await page.locator('.ghost').boundingBox())!.width).toBeGreaterThan(24);
  await page.evaluate(() => history.back());
  await page.locator('.ghost').waitFor({ state: 'detached' });
  // The game goes on, and nobody was asked whether to leave it.
  expect(await page.getByText('Leave this game?').count()).toBe(0);
  await until('a planned glass has gone', async () => {
    await due(page);
    const go = page.getByRole('button', { name: 'Go', exact: true });
    await go.tap({ timeout: 1000 }).catch(() => undefined);
    return (await page.locator('.ghost.due').count()) === 0;
  });
  contented(ada);
  await ada.leave();
});
