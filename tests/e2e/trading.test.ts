/** Time 'n' Space among three people: trade, choices, refusals, and everything that may come between. */

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from './axe';
import { openBrowser, Person, PHONE } from './browser';
import { contented, isOver, join, readWhyNot, until, wholeLog } from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

/** Two minutes at twice the speed, with time for an owner to think. */
const TABLE = {
  game: 'time-n-space',
  seats: 3,
  pace: 200,
  options: {
    mode: 'introductory',
    minutes: 2,
    timer_seconds: 5,
    setup_seconds: 120,
    owner_seconds: 14,
    deliver_seconds: 60,
    imperceptible_ms: 2000,
    final_seconds: 2,
  },
};
const COLOURS = ['grey', 'yellow', 'blue', 'brown'] as const;

interface Column {
  values: number;
  bonus: number;
  players: number;
  unplaced: number;
  score: number;
}
interface Outcome {
  scores: number[];
  winners: number[];
  breakdown: { colours: Record<string, Column> }[];
}

const place = (page: Page, on: string): Locator => page.locator(`.mat [data-on="${on}"]`);
/** Once it is their turn: before, the table would only say that they are in line. */
const lit = (page: Page, on: string): Locator => page.locator(`.mat [data-on="${on}"].step`);
const disc = (page: Page, to: string): Locator => page.locator(`[data-place="${to}"]`);
const ready = (page: Page, title: RegExp): Locator =>
  page.locator('.card.ready', { has: page.locator('strong', { hasText: title }) });

/** An order from the rack, and where it goes. */
async function order(page: Page, colour: string, value: number, on: string): Promise<void> {
  await page.locator(`[data-order="${colour}-${value}"]:visible`).click();
  await place(page, on).click();
}

/** All that a glass says, once it has run out. */
async function all(page: Page, title: RegExp): Promise<void> {
  await ready(page, title).locator('.main').click();
  await ready(page, title).waitFor({ state: 'detached' });
}

async function middle(one: Locator): Promise<{ x: number; y: number }> {
  const box = (await one.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A free glass from its card, with a mouse. */
async function drag(page: Page, to: Locator): Promise<void> {
  const free = page.locator('.card.grabs button.glass');
  const before = await free.count();
  const from = await middle(free.first());
  const there = await middle(to);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + there.x) / 2, (from.y + there.y) / 2, { steps: 3 });
  await page.locator('body > .ghost').waitFor();
  await page.mouse.move(there.x, there.y, { steps: 3 });
  await page.mouse.up();
  await page.locator('body > .ghost').waitFor({ state: 'detached' });
  await until('the glass stands there', async () => (await free.count()) < before);
}

/** The same with a finger, which the browser must not take for scrolling. */
async function dragByTouch(page: Page, to: Locator): Promise<void> {
  const from = await middle(page.locator('.card.grabs button.glass').first());
  const there = await middle(to);
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: object[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points as never });
  await touch('touchStart', [from]);
  for (const part of [0.3, 0.6, 1]) {
    const at = { x: from.x + (there.x - from.x) * part, y: from.y + (there.y - from.y) * part };
    await touch('touchMove', [at]);
  }
  await touch('touchEnd', []);
  await session.detach();
}

async function offer(page: Page, seat: number, bring: string, putOut: string): Promise<void> {
  await page.locator(`[data-panel="${seat}"] .look`).click();
  await page.getByRole('button', { name: `I'll bring ${bring}` }).click();
  await page.getByRole('button', { name: `if you put out ${putOut}` }).click();
}

async function told(page: Page): Promise<string> {
  const log = page.getByRole('log', { name: 'What happened' });
  if (!(await log.isVisible())) await page.keyboard.press('t');
  return (await wholeLog(page)).join('\n');
}

/** How a column of the result has to read, from what the engine says. */
function columnWords({ values, bonus, players, unplaced, score }: Column): string {
  if (unplaced > 0) return `${unplaced} held: 0`;
  return `${values}${bonus > 0 ? `+${bonus}` : ''} × ${players} = ${score}`;
}

