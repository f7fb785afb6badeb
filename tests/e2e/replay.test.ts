import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person, PHONE } from './browser';
import { BOARD, contented, until } from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;
let watch = '';
let outOfTime = '';

/** Bots play it, at a table that stands open on the front page; gives its id. */
async function botsPlay(page: Page, game: string, options: object): Promise<string> {
  const seats = game === 'watch' ? 2 : 3;
  const made = await page.request.post('/api/v1/tables', {
    data: {
      game,
      options,
      bots: Array<string>(seats).fill(game === 'watch' ? 'random' : 'club'),
      seats,
      sit: false,
      start: true,
      pace: 200,
      visibility: 'open',
    },
  });
  expect(made.status()).toBe(201);
  const { room } = (await made.json()) as { room: { id: string } };
  await until(
    `the bots have played ${game}`,
    async () => (await page.request.get(`/api/v1/matches/${room.id}`)).ok(),
    60_000,
  );
  return room.id;
}

beforeAll(async () => {
  browser = await openBrowser();
  const host = await Person.arrive(browser, address);
  await host.page.request.put('/api/v1/me', { data: { name: 'Rea' } });
  [watch, outOfTime] = await Promise.all([
    botsPlay(host.page, 'watch', { minutes: 1, cards: 'several' }),
    botsPlay(host.page, 'out-of-time', { timer_seconds: 1 }),
  ]);
  await host.leave();
}, 90_000);
afterAll(() => browser.close());

async function see(person: Person, id: string): Promise<Page> {
  await person.open(`/r/${id}`);
  await person.page.waitForSelector(BOARD);
  return person.page;
}

const at = async (page: Page) =>
  Number(await page.getByRole('slider', { name: 'Position in the game' }).inputValue());
const newest = (page: Page) =>
  page.getByRole('region', { name: 'What happened' }).locator('[aria-current]');

test('a finished game is found on the front page and plays again', async () => {
  const ada = await Person.arrive(browser, address);
  await ada.open('/');
  const list = ada.page
    .getByRole('heading', { name: 'Games others have played' })
    .locator('xpath=..');
  // Others may have played since; some of them left before the end.
  const link = list.locator(`a[href="/r/${outOfTime}"]`);
  expect(await link.innerText()).toContain('Out of Time');
  await link.click();
  await ada.page.waitForSelector(BOARD);
  expect(await at(ada.page)).toBe(0);
  await ada.page.getByRole('radio', { name: '16 times normal speed' }).click();
  await ada.page.getByRole('button', { name: 'Play', exact: true }).click();
  await until('the sand has run some seconds', async () => (await at(ada.page)) > 3000);
  expect(await newest(ada.page).count()).toBe(1);
  await ada.page.getByRole('button', { name: 'Play from the start' }).waitFor({ timeout: 60_000 });
  expect(await ada.page.getByTitle('Won').count()).toBeGreaterThan(0);
  contented(ada);
  await ada.leave();
});

test('steps, keys and the log lead to every moment, forwards and back', async () => {
  const ada = await Person.arrive(browser, address);
  const page = await see(ada, outOfTime);
  const look = async () => [
    await at(page),
    await page
      .locator('[data-space]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).join()),
  ];
  await page.keyboard.press('ArrowRight');
  await newest(page).waitFor();
  const first = await look();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  const words = await newest(page).innerText();
  const later = await look();
  expect(later).not.toEqual(first);
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft');
  expect(await look()).toEqual(first);
  await page.getByRole('region', { name: 'What happened' }).getByRole('button').nth(5).click();
  await until('the log has led there', async () => (await newest(page).innerText()) === words);
  expect(await look()).toEqual(later);
  await page.keyboard.press('Home');
  expect(await at(page)).toBe(0);
  contented(ada);
  await ada.leave();
});

test('what lies open depends on whose eyes look', async () => {
  const ada = await Person.arrive(browser, address);
  const page = await see(ada, watch);
  const eyes = page.getByLabel('Whose view');
  const hidden = () => page.locator('[data-hand-seat] [aria-label*="face down"]').count();
  await until('all cards lie open', async () => (await hidden()) === 0);
  await eyes.selectOption('nobody');
  await until('all cards are shut', async () => (await hidden()) === 6);
  await eyes.selectOption('1');
  await until('one hand lies open', async () => (await hidden()) === 3);
  contented(ada);
  await ada.leave();
});

test('a replay on a phone is played by touch, and everybody is in sight', async () => {
  const ada = await Person.arrive(browser, address, { viewport: PHONE, touch: true });
  const page = await see(ada, outOfTime);
  await page.getByRole('button', { name: 'Step forward' }).tap();
  await page.getByRole('button', { name: 'Log', exact: true }).tap();
  const log = page.getByRole('complementary', { name: 'Log' });
  await log.getByRole('button', { name: /takes/ }).first().tap();
  await log.waitFor({ state: 'detached' });
  expect(await at(page)).toBeGreaterThan(0);
  for (const plate of await page.locator('section.plate').all()) {
    const box = await plate.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= PHONE.width).toBe(true);
  }
  for (const button of await page
    .getByRole('group', { name: 'Replay' })
    .getByRole('button')
    .all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  contented(ada);
  await ada.leave();
});

test('a game that is not over leads to its table', async () => {
  const ada = await Person.arrive(browser, address);
  await ada.open('/');
  await ada.page.request.put('/api/v1/me', { data: { name: 'Now Ada' } });
  const made = await ada.page.request.post('/api/v1/tables', {
    data: { game: 'watch', bots: ['club'], start: true },
  });
  const { room } = (await made.json()) as { room: { id: string } };
  await ada.open(`/r/${room.id}`);
  await ada.page.getByRole('link', { name: 'Watch it live' }).click();
  await ada.page.waitForSelector(BOARD);
  await ada.open('/r/nothing');
  await ada.page.getByRole('heading', { name: 'No such game' }).waitFor();
  contented(ada);
  await ada.leave();
});
