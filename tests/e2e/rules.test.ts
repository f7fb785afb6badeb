import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person } from './browser';
import { contented, until } from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
const NUMBERED = /^\s*[-*] \*\*([A-Z]{2}-[A-Z]*\d+[a-z]?)\*\*/gm;
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

async function games(): Promise<string[]> {
  const answer = await fetch(`${address}/api/v1/games`);
  const { games } = (await answer.json()) as { games: { name: string }[] };
  return games.map((game) => game.name);
}

async function numbersOf(game: string): Promise<string[]> {
  const answer = await fetch(`${address}/api/v1/games/${game}/rules`);
  expect(answer.status).toBe(200);
  return [...(await answer.text()).matchAll(NUMBERED)].map((found) => found[1]!);
}

const inSight = (page: Page, id: string): Promise<boolean> =>
  page.evaluate((wanted) => {
    const box = document.getElementById(wanted)?.getBoundingClientRect();
    return box !== undefined && box.top < innerHeight && box.bottom > 0;
  }, id);

test('the rules of every game are there, and each rule can be linked to', async () => {
  const names = await games();
  expect(names).toEqual(
    expect.arrayContaining(['out-of-time', 'time-n-space', 'time-of-chaos', 'watch']),
  );
  for (const game of names) {
    const ada = await Person.arrive(browser, address);
    const { page } = ada;
    const numbers = await numbersOf(game);
    expect(numbers.length).toBeGreaterThan(10);
    await ada.open(`/rules/${game}#${numbers[0]}`);
    await page.locator('li.lit').waitFor();
    for (const number of numbers) {
      // As a link from elsewhere on the page does it.
      await page.evaluate((to) => (location.hash = to), number);
      await until(
        `rule ${number} is lit and in sight`,
        async () =>
          (await page.locator('li.lit').getAttribute('id')) === number &&
          (await inSight(page, number)),
      );
      expect(await page.locator('li.lit').innerText()).toContain(number);
    }
    contented(ada);
    await ada.leave();
  }
});

test('a game that does not exist has no rules, and the page says so', async () => {
  const ada = await Person.arrive(browser, address);
  await ada.open('/rules/zzz');
  await ada.page.getByRole('alert').getByText("There is no game 'zzz'").waitFor();
  await ada.leave();
});

test('every drawing in the rules is shown', async () => {
  for (const game of await games()) {
    const ada = await Person.arrive(browser, address);
    const { page } = ada;
    await ada.open(`/rules/${game}`);
    await page.locator('.prose li.rule').first().waitFor();
    const drawings = page.locator('.prose img');
    expect(await drawings.count()).toBeGreaterThan(0);
    for (const drawing of await drawings.all()) {
      await drawing.scrollIntoViewIfNeeded();
      await until(`${await drawing.getAttribute('src')} is drawn`, () =>
        drawing.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0),
      );
    }
    contented(ada);
    await ada.leave();
  }
});
