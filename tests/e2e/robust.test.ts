import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person } from './browser';
import { Wire } from './proxy';
import { Server } from './server';
import {
  BOARD,
  contented,
  join,
  nameMe,
  playNow,
  setUp,
  stepOutOfTime,
  stepWatch,
  until,
} from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

const log = (page: Page) => page.getByRole('log', { name: 'What happened' });
const lines = async (page: Page) => log(page).locator('li').allInnerTexts();

async function somethingHappened(page: Page, than = 0): Promise<void> {
  await until('something happens', async () => {
    await stepOutOfTime(page);
    const told = await lines(page);
    return told.length > than && told[0] !== 'Nothing has happened yet.';
  });
}

test('a cut network is shown, and everything is there when it is back', async () => {
  const wire = await Wire.to(address);
  const ada = await Person.arrive(browser, wire.url);
  await playNow(ada, 'Out of Time');
  await somethingHappened(ada.page);
  const before = await lines(ada.page);
  wire.cut();
  await ada.page.getByText('You have lost the connection.').waitFor();
  wire.mend();
  await ada.page.getByText('You have lost the connection.').waitFor({ state: 'detached' });
  await somethingHappened(ada.page, before.length);
  const after = await lines(ada.page);
  expect(after.slice(0, before.length)).toEqual(before);
  contented(ada);
  await ada.leave();
  await wire.close();
});

/** Ada sits at a table against a bot, and it is hers to place a glass, for as long as she likes. */
async function aboutToPlace(wire: Wire, name: string): Promise<Person> {
  const ada = await Person.arrive(browser, wire.url);
  await nameMe(ada, name);
  await setUp(ada, { game: 'out-of-time', seats: 2, options: { placement_seconds: 60 } });
  await ada.page.getByRole('button', { name: 'Fill with bots' }).click();
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  await ada.page.locator('.space.lit').first().waitFor();
  return ada;
}

const placed = (page: Page) => log(page).getByText(/^You place a glass/);

test('an act made while the network is away is done when it is back', async () => {
  const wire = await Wire.to(address);
  const ada = await aboutToPlace(wire, 'Late Ada');
  wire.cut();
  await ada.page.locator('.space.lit').first().dispatchEvent('click');
  await ada.page.getByText('You have lost the connection.').waitFor();
  wire.mend();
  await log(ada.page)
    .getByText(/^You place a glass/)
    .first()
    .waitFor();
  contented(ada);
  await ada.leave();
  await wire.close();
});

test('an act on a line that has fallen silent says so, and happens once when the line is back', async () => {
  const wire = await Wire.to(address);
  const ada = await aboutToPlace(wire, 'Hushed Ada');
  const { page } = ada;
  wire.hush();
  await page.locator('.space.lit').first().dispatchEvent('click');
  await page.locator('.ghost.sent').waitFor();
  await page.getByText('Sending your move…').waitFor();
  await page.getByText('The server is not answering. Your move is waiting.').waitFor();
  // It is said while the connection still counts as open: nobody has given up yet.
  expect(await page.getByText('You have lost the connection').count()).toBe(0);
  expect(await placed(page).count()).toBe(0);
  wire.mend();
  await placed(page).first().waitFor();
  await page.getByText('The server is not answering').waitFor({ state: 'detached' });
  await page.locator('.ghost.sent').waitFor({ state: 'detached' });
  // By the time the second glass is placed, a second answer to the first would have come, too.
  await page.locator('.space.lit').first().waitFor();
  expect(await placed(page).count()).toBe(1);
  contented(ada);
  await ada.leave();
  await wire.close();
});

test('a silent line that is given up is replaced, and the act still happens once', async () => {
  const wire = await Wire.to(address);
  const ada = await aboutToPlace(wire, 'Patient Ada');
  const { page } = ada;
  wire.hush();
  await page.locator('.space.lit').first().dispatchEvent('click');
  await page.getByText('The server is not answering').waitFor();
  await page.getByText('You have lost the connection. Your move is waiting').waitFor();
  wire.mend();
  await placed(page).first().waitFor();
  await page.getByText('You have lost the connection').waitFor({ state: 'detached' });
  await page.locator('.space.lit').first().waitFor();
  expect(await placed(page).count()).toBe(1);
  contented(ada);
  await ada.leave();
  await wire.close();
});

