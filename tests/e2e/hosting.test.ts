import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from './axe';
import { openBrowser, Person, PHONE } from './browser';
import { BOARD, contented, fromMore, join, nameMe, setUp } from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

/** Friends at a running table; bots have the seats that are left. */
async function atTheTable(
  seats: number,
  ...names: string[]
): Promise<{ people: Person[]; link: string }> {
  const people = await Promise.all(names.map(() => Person.arrive(browser, address)));
  await Promise.all(people.map((one, nth) => nameMe(one, names[nth] ?? '')));
  const [host, ...others] = people as [Person, ...Person[]];
  const link = await setUp(host, { game: 'out-of-time', seats });
  for (const one of others) await join(one, link);
  if (seats > names.length) {
    await host.page.getByRole('button', { name: 'Fill with bots' }).click();
  }
  await host.page.getByRole('button', { name: 'Start the game' }).click();
  await Promise.all(people.map(({ page }) => page.waitForSelector(BOARD)));
  return { people, link };
}

async function openPeople(page: Page): Promise<ReturnType<Page['getByRole']>> {
  await fromMore(page, 'At this table');
  return page.getByRole('dialog', { name: 'At this table' });
}

async function remove(page: Page, name: string): Promise<void> {
  const people = await openPeople(page);
  await people.getByRole('button', { name: `Remove ${name}…` }).click();
  expect(await axe(page)).toEqual([]);
  await people.getByRole('button', { name: `Remove ${name}`, exact: true }).click();
  await people.getByText(`playing for ${name}`).waitFor();
  await page.keyboard.press('Escape');
  await people.waitFor({ state: 'detached' });
}

test('a seat whose player was removed goes to somebody else only if all the others agree', async () => {
  const { people, link } = await atTheTable(3, 'Host Ada', 'Away Bo', 'Calm Cy');
  const [ada, bo, cy] = people as [Person, Person, Person];
  await remove(ada.page, 'Away Bo');
  await bo.page.getByText('The host removed you from the table.').waitFor();
  await cy.page.getByText('Host Ada, the host, removed Away Bo').waitFor();

  const dee = await Person.arrive(browser, address, { viewport: PHONE, touch: true });
  await nameMe(dee, 'Dim Dee');
  await dee.open(link);
  await dee.page.waitForSelector(BOARD);
  await dee.page.getByRole('button', { name: 'Ask for the seat' }).tap();
  await dee.page.getByText('Waiting for Host Ada and Calm Cy to agree').waitFor();
  for (const { page } of [ada, cy]) {
    await page.getByText('Dim Dee asks to take Away Bo’s seat.').waitFor();
  }
  expect(await axe(cy.page)).toEqual([]);
  await ada.page.getByRole('button', { name: 'Agree' }).click();
  await ada.page.getByText('You agreed; waiting for Calm Cy.').waitFor();
  await cy.page.getByRole('button', { name: 'Not now' }).click();
  await dee.page.getByText('The others would rather not have somebody else').waitFor();
  await ada.page.getByText('Dim Dee asks').waitFor({ state: 'detached' });

  const eve = await Person.arrive(browser, address);
  await nameMe(eve, 'Eager Eve');
  await eve.open(link);
  await eve.page.getByRole('button', { name: 'Ask for the seat' }).click();
  for (const { page } of [ada, cy]) await page.getByRole('button', { name: 'Agree' }).click();
  await eve.page.getByRole('region', { name: 'Your mat' }).waitFor();
  await ada.page.getByRole('region', { name: 'Eager Eve' }).waitFor();

  // Who was removed can watch, and that is all.
  await bo.page.getByRole('button', { name: 'Watch' }).click();
  await bo.page.getByText('You are watching').waitFor();
  contented(ada, bo, cy, dee, eve);
  await Promise.all([ada, bo, cy, dee, eve].map((one) => one.leave()));
});

test('only the host removes people, and alone lets nobody in for them', async () => {
  const { people, link } = await atTheTable(3, 'Host Flo', 'Quiet Gil');
  const [flo, gil] = people as [Person, Person];
  const seen = await openPeople(gil.page);
  await seen.getByRole('button', { name: 'Leave…' }).waitFor();
  expect(await seen.getByRole('button', { name: /^Remove|^Free/ }).count()).toBe(0);
  await remove(flo.page, 'Quiet Gil');
  await gil.page.getByText('The host removed you from the table.').waitFor();

  const other = await Person.arrive(browser, address);
  await nameMe(other, 'Second Flo');
  await other.open(link);
  await other.page.getByText('You are watching').waitFor();
  expect(await other.page.getByRole('button', { name: 'Ask for the seat' }).count()).toBe(0);
  contented(flo, gil, other);
  await Promise.all([flo, gil, other].map((one) => one.leave()));
});

test('who leaves a game watches it, and may come back', async () => {
  const { people } = await atTheTable(3, 'Host Gus', 'Leaving Hal');
  const [gus, hal] = people as [Person, Person];
  const door = await openPeople(hal.page);
  await door.getByRole('button', { name: 'Leave…' }).click();
  await door.getByRole('button', { name: 'Leave the game' }).click();
  await gus.page.getByText('playing for Leaving Hal').waitFor();
  await hal.page.getByRole('button', { name: 'Take it back' }).click();
  await hal.page.getByRole('region', { name: 'Your mat' }).waitFor();
  await gus.page.getByRole('region', { name: 'Leaving Hal' }).waitFor();
  contented(gus, hal);
  await Promise.all([gus.leave(), hal.leave()]);
});
