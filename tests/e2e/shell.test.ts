/** What a table does for every game: the line, Back, settings. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person, PHONE } from './browser';
import { openGallery, type Gallery } from './gallery';
import { BOARD, contented, nameMe, playNow } from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;
let gallery: Gallery;

beforeAll(async () => {
  [browser, gallery] = await Promise.all([openBrowser(), openGallery()]);
});
afterAll(async () => {
  await browser.close();
  await gallery.close();
});

interface Films {
  film: {
    room(changed: object): void;
    show(nth: number): void;
    send(text: string): void;
  };
  sent: { type: string }[];
  shaken: unknown[];
}

async function film(query: string, prepare?: (page: Page) => Promise<unknown>): Promise<Person> {
  const ada = await Person.arrive(browser, gallery.address);
  await prepare?.(ada.page);
  await ada.page.goto(`${gallery.address}gallery.html?${query}&shell&rate=0`);
  await ada.page.locator('.room .board svg').first().waitFor();
  await ada.page.evaluate(() => {
    const all = globalThis as unknown as Films;
    all.sent = [];
    const send = all.film.send.bind(all.film);
    all.film.send = (text) => {
      all.sent.push(JSON.parse(text) as { type: string });
      send(text);
    };
  });
  return ada;
}

const sent = (page: Page, type: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      (globalThis as unknown as Films).sent.filter((message) => message.type === wanted).length,
    type,
  );

test('on a phone a drawer hides neither whose turn it is nor what is asked in the line', async () => {
  // Ada's page, in Bo's turn.
  const ada = await film('game=watch&film=0&frame=1');
  const { page } = ada;
  const ask = (votes: number[]): Promise<void> =>
    page.evaluate(
      (pause_votes) => (globalThis as unknown as Films).film.room({ pause_votes }),
      votes,
    );
  let agreed = 0;
  const all = [
    ['r', 'Rules'],
    ['w', 'At this table'],
    [',', 'Settings'],
    ['?', 'Keys'],
  ] as const;
  for (const viewport of [PHONE, { width: 844, height: 390 }]) {
    await page.setViewportSize(viewport);
    // Turned, those at the side and those in the middle lie as they do upright.
    for (const [key, title] of viewport === PHONE ? all : [all[0], all[3]]) {
      await page.keyboard.press(key);
      const drawer = page.getByRole('dialog', { name: title });
      await drawer.getByText('Bo’s turn').waitFor();
      await ask([1]);
      const agree = drawer.getByRole('button', { name: 'Agree' });
      const line = drawer.getByRole('region', { name: 'At the table' });
      await line.getByText('Bo asks for a pause.').waitFor();
      const below = async (): Promise<number> => {
        const box = (await agree.boundingBox())!;
        expect(box.height).toBeGreaterThanOrEqual(44);
        return box.y + box.height;
      };
      await expect.poll(below).toBeLessThanOrEqual(viewport.height);
      await expect.poll(() => agree.getAttribute('aria-disabled')).toBe('false');
      await agree.click();
      expect(await sent(page, 'pause')).toBe(++agreed);
      // The keys come to the line that can be seen.
      await page.keyboard.press('l');
      expect(await agree.evaluate((one) => one === document.activeElement)).toBe(true);
      await ask([]);
      await agree.waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
    }
  }
  // At a desk the table lies beside the drawer, with its own line.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('r');
  await page.getByRole('dialog', { name: 'Rules' }).waitFor();
  await ask([1]);
  await page.getByRole('button', { name: 'Agree' }).waitFor();
  expect(await page.getByText('Bo’s turn').count()).toBe(0);
  contented(ada);
  await ada.leave();
});

test('a button that has just appeared in the line is dead for 300 ms', async () => {
  // From the beginning: a timer that was set before could not be stopped any more.
  const ada = await film('game=watch&film=0&frame=2', (page) => page.clock.install());
  const { page } = ada;
  await page.clock.pauseAt(Date.now() + 1000);
  await page.evaluate(() => (globalThis as unknown as Films).film.room({ pause_votes: [1] }));
  const agree = page.getByRole('button', { name: 'Agree' });
  await agree.waitFor();
  await agree.click({ force: true });
  expect(await sent(page, 'pause')).toBe(0);
  await page.clock.runFor(250);
  await agree.click({ force: true });
  expect(await sent(page, 'pause')).toBe(0);
  await page.clock.runFor(60);
  await agree.click();
  expect(await sent(page, 'pause')).toBe(1);
  await ada.leave();
});

test('the keyboard need not wait for it: no finger was on its way', async () => {
  const ada = await film('game=watch&film=0&frame=2', (page) => page.clock.install());
  const { page } = ada;
  await page.clock.pauseAt(Date.now() + 1000);
  await page.evaluate(() => (globalThis as unknown as Films).film.room({ pause_votes: [1] }));
  await page.getByRole('button', { name: 'Agree' }).focus();
  await page.keyboard.press('Enter');
  expect(await sent(page, 'pause')).toBe(1);
  await ada.leave();
});

test('Back closes what was opened last, then asks before it leaves a game', async () => {
  const ada = await Person.arrive(browser, address, { viewport: PHONE, touch: true });
  const { page } = ada;
  await ada.open('/');
  await playNow(ada, 'The Watch');
  const table = page.url();
  await page.keyboard.press('r');
  const rules = page.getByRole('dialog', { name: 'Rules' });
  await rules.waitFor();
  await page.goBack();
  await rules.waitFor({ state: 'detached' });
  expect(page.url()).toBe(table);
  await page.keyboard.press('t');
  const talk = page.getByRole('complementary', { name: 'Log and chat' });
  await talk.waitFor();
  await page.goBack();
  await talk.waitFor({ state: 'detached' });
  expect(page.url()).toBe(table);
  // Nothing is open any more: now it asks, as often as one goes back.
  for (let nth = 0; nth < 2; nth++) {
    await page.goBack();
    await page.getByText('Leave this game?').waitFor();
    expect(page.url()).toBe(table);
    await page.waitForTimeout(350);
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByText('Leave this game?').waitFor({ state: 'detached' });
    await page.waitForSelector(BOARD);
  }
  await page.goBack();
  await page.getByRole('button', { name: 'Leave', exact: true }).press('Enter');
  await page.getByRole('heading', { name: 'Games in which time is a piece' }).waitFor();
  contented(ada);
  await ada.leave();
});

test('Escape closes what was opened last, wherever the focus is', async () => {
  const ada = await film('game=watch&film=0&frame=2');
  const { page } = ada;
  const drawer = (name: string) => page.getByRole('dialog', { name });
  const letGo = (): Promise<void> =>
    page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.getByRole('button', { name: 'The orange pawn' }).click();
  for (const key of ['r', ',', '?']) await page.keyboard.press(key);
  const names = ['Keys', 'Settings', 'Rules'];
  await drawer('Keys').waitFor();
  for (const [nth, name] of names.entries()) {
    await letGo();
    await page.keyboard.press('Escape');
    await drawer(name).waitFor({ state: 'detached' });
    for (const other of names.slice(nth + 1)) expect(await drawer(other).count()).toBe(1);
    expect(await page.locator('.pawns [aria-pressed="true"]').count()).toBe(1);
  }
  // Now it is the board's turn.
  await letGo();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.pawns [aria-pressed="true"]').count()).toBe(0);
  await ada.leave();
});

test('settings open by the comma, and hints can be turned on again there', async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await ada.open('/');
  await nameMe(ada, 'Hinted Ada');
  await playNow(ada, 'The Watch');
  const hint = page.getByRole('button', { name: 'Got it' });
  if (await hint.count()) await hint.first().click();
  await expect.poll(() => hint.count()).toBe(0);
  await page.keyboard.press(',');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  const hints = settings.getByRole('switch', { name: /^Hints/ });
  await hints.click();
  expect(await hints.isChecked()).toBe(false);
  await hints.click();
  expect(await hints.isChecked()).toBe(true);
  await page.keyboard.press(',');
  await settings.waitFor({ state: 'detached' });
  await hint.first().waitFor();
  contented(ada);
  await ada.leave();
});

test('against bots alone, cards lie open for whoever likes that', async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await ada.open('/');
  await playNow(ada, 'The Watch');
  const shut = page.getByRole('button', { name: /^Your card: hold to see/ });
  const open = page.getByRole('img', { name: /^Your card: \w+, then/ });
  await shut.waitFor();
  expect(await open.count()).toBe(0);
  await page.keyboard.press(',');
  await page.getByRole('switch', { name: /^Cards face up against bots/ }).click();
  await open.waitFor();
  // Somebody watches: now they would see it over one's shoulder.
  const wil = await Person.arrive(browser, address);
  await wil.open(page.url());
  await wil.page.waitForSelector(BOARD);
  await shut.waitFor();
  await wil.leave();
  await open.waitFor();
  contented(ada);
  await ada.leave();
});

test('a phone shakes only for whoever likes that', async () => {
  for (const likes of [true, false]) {
    const ada = await film('game=out-of-time&film=0&frame=3', (page) =>
      page.addInitScript((on) => {
        localStorage.setItem('sandtable.vibration', on ? 'on' : 'off');
        const all = globalThis as unknown as Films;
        all.shaken = [];
        navigator.vibrate = (pattern) => all.shaken.push(pattern) > 0;
      }, likes),
    );
    await ada.page.evaluate(() => (globalThis as unknown as Films).film.show(4));
    await ada.page.getByText(/Your glass has run out/).waitFor();
    const shaken = await ada.page.evaluate(() => (globalThis as unknown as Films).shaken.length);
    expect(shaken > 0).toBe(likes);
    await ada.leave();
  }
});
