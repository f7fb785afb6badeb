/** A game over days: being called, finding the table where it is my turn, seeing what happened. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from './axe';
import { openBrowser, Person } from './browser';
import { tooSmall } from './fingers';
import { contented, join, nameMe, until } from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

interface Stubbed {
  called: { title: string; tag: string }[];
  asked: number;
  away: boolean;
}

/** A browser that answers so when it is asked for notifications, and can be looked away from. */
async function arrive(answer: NotificationPermission): Promise<Person> {
  const person = await Person.arrive(browser, address);
  await person.context.addInitScript((said) => {
    const all = globalThis as unknown as Stubbed;
    Object.assign(all, { called: [], asked: 0, away: false });
    class Fake {
      static get permission(): string {
        return localStorage.getItem('test.permission') ?? 'default';
      }
      static requestPermission(): Promise<string> {
        all.asked += 1;
        localStorage.setItem('test.permission', said);
        return Promise.resolve(said);
      }
      constructor(title: string, { tag }: { tag: string }) {
        all.called.push({ title, tag });
      }
      close(): void {}
    }
    Object.defineProperty(globalThis, 'Notification', { value: Fake });
    Object.defineProperty(document, 'visibilityState', {
      get: () => (all.away ? 'hidden' : 'visible'),
    });
  }, answer);
  return person;
}

const look = (page: Page, away: boolean): Promise<void> =>
  page.evaluate((now) => {
    (globalThis as unknown as Stubbed).away = now;
    document.dispatchEvent(new Event('visibilitychange'));
  }, away);
const called = (page: Page): Promise<Stubbed['called']> =>
  page.evaluate(() => (globalThis as unknown as Stubbed).called);
const asked = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as Stubbed).asked);
const icon = (page: Page): Promise<string | null> =>
  page.locator('link[rel="icon"]').getAttribute('href');
const isTurn = async (page: Page): Promise<boolean> => /^● Your turn · /.test(await page.title());
const line = (page: Page) => page.getByRole('region', { name: 'What to do' });

/** A table of A Time of Chaos for two; the host puts the first pawn down if the other begins. */
async function play(host: Person, guest: Person, first: number): Promise<string> {
  const data = { game: 'time-of-chaos', seats: 2, options: { first } };
  const made = await host.page.request.post('/api/v1/tables', { data });
  const { room } = (await made.json()) as { room: { id: string; link: string } };
  await host.page.goto(room.link);
  await join(guest, room.link);
  await host.page.getByRole('button', { name: 'Start the game' }).click();
  for (const { page } of [host, guest]) await page.locator('.tile').first().waitFor();
  return room.id;
}

/** Play until it is somebody else's turn. */
async function playMyTurn(page: Page): Promise<void> {
  await until('it is my turn', () => isTurn(page));
  await until('my turn is over', async () => {
    await page.evaluate(() => {
      const wanted = ['.tile.armed', '.deck.armed', '.end.sure', '.tile.lit:has(.pays)'];
      // A journey in time leaves a cube, and that is a change.
      const rest = [
        '.tile.lit[aria-label*="Time travel"]',
        '.tile.lit',
        '.end:not([aria-disabled="true"])',
      ];
      for (const selector of [...wanted, ...rest]) {
        const found = document.querySelector<HTMLElement>(selector);
        if (found) return found.click();
      }
    });
    await page.evaluate(() => new Promise((done) => setTimeout(done, 120)));
    return !(await isTurn(page));
  });
}

