import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person } from './browser';
import { BOARD, contented, nameMe, playNow, setUp } from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

test('every installed game stands on the shelf, short ones first, and can be played', async () => {
  const ada = await Person.arrive(browser, address);
  await ada.open('/');
  const boxes = ada.page.locator('article');
  await expect.poll(() => boxes.count()).toBe(4);
  expect(await boxes.locator('h2').allInnerTexts()).toEqual([
    'The Watch',
    'Out of Time',
    "Time 'n' Space",
    'A Time of Chaos',
  ]);
  for (const box of await boxes.all()) {
    await box.getByRole('button', { name: /^Play now/ }).waitFor();
    await box.getByRole('link', { name: /^With friends/ }).waitFor();
  }
  contented(ada);
  await ada.leave();
});

test('one click, and whoever has played before plays against bots', async () => {
  const ada = await Person.arrive(browser, address);
  await playNow(ada, 'The Watch');
  expect(await ada.page.getByRole('region', { name: 'Your mat' }).count()).toBe(1);
  expect(await ada.page.getByTitle('A bot').count()).toBe(2);
  contented(ada);
  await ada.leave();
});

/** What the page asks the server for when it opens a table. */
async function asked(person: Person, open: () => Promise<void>): Promise<unknown> {
  const [request] = await Promise.all([
    person.page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/tables')),
    open(),
  ]);
  return (request.postDataJSON() as { options: unknown }).options;
}

test("the watch's timer is wound by hand, and exact at one tap", async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await ada.open('/');
  await page.getByText('The timer is wound by hand: nobody can count along.').waitFor();
  const play = () => page.getByRole('button', { name: 'Play now: The Watch' }).click();
  expect(await asked(ada, play)).toEqual({ ring_jitter_seconds: 20 });
  await page.waitForSelector(BOARD);

  await ada.open('/');
  await page.getByRole('button', { name: 'Exact instead' }).click();
  await page.getByRole('button', { name: 'Wound by hand instead' }).waitFor();
  expect(await asked(ada, play)).toEqual({});
  await page.waitForSelector(BOARD);

  await ada.open('/new/watch');
  const setUpNow = () => page.getByRole('button', { name: 'Set up the table' }).click();
  await page.getByText('The timer is wound by hand: nobody can count along.').waitFor();
  expect(await asked(ada, setUpNow)).toEqual({ ring_jitter_seconds: 20 });
  await page.locator('#share-link').waitFor();
  await page.getByText('The timer is wound by hand: nobody can count along').waitFor();

  await ada.open('/new/watch');
  await page.getByRole('radio', { name: 'Exact' }).check({ force: true });
  expect(await asked(ada, setUpNow)).toEqual({});
  await page.getByText('anybody with a stopwatch can count along').waitFor();
  contented(ada);
  await ada.leave();
});

test('a name that was chosen is on the plate', async () => {
  const ada = await Person.arrive(browser, address);
  await nameMe(ada, 'Ada L.');
  await playNow(ada, 'Out of Time');
  await ada.page.getByRole('region', { name: 'Ada L., you' }).waitFor();
  await ada.leave();
});

test('an open table stands on the front page, and is joined from there', async () => {
  const ada = await Person.arrive(browser, address);
  const bo = await Person.arrive(browser, address);
  await nameMe(ada, 'Open Ada');
  await setUp(ada, { game: 'watch', seats: 2, open: true });
  await bo.open('/');
  await bo.page.getByRole('link', { name: /The Watch Open Ada/ }).click();
  await bo.page.getByRole('button', { name: 'Sit down' }).click();
  await bo.page.getByRole('button', { name: 'I am ready' }).click();
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  await Promise.all([ada.page.waitForSelector(BOARD), bo.page.waitForSelector(BOARD)]);
  contented(ada, bo);
  await Promise.all([ada.leave(), bo.leave()]);
});

test('who goes away finds the way back to the table on the front page', async () => {
  const ada = await Person.arrive(browser, address);
  await playNow(ada, 'The Watch');
  const table = ada.page.url();
  await ada.page.getByRole('link', { name: 'Back to the games' }).click();
  await ada.page
    .getByRole('link', { name: /Back to the table/ })
    .first()
    .click();
  await ada.page.getByRole('region', { name: 'Your mat' }).waitFor();
  expect(ada.page.url()).toBe(table);
  contented(ada);
  await ada.leave();
});

test('an address that leads nowhere says so', async () => {
  const ada = await Person.arrive(browser, address);
  await ada.open('/nowhere');
  await ada.page.getByRole('heading', { name: 'There is no table here' }).waitFor();
  await ada.open('/t/zzzzzzzz');
  await ada.page.getByRole('heading', { name: 'There is no such table' }).waitFor();
  await ada.leave();
});

test('a table asks for at most 120 kB of compressed script', async () => {
  const ada = await Person.arrive(browser, address);
  await playNow(ada, 'Out of Time');
  const scripts = await ada.page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry.name)
      .filter((name) => name.endsWith('.js')),
  );
  const { gzipSync } = await import('node:zlib');
  let sum = 0;
  for (const script of scripts) {
    sum += gzipSync(Buffer.from(await (await fetch(script)).arrayBuffer()), { level: 9 }).length;
  }
  expect(scripts.length).toBeGreaterThan(1);
  expect(sum).toBeLessThan(120_000);
  await ada.leave();
});
