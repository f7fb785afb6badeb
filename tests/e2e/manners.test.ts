import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from './axe';
import { openBrowser, Person } from './browser';
import { BOARD, contented, join, nameMe, setUp } from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

async function say(person: Person, text: string): Promise<void> {
  await person.page.getByPlaceholder('Say something').fill(text);
  await person.page.getByRole('button', { name: 'Send' }).click();
}

test('somebody is hidden by one, then muted by the host for all, and plays on', async () => {
  const people = await Promise.all([1, 2, 3].map(() => Person.arrive(browser, address)));
  const [ada, bo, cy] = people as [Person, Person, Person];
  await Promise.all([nameMe(ada, 'Host Uma'), nameMe(bo, 'Loud Val'), nameMe(cy, 'Still Wyn')]);
  const link = await setUp(ada, { game: 'out-of-time', seats: 3 });
  await join(bo, link);
  await join(cy, link);
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  await Promise.all(people.map(({ page }) => page.waitForSelector(BOARD)));

  await say(bo, 'First words');
  await cy.page.getByText('First words').waitFor();
  await cy.page.getByRole('button', { name: 'Loud Val: hide or mute' }).click();
  expect(await axe(cy.page)).toEqual([]);
  await cy.page.getByRole('button', { name: 'Hide messages from Loud Val' }).click();
  await cy.page.getByText('First words').waitFor({ state: 'detached' });
  await say(bo, 'Second words');
  await ada.page.getByText('Second words').waitFor();
  await cy.page.reload();
  await cy.page.waitForSelector(BOARD);
  await cy.page.getByText('starts the game').waitFor();
  expect(await cy.page.getByText('Second words').count()).toBe(0);

  await ada.page.getByRole('button', { name: 'Loud Val: hide or mute' }).first().click();
  await ada.page.getByRole('button', { name: 'Mute for everyone: Loud Val' }).click();
  await bo.page.getByText('The host has muted you at this table.').waitFor();
  expect(await bo.page.getByPlaceholder('Say something').count()).toBe(0);
  await cy.page.getByText('Host Uma, the host, muted Loud Val.').waitFor();
  contented(ada, bo, cy);
  await Promise.all(people.map((one) => one.leave()));
});

test('who has the name of somebody there is offered another', async () => {
  const people = await Promise.all([1, 2].map(() => Person.arrive(browser, address)));
  const [ada, bo] = people as [Person, Person];
  await Promise.all([nameMe(ada, 'Twin Xia'), nameMe(bo, 'twin xia')]);
  const link = await setUp(ada, { game: 'watch', seats: 2 });
  await bo.page.goto(link);
  await bo.page.getByRole('button', { name: 'Sit down' }).first().click();
  await bo.page.getByText('Twin Xia is at this table already').waitFor();
  await bo.page.getByRole('button', { name: 'Play as twin xia 2' }).click();
  await bo.page.getByRole('button', { name: 'I am ready' }).waitFor();
  contented(ada, bo);
  await Promise.all(people.map((one) => one.leave()));
});

test('one signs out everywhere, and is forgotten', async () => {
  const ada = await Person.arrive(browser, address);
  await nameMe(ada, 'Private Yve');
  await ada.page
    .getByRole('banner')
    .getByRole('button', { name: /^(?!Settings)/ })
    .first()
    .click();
  await ada.page.getByRole('button', { name: 'More about you' }).click();
  expect(await axe(ada.page)).toEqual([]);
  await ada.page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await ada.page.getByText('Only this browser knows you now').waitFor();
  await ada.page.getByRole('button', { name: 'Forget me in this browser…' }).click();
  await ada.page.getByRole('button', { name: 'Forget me', exact: true }).click();
  await ada.page.getByText('no longer knows who you were').waitFor();
  await ada.page.reload();
  await ada.page.getByRole('button', { name: 'Choose a name' }).waitFor();
  contented(ada);
  await ada.leave();
});
