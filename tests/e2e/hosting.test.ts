import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from './axe';
import { openBrowser, Person, PHONE } from './browser';
import { BOARD, contented, join, nameMe, setUp } from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

/** Two friends at a running table. */
async function atTheTable(
  host: string,
  guest: string,
): Promise<{ ada: Person; bo: Person; link: string }> {
  const [ada, bo] = await Promise.all([
    Person.arrive(browser, address),
    Person.arrive(browser, address),
  ]);
  await Promise.all([nameMe(ada, host), nameMe(bo, guest)]);
  const link = await setUp(ada, { game: 'out-of-time', seats: 3 });
  await join(bo, link);
  await ada.page.getByRole('button', { name: 'Fill with bots' }).click();
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  await Promise.all([ada, bo].map(({ page }) => page.waitForSelector(BOARD)));
  return { ada, bo, link };
}

async function openPeople(page: Page): Promise<ReturnType<Page['getByRole']>> {
  await page.getByRole('button', { name: 'At this table' }).click();
  return page.getByRole('dialog', { name: 'At this table' });
}

test('the host gives a seat to somebody else, who plays on from there', async () => {
  const { ada, bo, link } = await atTheTable('Host Ada', 'Away Bo');
  const people = await openPeople(ada.page);
  await people.getByRole('button', { name: 'Remove Away Bo…' }).click();
  await people.getByRole('button', { name: 'Give the seat to somebody else' }).click();

  await bo.page.getByText('The host has taken you from the table.').waitFor();
  await people.getByText('a bot holds the seat; it is free to take').waitFor();
  expect(await people.getByLabel('Invite with this link').inputValue()).toBe(link);
  await ada.page.keyboard.press('Escape');
  await ada.page.getByRole('region', { name: 'The stand-in' }).waitFor();

  const cy = await Person.arrive(browser, address, { viewport: PHONE, touch: true });
  await cy.open(link);
  await cy.page.waitForSelector(BOARD);
  await cy.page.getByRole('button', { name: 'Play on from here' }).tap();
  await cy.page.getByRole('region', { name: 'Your mat' }).waitFor();
  await ada.page.getByRole('region', { name: 'The stand-in' }).waitFor({ state: 'detached' });

  // Nothing is free any more: who was removed can watch, and says so by choosing it.
  await bo.page.getByRole('button', { name: 'Sit down again' }).click();
  await bo.page.getByRole('alert').filter({ hasText: 'Every seat is taken.' }).waitFor();
  await bo.page.getByRole('button', { name: 'Watch' }).click();
  await bo.page.getByText('You are watching').waitFor();
  expect(await bo.page.getByRole('button', { name: 'Play on from here' }).count()).toBe(0);
  contented(ada, bo, cy);
  await Promise.all([ada.leave(), bo.leave(), cy.leave()]);
});

test('the host lets a bot play on, frees its seat again, and only the host can', async () => {
  const { ada, bo, link } = await atTheTable('Host Eve', 'Quiet Flo');
  const seen = await openPeople(bo.page);
  await seen.getByRole('button', { name: 'Leave…' }).waitFor();
  expect(await seen.getByRole('button', { name: /^Remove|^Free/ }).count()).toBe(0);

  const people = await openPeople(ada.page);
  await people.getByRole('button', { name: 'Remove Quiet Flo…' }).click();
  expect(await axe(ada.page)).toEqual([]);
  await people.getByRole('button', { name: 'No, stay' }).click();
  await people.getByRole('button', { name: 'Remove Quiet Flo…' }).click();
  await people.getByRole('button', { name: 'A bot plays on' }).click();
  await bo.page.getByText('The host has taken you from the table.').waitFor();
  await people
    .getByRole('button', { name: /^Free the seat/ })
    .nth(1)
    .waitFor();
  await bo.page.goto(link);
  await bo.page.getByText('You are watching').waitFor();
  expect(await bo.page.getByRole('button', { name: 'Play on from here' }).count()).toBe(0);

  await people
    .getByRole('button', { name: /^Free the seat/ })
    .first()
    .click();
  await bo.page.getByRole('button', { name: 'Play on from here' }).click();
  await bo.page.getByRole('region', { name: 'Your mat' }).waitFor();
  contented(ada, bo);
  await Promise.all([ada.leave(), bo.leave()]);
});

test('who leaves a game watches it, and may come back', async () => {
  const { ada, bo } = await atTheTable('Host Gus', 'Leaving Hal');
  const people = await openPeople(bo.page);
  await people.getByRole('button', { name: 'Leave…' }).click();
  await people.getByRole('button', { name: 'Leave the game' }).click();
  await ada.page.getByRole('region', { name: 'The stand-in' }).waitFor();
  await bo.page.getByRole('button', { name: 'Play on from here' }).click();
  await bo.page.getByRole('region', { name: 'Your mat' }).waitFor();
  await ada.page.getByRole('region', { name: 'Leaving Hal' }).waitFor();
  contented(ada, bo);
  await Promise.all([ada.leave(), bo.leave()]);
});
