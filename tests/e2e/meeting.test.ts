/** Strangers and friends who find each other: quick match, names, invitations, watching. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person, PHONE } from './browser';
import { BOARD, contented, join, nameMe, setUp, until } from './table';
import { Server } from './server';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

async function people(...names: string[]): Promise<Person[]> {
  const all = await Promise.all(names.map(() => Person.arrive(browser, address)));
  await Promise.all(all.map((person, nth) => nameMe(person, names[nth] ?? '')));
  return all;
}

const find = async (person: Person, title: string): Promise<void> => {
  await person.open('/');
  await person.page.getByRole('button', { name: `Find players: ${title}` }).click();
};

test('two strangers who want the same game meet, say ready and play', async () => {
  const [ada, bo] = (await people('Finder Ada', 'Finder Bo')) as [Person, Person];
  await Promise.all([find(ada, 'The Watch'), find(bo, 'The Watch')]);
  for (const { page } of [ada, bo]) {
    await page.getByRole('button', { name: 'I am ready' }).click();
  }
  await Promise.all([ada, bo].map(({ page }) => page.waitForSelector(BOARD)));
  expect(ada.page.url()).toBe(bo.page.url());
  contented(ada, bo);
  await Promise.all([ada.leave(), bo.leave()]);
});

test('who waits alone for a while may start with bots; two have to agree', async () => {
  const [ada, bo] = (await people('Waiting Ada', 'Waiting Bo')) as [Person, Person];
  await find(ada, "Time 'n' Space");
  await ada.page.getByText('Waiting for 2 more players…').waitFor();
  expect(await ada.page.getByRole('button', { name: 'Start with bots' }).count()).toBe(0);
  await find(bo, "Time 'n' Space");
  await ada.page.getByText('Waiting for one more player…').waitFor();
  await ada.page.getByRole('button', { name: 'Start with bots' }).click({ timeout: 60_000 });
  await ada.page.getByText('Waiting for Waiting Bo to agree.').waitFor();
  await bo.page.getByText('Waiting Ada is happy to start with bots. Are you?').waitFor();
  await bo.page.getByRole('button', { name: 'Start with bots' }).click();
  await bo.page.getByRole('region', { name: 'Your mat' }).waitFor();
  contented(ada, bo);
  await Promise.all([ada.leave(), bo.leave()]);
});

test('a new name is seen at once, in the lobby and in the middle of a game', async () => {
  const [ada, bo] = (await people('Before Ada', 'Steady Bo')) as [Person, Person];
  const link = await setUp(ada, { game: 'watch', seats: 2, options: { turn_seconds: 60 } });
  await join(bo, link);
  const rename = async (name: string): Promise<void> => {
    await ada.page.getByLabel('Your name', { exact: true }).fill(name);
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  };
  await ada.page.keyboard.press(',');
  await rename('steady bo');
  await ada.page.getByText(/Steady Bo is at a table where you sit/).waitFor();
  await rename('Middle Ada');
  await ada.page.getByText('Everybody sees your new name.').waitFor();
  await bo.page.getByRole('region', { name: 'Seats' }).getByText('Middle Ada').waitFor();
  await ada.page.keyboard.press('Escape');
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  await Promise.all([ada, bo].map(({ page }) => page.waitForSelector(BOARD)));
  await ada.page.keyboard.press(',');
  await rename('After Ada');
  await bo.page
    .getByRole('region', { name: /^After Ada/ })
    .first()
    .waitFor();
  contented(ada, bo);
  await Promise.all([ada.leave(), bo.leave()]);
});

test('friends are invited by name, and find the table on their front page', async () => {
  const [ada, bo] = (await people('Inviting Ada', 'Invited Bo')) as [Person, Person];
  const link = await setUp(ada, { game: 'watch', seats: 2, options: { turn_seconds: 60 } });
  await join(bo, link);
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  await Promise.all([ada, bo].map(({ page }) => page.waitForSelector(BOARD)));
  await setUp(ada, { game: 'watch', seats: 3 });
  await ada.page.getByRole('button', { name: 'Invite Invited Bo' }).click();
  await ada.page.getByRole('button', { name: 'Invited Bo is invited' }).waitFor();
  await bo.open('/');
  await bo.page.getByRole('link', { name: /Inviting Ada invites you/ }).click();
  await bo.page.getByRole('button', { name: 'Sit down' }).first().click();
  await ada.page.getByRole('region', { name: 'Seats' }).getByText('Invited Bo').waitFor();
  contented(ada, bo);
  await Promise.all([ada.leave(), bo.leave()]);
});

test('one tap, and a stranger watches bots play', async () => {
  const eve = await Person.arrive(browser, address, { viewport: PHONE, touch: true });
  await eve.open('/');
  await eve.page.getByRole('button', { name: 'Watch a game' }).click();
  await eve.page.waitForSelector(BOARD);
  expect(await eve.page.getByRole('region', { name: 'Your mat' }).count()).toBe(0);
  contented(eve);
  await eve.leave();
});

test('a link that opens on this computer only comes with the line that changes that', async () => {
  const ada = await Person.arrive(browser, address);
  await setUp(ada, { game: 'watch', seats: 2 });
  await ada.page.getByText('Only this computer can open it.').waitFor();
  await ada.page.getByText('sandtable play --lan', { exact: true }).waitFor();
  await ada.leave();
});

test('whoever is quicker than their line gets a table all the same', async () => {
  const ada = await Person.arrive(browser, address);
  await ada.page.route('**/api/v1/me', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await setUp(ada, { game: 'watch', seats: 2 });
  contented(ada);
  await ada.leave();
});

