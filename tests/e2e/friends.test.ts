import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person, PHONE } from './browser';
import {
  BOARD,
  contented,
  isOver,
  join,
  nameMe,
  playAgain,
  playToTheEnd,
  reachForGlass,
  readWhyNot,
  setUp,
  stepOutOfTime,
  stepWatch,
  until,
  whoHas,
} from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

/** The last of four comes with a phone. */
async function people(...names: string[]): Promise<Person[]> {
  const phone = { viewport: PHONE, touch: true };
  const found = await Promise.all(
    names.map((_, nth) => Person.arrive(browser, address, nth === 3 ? phone : {})),
  );
  await Promise.all(found.map((person, i) => nameMe(person, names[i] ?? 'Somebody')));
  return found;
}

const leave = (all: Person[]) => Promise.all(all.map((person) => person.leave()));
const log = ({ page }: Person) => page.getByRole('log', { name: 'What happened' });

test('three friends play the watch: link, talk, refusal, exchange, ring, rematch', async () => {
  const all = await people('Ada', 'Bo', 'Cy');
  const [ada, bo, cy] = all as [Person, Person, Person];
  const link = await setUp(ada, {
    game: 'watch',
    seats: 3,
    options: { cards: 'several', turn_seconds: 60 },
  });
  await ada.page.getByRole('img', { name: 'The link as a QR code' }).waitFor();
  await ada.page.getByText(/Cards for each player: /).waitFor();
  await join(bo, link);
  await join(cy, link);
  await ada.page.getByRole('button', { name: 'Start the game' }).click();
  const wil = await Person.arrive(browser, address);
  await wil.open(link);
  await Promise.all([...all, wil].map(({ page }) => page.waitForSelector(BOARD)));

  // Talk and reactions reach everybody.
  await bo.page.getByLabel('Say something').fill('Hello from Bo');
  await bo.page.getByRole('button', { name: 'Send' }).click();
  await ada.page.getByText('Hello from Bo').waitFor();
  await bo.page.getByRole('button', { name: 'wow', exact: true }).click();
  await ada.page.locator('[data-voice]').getByText('Bo: wow').waitFor({ state: 'attached' });

  // A whole lap ends on red, where the others still stand: the table says why not.
  const mover = await whoHas(all, 'somebody is to move', '.pawns button:not(:disabled)');
  const { page } = mover;
  await page.locator('.pawns button').first().click();
  await page.getByRole('slider', { name: 'Tokens to spend' }).fill('12');
  await page.locator('.button.doubtful').click();
  await page.locator('.said').getByText('There is a pawn on square 0 already.').waitFor();
  await readWhyNot(page, /^WA-T3/);

  // The same player goes to yellow and takes a card; everybody sees that, two see which.
  await page.locator('[data-square="4"]').click();
  await page.locator('[data-square="4"]').click();
  await page.locator('.deed .target button').first().click();
  for (const person of [...all, wil])
    await log(person)
      .getByText(/exchange/i)
      .first()
      .waitFor();
  const open = page.getByRole('button', { name: /^Your card \d: \w+, then/ });
  await page.getByRole('button', { name: /^Your card .*a new one/ }).hover();
  await page.mouse.down();
  await open.waitFor();
  await page.mouse.up();
  await open.waitFor({ state: 'detached' });
  expect(await wil.page.getByRole('button', { name: /hold to see/ }).count()).toBe(0);

  await playToTheEnd(
    all.map((person) => person.page),
    stepWatch,
  );
  const titles = await Promise.all(
    all.map(({ page }) =>
      page.getByRole('dialog', { name: 'The end' }).getByRole('heading', { level: 1 }).innerText(),
    ),
  );
  expect(titles.filter((title) => title.startsWith('You'))).toHaveLength(1);
  await until('the watcher sees the end', () => isOver(wil.page));
  await ada.page.getByText('Was it fair?').click();
  await ada.page.getByText('the seed matches the one promised then').waitFor();
  await ada.page.getByRole('region', { name: 'Lag of each player' }).waitFor();
  await ada.page.keyboard.press('Escape');

  // Whoever watched stays where they are, and is told where it goes on.
  const old = wil.page.url();
  await playAgain(all);
  await whoHas(all, 'somebody moves in the second game', '.pawns button:not(:disabled)');
  expect(wil.page.url()).toBe(old);
  await wil.page.getByRole('link', { name: 'Watch the next game' }).click();
  await wil.page.waitForURL(ada.page.url());
  contented(...all, wil);
  await leave([...all, wil]);
});

test('four friends play out of time: link, refusal, knock, the end, rematch', async () => {
  const all = await people('Dora', 'Eli', 'Fay', 'Gus');
  const [dora, ...guests] = all as [Person, ...Person[]];
  const link = await setUp(dora, {
    game: 'out-of-time',
    seats: 4,
    pace: 'Brisk',
    options: { timer_seconds: 1, placement_seconds: 60, grace_ms: 0 },
  });
  for (const guest of guests) await join(guest, link);
  await dora.page.getByRole('button', { name: 'Start the game' }).click();
  await Promise.all(all.map(({ page }) => page.waitForSelector(BOARD)));

  // Placing a glass in the middle of the board is refused, in a sentence and with its rule.
  const placer = await whoHas(all, 'somebody is to place a glass', '.space.lit');
  await placer.page.locator('[data-space="9"]').click();
  await placer.page.locator('.vain').waitFor({ state: 'attached' });
  await readWhyNot(placer.page, /^OT-P1/);

  // Somebody reaches for a space where another's glass stands, and knocks it over.
  const told = log(dora);
  let culprit: Person = dora;
  await until(
    'a glass falls',
    async () => {
      for (const person of all) {
        await reachForGlass(person.page);
        await person.page.waitForTimeout(150);
        culprit = person;
        if (await person.page.getByText('Stand it up first', { exact: true }).count()) return true;
        await stepOutOfTime(person.page);
      }
      return false;
    },
    120_000,
  );
  expect(await told.innerText()).toMatch(/knocks? over/);

  // Nothing else is lit for the culprit; a tap on the glass stands it up, and it is safe for a while.
  const { page } = culprit;
  expect(await page.locator('.space.lit').count()).toBe(0);
  await page.getByText(/^You knocked over .+: stand it up first\.$/).waitFor();
  const fallen = await page.locator('.space.helps').first().getAttribute('data-space');
  const glass = page.locator(`.space.helps[data-space="${fallen}"]`);
  await glass.click();
  await glass.waitFor({ state: 'detached' });
  for (const one of all)
    await one.page.locator('[data-guard]').first().waitFor({ state: 'attached' });

  await playToTheEnd(
    all.map((person) => person.page),
    stepOutOfTime,
  );
  const end = dora.page.getByRole('dialog', { name: 'The end' });
  expect(await end.getByRole('img', { name: /of 3 cards filled/ }).count()).toBe(4);
  expect(await end.locator('li.won').count()).toBe(1);

  await playAgain(all);
  await whoHas(all, 'somebody places a glass in the second game', '.space.lit');
  contented(...all);
  await leave(all);
});
