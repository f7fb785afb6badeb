import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person } from './browser';
import {
  BOARD,
  contented,
  join,
  nameMe,
  playToTheEnd,
  setUp,
  reachForGlass,
  stepOutOfTime,
  stepWatch,
  until,
} from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

async function people(...names: string[]): Promise<Person[]> {
  const found = await Promise.all(names.map(() => Person.arrive(browser, address)));
  await Promise.all(found.map((person, i) => nameMe(person, names[i] ?? 'Somebody')));
  return found;
}

test('three friends play the watch: link, exchange, ring, rematch', async () => {
  const all = await people('Ada', 'Bo', 'Cy');
  const [ada, bo, cy] = all as [Person, Person, Person];
  const link = await setUp(ada, {
    game: 'watch',
    seats: 3,
    options: { cards: 'several' },
  });
  expect(await ada.page.getByRole('img', { name: 'The link as a QR code' }).count()).toBe(1);
  await ada.page.getByText(/Cards for each player: /).waitFor();
  await join(bo, link);
  await join(cy, link);
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  await Promise.all(all.map(({ page }) => page.waitForSelector(BOARD)));

  // Talk and reactions reach everybody.
  await bo.page.getByLabel('Say something').fill('Hello from Bo');
  await bo.page.getByRole('button', { name: 'Send' }).click();
  await ada.page.getByText('Hello from Bo').waitFor();
  await bo.page.getByRole('button', { name: 'wow', exact: true }).click();
  await ada.page.getByText('Bo: wow').waitFor({ state: 'attached' });

  // Whoever is to move goes to yellow and takes a card; everybody sees that it happened.
  let mover: Person | undefined;
  await until('somebody is to move', async () => {
    for (const person of all) {
      if (await person.page.locator('.pawns button:not(:disabled)').count()) mover = person;
    }
    return mover !== undefined;
  });
  const page = mover!.page;
  await page.locator('.pawns button').first().click();
  await page.locator('[data-square="4"]').click();
  await page.locator('[data-square="4"]').click();
  await page.locator('.deed .target button').first().click();
  for (const person of all) {
    await person.page
      .getByRole('log', { name: 'What happened' })
      .getByText(/exchange/i)
      .first()
      .waitFor();
  }

  await playToTheEnd(
    all.map((person) => person.page),
    stepWatch,
  );
  const titles = await Promise.all(
    all.map(({ page }) => page.getByRole('dialog').getByRole('heading', { level: 1 }).innerText()),
  );
  expect(titles.filter((title) => title.startsWith('You'))).toHaveLength(1);
  await ada.page.getByText('Was it fair?').click();
  await ada.page.getByText('the seed fits what was promised').waitFor();
  await ada.page.getByRole('region', { name: 'Lag of each player' }).waitFor();

  // The rematch: one asks, the others follow; seats move on by one.
  await ada.page.getByRole('button', { name: 'Play again' }).click();
  await ada.page.getByRole('button', { name: /I am ready|Start the game/ }).waitFor();
  for (const person of [bo, cy]) {
    await person.page.getByRole('button', { name: 'Join the rematch' }).click();
    await person.page.getByRole('button', { name: /I am ready|Start the game/ }).waitFor();
  }
  const seats = await ada.page
    .getByRole('region', { name: 'Seats' })
    .locator('li strong')
    .allInnerTexts();
  expect(seats).toEqual(['Bo', 'Cy', 'Ada']);
  contented(...all);
  await Promise.all(all.map((person) => person.leave()));
});

test('two friends and a bot play out of time: refusal, knock, the end', async () => {
  const all = await people('Dora', 'Eli');
  const [dora, eli] = all as [Person, Person];
  const link = await setUp(dora, {
    game: 'out-of-time',
    seats: 3,
    pace: 'Brisk',
    options: { timer_seconds: 1, placement_seconds: 30, grace_ms: 0 },
  });
  await join(eli, link);
  await dora.page.getByRole('button', { name: 'Fill with bots' }).click();
  await dora.page.getByRole('button', { name: 'Start the game' }).click();
  await Promise.all(all.map(({ page }) => page.waitForSelector(BOARD)));

  // Placing a glass in the middle of the board is refused, in a sentence and with its rule.
  let placer: Person | undefined;
  await until('somebody is to place a glass', async () => {
    for (const person of all) {
      if (await person.page.locator('.space.lit').count()) placer = person;
    }
    return placer !== undefined;
  });
  await placer!.page.locator('[data-space="9"]').click();
  await placer!.page.getByRole('button', { name: /^Rule OT-/ }).click();
  const rule = placer!.page.getByRole('dialog', { name: 'Rules' }).locator('li.lit');
  await rule.waitFor();
  expect(await rule.innerText()).toMatch(/^OT-/);
  await placer!.page.keyboard.press('Escape');

  // Somebody reaches for a space where another's glass stands, and knocks it over.
  const log = dora.page.getByRole('log', { name: 'What happened' });
  await until(
    'a glass falls',
    async () => {
      for (const { page } of all) {
        await reachForGlass(page);
        if (/knock/i.test(await log.innerText())) return true;
        await stepOutOfTime(page);
      }
      return false;
    },
    40_000,
  );

  await playToTheEnd(
    all.map((person) => person.page),
    stepOutOfTime,
    80_000,
  );
  const end = dora.page.getByRole('dialog', { name: 'The end' });
  expect(await end.getByText('Cards filled').count()).toBeGreaterThan(0);
  expect(await end.locator('li.won').count()).toBeGreaterThan(0);
  contented(...all);
  await Promise.all(all.map((person) => person.leave()));
}, 150_000);