test('where others can reach the server, links have the address that they need', async () => {
  const server = await Server.start({ SANDTABLE_PUBLIC_URL: 'http://127.0.0.2:8765' });
  const ada = await Person.arrive(browser, server.url);
  await setUp(ada, { game: 'watch', seats: 2 });
  const { page } = ada;
  const id = new URL(page.url()).pathname;
  await until(
    'the link has the other address',
    async () => (await page.locator('#share-link').inputValue()) === `http://127.0.0.2:8765${id}`,
  );
  expect(await page.getByText('Only this computer').count()).toBe(0);
  await ada.leave();
  await server.close();
});

for (const viewport of [PHONE, { width: 360, height: 640 }]) {
  const size = `${viewport.width}x${viewport.height}`;

  test(`at ${size} open tables are seen without scrolling, and nothing moves for them`, async () => {
    const server = await Server.start();
    const eve = await Person.arrive(browser, server.url, { viewport, touch: true });
    const { page } = eve;
    await eve.open('/');
    await page.getByText('Nobody is waiting for players just now.').waitFor();
    const play = page.getByRole('button', { name: /^Play now/ }).first();
    const before = await play.boundingBox();
    const ada = await Person.arrive(browser, server.url);
    await nameMe(ada, 'Fold Ada');
    await setUp(ada, { game: 'watch', seats: 3, open: true });
    const table = page.getByRole('link', { name: /The Watch Fold Ada/ });
    await table.waitFor();
    const box = await table.boundingBox();
    expect(box!.y + box!.height).toBeLessThan(viewport.height);
    expect(box!.x).toBeLessThan(viewport.width - box!.width / 2);
    expect(await play.boundingBox()).toEqual(before);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);

    // Its host goes away, and so does the table.
    await ada.leave();
    await table.waitFor({ state: 'detached' });
    contented(eve);
    await eve.leave();
    await server.close();
  });
}

test('the sand on the front page runs, unless somebody wants no motion', async () => {
  const running = (person: Person): Promise<number> =>
    person.page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(
            ({ effect }) =>
              effect instanceof KeyframeEffect && effect.target?.closest('.running-glass'),
          ).length,
    );
  const ada = await Person.arrive(browser, address);
  const bo = await Person.arrive(browser, address, { reducedMotion: 'reduce' });
  for (const person of [ada, bo]) {
    await person.open('/');
    await person.page.locator('.running-glass').waitFor();
  }
  expect(await running(ada)).toBeGreaterThan(2);
  expect(await running(bo)).toBe(0);
  await ada.page.keyboard.press(',');
  await ada.page.getByRole('radio', { name: 'Little' }).check({ force: true });
  await until('the sand stands', async () => (await running(ada)) === 0);
  contented(ada, bo);
  await Promise.all([ada.leave(), bo.leave()]);
});
