/** What people do at a table, through the page alone. */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Person } from './browser';

/** A move of the watch that is lit, not one that would be refused. */
export const MOVE = '.button.primary.big:not(.doubtful)';
export const BOARD = 'section[aria-label="The board"] svg';

/** Wait until something holds on the page; it is looked at again and again. */
export async function until(
  what: string,
  holds: () => Promise<boolean>,
  ms = 45_000,
): Promise<void> {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited in vain until ${what}`);
}

export async function playNow(person: Person, title: string, board = BOARD): Promise<void> {
  await person.open('/');
  await person.page.getByRole('button', { name: `Play now: ${title}` }).click();
  await person.page.waitForSelector(board);
}

/** The same for somebody who has never played it: they read first, and then start. */
export async function readAndStart(person: Person, title: string): Promise<void> {
  const { page } = person;
  await person.open('/');
  await page.getByRole('button', { name: `Play now: ${title}` }).click();
  await pressStart(page);
}

export async function pressStart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start', exact: true }).click({ delay: 400 });
  await page.getByRole('region', { name: 'Your mat' }).waitFor();
}

export interface Wishes {
  game: string;
  seats: number;
  /** House rules by the name of the option: a number is written, a word is chosen. */
  options?: Record<string, number | string>;
  pace?: string;
  open?: boolean;
}

/** Set a table up in the form, as somebody would who reads it; gives the link to share. */
export async function setUp(host: Person, wishes: Wishes): Promise<string> {
  const { page } = host;
  await host.open(`/new/${wishes.game}`);
  await page.getByRole('radio', { name: String(wishes.seats), exact: true }).check({ force: true });
  if (wishes.pace) await page.getByRole('radio', { name: wishes.pace }).check({ force: true });
  if (wishes.open) await page.getByRole('radio', { name: 'Everybody' }).check({ force: true });
  if (wishes.options) await page.getByText('House rules').click();
  for (const [name, value] of Object.entries(wishes.options ?? {})) {
    if (typeof value === 'string') {
      await page.locator(`select[aria-labelledby="option-${name}"]`).selectOption(value);
    } else {
      const field = page.locator(`#option-${name}`);
      await field.fill(String(value));
      await field.blur();
    }
  }
  await page.getByRole('button', { name: 'Set up the table' }).click();
  return page.locator('#share-link').inputValue();
}

export async function nameMe(person: Person, name: string): Promise<void> {
  const { page } = person;
  await person.open('/');
  // The page knows who somebody is a moment after it is there.
  await page.getByRole('banner').locator('button.name').click();
  await page.getByLabel('Your name at the table').fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: new RegExp(`${name}$`) }).waitFor();
}

/** Open the link, sit down, say ready. */
export async function join(guest: Person, link: string): Promise<void> {
  const { page } = guest;
  await page.goto(link);
  await page.getByRole('button', { name: 'Sit down' }).first().click();
  await page.getByRole('button', { name: 'I am ready' }).click();
}

/** The one of them to whom this is shown now; somebody will be. */
export async function whoHas(
  all: Person[],
  what: string,
  selector: string,
  ms?: number,
): Promise<Person> {
  let found: Person | undefined;
  await until(
    what,
    async () => {
      for (const person of all) {
        if (await person.page.locator(selector).count()) found ??= person;
      }
      return found !== undefined;
    },
    ms,
  );
  return found!;
}

/** Choose something that is behind the button *More*. */
export async function fromMore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name }).click();
}

/** A refusal is a sentence with its rule, and the rule is one click away. */
export async function readWhyNot(page: Page, rule: RegExp): Promise<void> {
  await page
    .getByRole('button', { name: /^Rule / })
    .first()
    .click();
  const told = page.getByRole('dialog', { name: 'Rules' }).locator('li.lit');
  await told.waitFor();
  expect(await told.innerText()).toMatch(rule);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Rules' }).waitFor({ state: 'detached' });
}