test('who plays over days is called, finds their turn first, and sees what they missed', async () => {
  const [ada, bo] = await Promise.all([arrive('granted'), arrive('denied')]);
  await Promise.all([nameMe(ada, 'Ada'), nameMe(bo, 'Bo')]);
  const mine = await play(ada, bo, 1);
  const theirs = await play(ada, bo, 0);

  // On the front page, the older table comes first: it is my turn there.
  await ada.open('/');
  const games = ada.page.locator('section', {
    has: ada.page.getByRole('heading', { name: 'Your games' }),
  });
  const rows = games.getByRole('link');
  await expect.poll(() => rows.first().getAttribute('href')).toBe(`/t/${mine}`);
  expect(await rows.nth(1).getAttribute('href')).toBe(`/t/${theirs}`);
  expect(await rows.first().innerText()).toMatch(/Your turn/);
  expect(await rows.nth(1).innerText()).not.toMatch(/Your turn/);
  expect(await isTurn(ada.page)).toBe(true);
  expect(await icon(ada.page)).toBe('/icon-turn.svg');
  expect(await axe(ada.page)).toEqual([]);
  expect(await tooSmall(ada.page)).toEqual([]);

  // At the table as well; nobody is asked for anything before their turn has passed.
  await rows.first().click();
  await expect.poll(() => ada.page.title()).toBe('● Your turn · A Time of Chaos · Sandtable');
  await expect.poll(() => icon(ada.page)).toBe('/icon-turn.svg');
  const offer = 'Should this browser tell you when it is your turn again?';
  expect(await line(ada.page).getByText(offer).count()).toBe(0);
  await playMyTurn(ada.page);
  await expect.poll(() => icon(ada.page)).toBe('/icon.svg');
  await line(ada.page).getByText(offer).waitFor();
  expect(await asked(ada.page)).toBe(0);
  await line(ada.page).getByRole('button', { name: 'Yes' }).click({ delay: 400 });
  await line(ada.page).getByText('You will get a notification when it is your turn.').waitFor();
  await line(ada.page).getByRole('button', { name: 'OK' }).click({ delay: 400 });

  // She looks elsewhere, and is called.
  await look(ada.page, true);
  await bo.page.goto(`/t/${mine}`);
  await playMyTurn(bo.page);
  await expect
    .poll(() => called(ada.page))
    .toEqual([{ title: 'Your turn: A Time of Chaos', tag: mine }]);

  // Bo's browser says no, and the page says what there is instead.
  await line(bo.page).getByText(offer).waitFor();
  await line(bo.page).getByRole('button', { name: 'Yes' }).click({ delay: 400 });
  await line(bo.page)
    .getByText(/This browser blocks notifications/)
    .waitFor();
  await bo.page.keyboard.press(',');
  const settings = bo.page.getByRole('dialog', { name: 'Settings' });
  const tell = settings.getByRole('switch', { name: 'Tell me when it is my turn' });
  expect(await tell.isDisabled()).toBe(true);
  await settings.getByText(/you can allow them in its own settings/).waitFor();
  await bo.page.keyboard.press('Escape');

  // She is back.
  await look(ada.page, false);
  await line(ada.page)
    .getByText(/^Since you were here, \d+ things have happened\.$/)
    .waitFor();
  await line(ada.page).getByRole('button', { name: 'No' }).click({ delay: 400 });
  await playMyTurn(ada.page);

  // She leaves altogether; the front page calls her, too, and the table tells what happened.
  await ada.open('/');
  await games.waitFor();
  await playMyTurn(bo.page);
  await expect.poll(() => rows.first().innerText(), { timeout: 30_000 }).toMatch(/Your turn/);
  await ada.page.goto(`/t/${mine}`);
  await line(ada.page)
    .getByText(/^Since you were here, \d+ things have happened\.$/)
    .waitFor();
  expect(await ada.page.locator('.tile.changed').count()).toBe(0);
  await line(ada.page).getByRole('button', { name: 'Show' }).click({ delay: 400 });
  await line(ada.page).getByText('This is how it was when you left.').waitFor();
  expect(await ada.page.locator('.tile.lit').count()).toBe(0);
  await line(ada.page)
    .getByText(/^1 of \d+: Bo /)
    .waitFor();
  await line(ada.page).getByRole('button', { name: 'Skip' }).waitFor({ state: 'detached' });
  await ada.page.locator('.tile.lit').first().waitFor();
  // What others changed is marked on the board until I do something.
  expect(await ada.page.locator('.tile.changed').count()).toBeGreaterThan(0);

  // Once more by its key, and no longer than one likes.
  await ada.page.keyboard.press('y');
  await line(ada.page).getByText('This is how it was when you left.').waitFor();
  expect(await isTurn(ada.page)).toBe(true);
  await ada.page.keyboard.press('Escape');
  await ada.page.locator('.tile.lit').first().waitFor();
  expect(await line(ada.page).getByRole('button', { name: 'Skip' }).count()).toBe(0);
  await playMyTurn(ada.page);
  // A reload has nothing to tell that was seen.
  await ada.page.reload();
  await ada.page.locator('.tile').first().waitFor();
  expect(
    await line(ada.page)
      .getByText(/Since you were here/)
      .count(),
  ).toBe(0);
  for (const person of [ada, bo]) {
    contented(person);
    await person.leave();
  }
});