// Two minutes of sand leave a busy machine too little time, so that it is for `make soak`.
test.skipIf(!process.env['SOAK'])(
  'three people trade: two visitors at once, choices, offers, and the same result as the engine',
  async () => {
    const [ada, bo, cleo, wil] = await Promise.all([
      Person.arrive(browser, address),
      Person.arrive(browser, address),
      Person.arrive(browser, address, { viewport: PHONE, touch: true }),
      Person.arrive(browser, address),
    ]);
    const players = { Ada: ada, Bo: bo, Cleo: cleo };
    for (const [name, person] of Object.entries(players)) {
      await person.open('/');
      await person.page.request.put('/api/v1/me', { data: { name } });
    }
    const made = await ada.page.request.post('/api/v1/tables', { data: TABLE });
    const { room } = (await made.json()) as { room: { id: string; link: string } };
    await ada.page.goto(room.link);
    await join(bo, room.link);
    await join(cleo, room.link);
    await ada.page.getByRole('button', { name: 'Start the game' }).click();
    const [a, b, c] = [ada.page, bo.page, cleo.page];
    await Promise.all([a, b, c].map((page) => page.locator('.disc').first().waitFor()));

    // Before the start nothing can be turned over, and the table says so.
    await disc(a, 'moon-0').click();
    await a.locator('.said').getByText('Everyone has to pick two orders first.').waitFor();
    await Promise.all([
      order(a, 'yellow', 1, 'B').then(() => order(a, 'yellow', 2, 'C')),
      order(b, 'yellow', 1, 'A').then(() => order(b, 'yellow', 2, 'C')),
      order(c, 'grey', 1, 'A').then(() => order(c, 'grey', 2, 'B')),
    ]);
    await Promise.all([a, b, c].map((page) => page.locator('.card.free').first().waitFor()));

    // A place that is not lit is refused in words, with its rule a click away.
    await disc(a, 'planet-1').click();
    await a.locator('.said').getByText('No passage leads there from where your ship is.').waitFor();
    await readWhyNot(a, /^TS-T3/);

    // Everybody produces; who drags, drags.
    await Promise.all([
      place(a, 'G')
        .click()
        .then(() => place(a, 'A').click()),
      drag(b, place(b, 'B')).then(() => drag(b, place(b, 'G'))),
      dragByTouch(c, place(c, 'C')),
    ]);
    await Promise.all([
      // In mid-action the page is loaded again, and the action is still in hand.
      ready(a, /Centre/)
        .locator('.main')
        .click()
        .then(() => a.locator('.card.held').waitFor())
        .then(() => a.reload())
        .then(() => a.locator('.card.held').waitFor())
        .then(() => order(a, 'yellow', 3, 'D'))
        .then(() => order(a, 'blue', 1, 'E'))
        .then(() => order(a, 'blue', 2, 'E'))
        .then(() => all(a, /Plant A/)),
      all(b, /Plant B/)
        .then(() => place(b, 'E').click())
        .then(() =>
          ready(b, /Centre/)
            .locator('.main')
            .click(),
        )
        .then(() => order(b, 'yellow', 3, 'D'))
        .then(() => b.locator('.card.held .second', { hasText: 'Done' }).click())
        .then(() => disc(b, 'moon-0').click()),
      all(c, /Plant C/)
        .then(() => place(c, 'E').tap())
        .then(() => disc(c, 'moon-2').tap()),
    ]);
    // The goods go onto the stations, and the ships on to Ada's planet.
    await Promise.all([
      all(b, /Station E/)
        .then(() => all(b, /Ship/))
        .then(() => offer(b, 0, 'yellow', 'grey')),
      all(c, /Station E/)
        .then(() => all(c, /Ship/))
        .then(() => offer(c, 0, 'blue', 'grey')),
    ]);
    // One offer is taken back by one tap, the other is kept below.
    await c.getByRole('button', { name: 'Take back your offer' }).tap();
    await c.getByRole('button', { name: 'Take back your offer' }).waitFor({ state: 'detached' });
    await Promise.all([
      drag(b, disc(b, 'planet-0')),
      disc(c, 'planet-0')
        .tap()
        .then(() => ready(c, /Ship to/).waitFor()),
      ready(b, /Ship to/).waitFor(),
    ]);

    // Both ships are there at the same moment: Ada says who goes first.
    await Promise.all([
      ready(b, /Ship to/)
        .locator('button.glass')
        .click(),
      ready(c, /Ship to/)
        .locator('button.glass')
        .tap(),
    ]);
    const choice = a.getByRole('group', { name: 'Who goes first?' });
    await choice.getByRole('button', { name: /Bo/ }).click();
    await choice.waitFor({ state: 'detached' });
    // Her answer decides which order goes.
    await lit(b, 'E').click();
    const give = a.getByRole('group', { name: 'Which order do you give?' });
    await give.getByRole('button').nth(2).click();
    await give.waitFor({ state: 'detached' });
    await b.locator('.card.held .second', { hasText: 'Done' }).click();
    // And this time the table answers for her.
    await lit(c, 'E').tap();
    await give.waitFor();
    await give.waitFor({ state: 'detached' });
    await c.locator('.card.held .second', { hasText: 'Done' }).tap();

    // A second window takes over, and the first takes back.
    const second = await ada.context.newPage();
    await second.goto(a.url());
    await second.locator('.mat [data-on="A"]').waitFor();
    await a.getByRole('button', { name: 'Play here instead' }).click();
    await place(a, 'A').waitFor();
    await second.close();

    // Somebody watches, and can do nothing.
    await wil.page.goto(room.link);
    await wil.page.locator('.disc').first().waitFor();
    expect(await wil.page.locator('.disc').count()).toBe(6);
    expect(await wil.page.locator('.disc.turn, .disc.step, [data-card]').count()).toBe(0);

    for (const light of ['light', 'dark'] as const) {
      for (const page of [a, c]) {
        await page.emulateMedia({ colorScheme: light });
        await page.waitForFunction((l) => document.documentElement.dataset['theme'] === l, light);
        await page.waitForTimeout(300);
        expect(await axe(page)).toEqual([]);
      }
    }

    await until(
      'the game is over',
      async () => (await Promise.all([a, b, c].map(isOver))).every(Boolean),
      120_000,
    );
    // What stands on the page is what the engine says.
    const info = await a.request.get(`/api/v1/matches/${room.id}`);
    const { outcome } = (await info.json()) as { outcome: Outcome };
    expect(outcome.breakdown[1]!.colours['yellow']!.score).toBeGreaterThan(0);
    for (const page of [a, c]) {
      const rows = page.getByRole('dialog', { name: 'The end' }).locator('li');
      for (const [seat, name] of Object.keys(players).entries()) {
        const row = rows.filter({ hasText: name });
        // They come one colour after the other.
        const shown = await row.locator('.sheet .column').allTextContents();
        const engine = COLOURS.map((one) => columnWords(outcome.breakdown[seat]!.colours[one]!));
        expect(shown.map((words) => words.replace(/\s+/g, ' ').trim())).toEqual(engine);
        expect(await row.locator('.score').innerText()).toBe(String(outcome.scores[seat]));
      }
    }
    const log = await told(a);
    for (const words of [
      /(Bo and Cleo|Cleo and Bo) arrived together: you decide who fills first/,
      /You let Bo fill first/,
      /Bo gets your yellow order worth 3 from D\./,
      /Cleo gets your blue order worth 1 from E, as you did not choose/,
      /Bo has brought you what was offered/,
      /Cleo's offer to you has been withdrawn/,
      /Time is up/,
    ]) {
      expect(log).toMatch(words);
    }

    // Again through each pair of eyes: everybody sees their own part, and nobody can do anything.
    await a.goto(`/r/${room.id}`);
    await a.locator('.disc').first().waitFor();
    await a.getByRole('slider', { name: 'Position in the game' }).fill('30000');
    for (const [seat, name] of Object.keys(players).entries()) {
      await a.getByLabel('Whose view').selectOption(String(seat));
      await a.locator(`.panel.ll[data-panel="${seat}"]`).waitFor();
      expect(await a.locator('.mat .place').count(), name).toBe(10);
      await place(a, 'B').click();
      expect(await a.locator('.mat .place.turn, .disc.turn').count(), name).toBe(0);
    }
    contented(ada, bo, cleo, wil);
    await Promise.all([ada, bo, cleo, wil].map((person) => person.leave()));
  },
);