/** After the end: one tap each, everybody sees who is in, and all sit at a new board. */
export async function playAgain(all: Person[]): Promise<void> {
  const [first, ...others] = all as [Person, ...Person[]];
  const old = first.page.url();
  const last = others.at(-1) ?? first;
  for (const person of all) {
    if (person !== first) await person.page.locator('.ranking .in').first().waitFor();
    if (person === last) expect(last.page.url()).toBe(old);
    await person.page.getByRole('button', { name: 'Play again' }).click();
  }
  await Promise.all(
    all.map(async ({ page }) => {
      await page.waitForURL((url) => url.href !== old);
      await page.waitForSelector(BOARD);
    }),
  );
}

/**
 * Click any of the first kind of these that is there; what is lit changes by the moment. Always the
 * first of its kind would do for one step, but a whole game would go round in circles.
 */
export async function tapOne(page: Page, ...selectors: string[]): Promise<boolean> {
  return page.evaluate((wanted) => {
    for (const selector of wanted) {
      const all = [...document.querySelectorAll(selector)].filter(
        (one) => !(one instanceof HTMLButtonElement && one.disabled),
      );
      const found = all[Math.floor(Math.random() * all.length)];
      if (!found) continue;
      found.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      return true;
    }
    return false;
  }, selectors);
}

/** All lines of the log: only the newest stand on the page until somebody scrolls up. */
export async function wholeLog(page: Page): Promise<string[]> {
  const log = page.getByRole('log', { name: 'What happened' });
  const lines = log.locator('li');
  let before = -1;
  for (let now = await lines.count(); now !== before; now = await lines.count()) {
    before = now;
    await log.evaluate(async (box) => {
      box.scrollTop = 0;
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
  }
  return lines.allInnerTexts();
}

export async function isOver(page: Page): Promise<boolean> {
  return (await page.getByRole('dialog', { name: 'The end' }).count()) > 0;
}

/** One step of Out of Time: whatever is lit, rather with a cube than without. */
export async function stepOutOfTime(page: Page): Promise<void> {
  await tapOne(
    page,
    '.deeds .wide',
    '.deeds .back button',
    '.ask .answer:not([aria-label="Take no cube"])',
    '.ask .answer',
    '.space.lit[aria-label*="takes"]',
    '.space.lit',
    'button.glass.ready',
  );
}

/** With a glass that has run out in hand: reach for a space where another's glass stands. */
export async function reachForGlass(page: Page): Promise<void> {
  if (!(await tapOne(page, 'button.glass.ready:not(.chosen)'))) return;
  const taken = page.locator('[data-space][aria-label*="\'s glass"]');
  const count = await taken.count();
  if (count === 0) return;
  const one = taken.nth(Math.floor(Math.random() * count));
  await one.dispatchEvent('click', {}, { timeout: 500 }).catch(() => undefined);
}

/** One step of the watch: any pawn, a good handful of tokens. */
export async function stepWatch(page: Page): Promise<void> {
  if (await tapOne(page, '.deed .target button')) return;
  const pawns = page.locator('.pawns button:not(:disabled)');
  const count = await pawns.count();
  if (count === 0) return;
  const options = { timeout: 1000 };
  try {
    await pawns.nth(Math.floor(Math.random() * count)).click(options);
    const slider = page.getByRole('slider', { name: 'Tokens to spend' });
    const most = Number(await slider.getAttribute('max', options));
    const move = page.locator(MOVE);
    const wish = 6 + Math.floor(Math.random() * 7);
    for (let spend = Math.min(most, wish); spend > 0; spend--) {
      await slider.fill(String(spend), options);
      if ((await move.count()) && (await move.isEnabled(options))) {
        await move.click(options);
        return;
      }
    }
  } catch {
    // the turn ran out, or the game did: look again
  }
}

/** Everybody plays until the end is on every screen. */
export async function playToTheEnd(
  pages: Page[],
  step: (page: Page) => Promise<void>,
  ms = 150_000,
): Promise<void> {
  const end = Date.now() + ms;
  const play = async (page: Page): Promise<void> => {
    while (Date.now() < end) {
      if (await isOver(page)) return;
      await step(page);
      await page.waitForTimeout(60);
    }
    throw new Error('the game did not come to its end in time');
  };
  await Promise.all(pages.map(play));
}

export function contented(...people: Person[]): void {
  for (const person of people) expect(person.complaints).toEqual([]);
}