test('others soon see whose line has fallen silent, and that it is back', async () => {
  const wire = await Wire.to(address);
  const [ada, bo] = await Promise.all([
    Person.arrive(browser, address),
    Person.arrive(browser, wire.url),
  ]);
  await Promise.all([nameMe(ada, 'Near Ada'), nameMe(bo, 'Faint Bo')]);
  const link = await setUp(ada, { game: 'out-of-time', seats: 2 });
  await join(bo, link.replace(address, wire.url));
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  await ada.page.waitForSelector(BOARD);
  const plate = ada.page.getByRole('region', { name: 'Faint Bo' });
  wire.hush();
  await plate.getByText('weak connection').waitFor();
  wire.mend();
  await plate.getByText('weak connection').waitFor({ state: 'detached' });
  contented(ada, bo);
  await Promise.all([ada.leave(), bo.leave()]);
  await wire.close();
});

test('a reload in the middle of a game comes back to the same instant', async () => {
  const ada = await Person.arrive(browser, address);
  await playNow(ada, 'Out of Time');
  await somethingHappened(ada.page);
  await ada.page.keyboard.press('p');
  await ada.page.getByRole('heading', { name: 'The game is paused' }).waitFor();
  const glasses = async (page: Page) =>
    page
      .locator('[data-space]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  const [before, told] = [await glasses(ada.page), await lines(ada.page)];
  await ada.page.reload();
  await ada.page.getByRole('heading', { name: 'The game is paused' }).waitFor();
  await ada.page.waitForSelector(BOARD);
  expect(await glasses(ada.page)).toEqual(before);
  expect(await lines(ada.page)).toEqual(told);
  await ada.page.getByRole('button', { name: 'Resume' }).last().click();
  await ada.page
    .getByRole('heading', { name: 'The game is paused' })
    .waitFor({ state: 'detached' });
  await somethingHappened(ada.page, told.length);
  contented(ada);
  await ada.leave();
});

test('a second tab takes over politely, and the first can take back', async () => {
  const ada = await Person.arrive(browser, address);
  await playNow(ada, 'The Watch');
  const second = await ada.context.newPage();
  await second.goto(ada.page.url());
  await second.getByRole('region', { name: 'Your mat' }).waitFor();
  await ada.page.getByRole('heading', { name: 'You are playing in another window' }).waitFor();
  await ada.page.getByRole('button', { name: 'Play here instead' }).click();
  await ada.page.getByRole('region', { name: 'Your mat' }).waitFor();
  await second.getByRole('heading', { name: 'You are playing in another window' }).waitFor();
  contented(ada);
  await ada.leave();
});

test('a watcher sees the game, no secrets, and does nothing', async () => {
  const ada = await Person.arrive(browser, address);
  const wil = await Person.arrive(browser, address);
  await playNow(ada, 'The Watch');
  await wil.page.goto(ada.page.url());
  await wil.page.waitForSelector(BOARD);
  await wil.page.getByText('You are watching').waitFor();
  expect(await wil.page.getByRole('region', { name: 'Your mat' }).count()).toBe(0);
  expect(await wil.page.getByRole('button', { name: 'Pause' }).count()).toBe(0);
  await until(
    'a move is told to the watcher',
    async () => {
      await stepWatch(ada.page);
      const told = await lines(wil.page);
      return told.length > 0 && told[0] !== 'Nothing has happened yet.';
    },
    90_000,
  );
  contented(ada, wil);
  await Promise.all([ada.leave(), wil.leave()]);
});

test('who vanishes is seen to be away', async () => {
  const [ada, bo] = await Promise.all([
    Person.arrive(browser, address),
    Person.arrive(browser, address),
  ]);
  await Promise.all([nameMe(ada, 'Stay Ada'), nameMe(bo, 'Gone Bo')]);
  const link = await setUp(ada, { game: 'watch', seats: 2 });
  await join(bo, link);
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  await ada.page.waitForSelector(BOARD);
  await bo.leave();
  await ada.page
    .getByRole('region', { name: 'Gone Bo' })
    .getByText(/connection lost|away/)
    .waitFor();
  contented(ada);
  await ada.leave();
});

test('the page survives a restart of the server, and the sand stood still meanwhile', async () => {
  const server = await Server.start();
  const ada = await Person.arrive(browser, server.url);
  await playNow(ada, 'Out of Time');
  await somethingHappened(ada.page);
  const before = await lines(ada.page);
  await server.end('SIGKILL');
  await ada.page.getByText('You have lost the connection.').waitFor();
  await server.run();
  await ada.page
    .getByText('You have lost the connection.')
    .waitFor({ state: 'detached', timeout: 60_000 });
  await somethingHappened(ada.page, before.length);
  contented(ada);
  await ada.leave();
  await server.close();
});
