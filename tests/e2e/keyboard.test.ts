import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person } from './browser';
import { openTable } from './pages';
import { BOARD, MOVE, contented, fromMore, isOver, nameMe, until } from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

const focused = (page: Page) =>
  page.evaluate(
    () =>
      document.activeElement?.getAttribute('aria-label') ??
      document.activeElement?.textContent?.trim() ??
      '',
  );

async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    if (name.test(await focused(page))) return;
  }
  throw new Error(`Tab never came to ${name}`);
}

/** Row by row over the whole board, until the space that has the focus is lit. */
async function walkToLit(page: Page): Promise<void> {
  const lit = async (): Promise<boolean> => /can be reached/.test(await focused(page));
  const walk = async (key: string): Promise<boolean> => {
    for (let last = ''; last !== (await focused(page)); await page.keyboard.press(key)) {
      if (await lit()) return true;
      last = await focused(page);
    }
    return lit();
  };
  if ((await walk('ArrowUp')) || (await walk('ArrowLeft'))) return;
  for (let row = 0; row < 5; row++) {
    if (await walk(row % 2 === 0 ? 'ArrowRight' : 'ArrowLeft')) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error('no arrow led to a lit space');
}

test('a move of the watch with the keys alone, from the front page', async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await ada.open('/');
  await page.getByRole('button', { name: 'Play now: The Watch' }).waitFor();
  await tabTo(page, /^Play now: The Watch$/);
  await page.keyboard.press('Enter');
  await page.waitForSelector(BOARD);
  const log = page.getByRole('log', { name: 'What happened' });
  await until(
    'it is my turn',
    async () => (await page.locator('.pawns button:not(:disabled)').count()) > 0,
    90_000,
  );
  const before = await log.locator('li').count();
  await page.keyboard.press('1');
  await page.keyboard.press('+');
  const move = page.locator(MOVE);
  await until('the move can be made', async () => {
    if ((await move.count()) && (await move.isEnabled())) return true;
    await page.keyboard.press('+');
    return false;
  });
  await page.keyboard.press('g');
  await until('the move is told', async () => (await log.locator('li').count()) > before);
  contented(ada);
  await ada.leave();
});

test('a placement of out of time with the keys alone', async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await ada.open('/');
  await page.getByRole('button', { name: 'Play now: Out of Time' }).waitFor();
  await tabTo(page, /^Play now: Out of Time$/);
  await page.keyboard.press('Enter');
  await page.locator('.space.lit').first().waitFor({ timeout: 90_000 });
  await tabTo(page, /^Space \d+/);
  await walkToLit(page);
  await page.keyboard.press('Enter');
  await page.locator('.glass[aria-label*="running"]').first().waitFor();
  contented(ada);
  await ada.leave();
});

test('help, rules, talk, pause and sound have their keys', async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await ada.open('/');
  await page.getByRole('button', { name: 'Play now: The Watch' }).click();
  await page.waitForSelector(BOARD);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('r');
  await page.getByRole('dialog', { name: 'Rules' }).getByText('WA-T1').first().waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await page.getByRole('log', { name: 'Table talk' }).waitFor({ state: 'detached' });
  await page.keyboard.press('t');
  await page.keyboard.press('m');
  await fromMore(page, 'Turn sound off');
  await page.keyboard.press('m');
  await page.keyboard.press('m');
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'The game is paused' }).waitFor();
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'The game is paused' }).waitFor({ state: 'detached' });
  // A letter that is written is no command.
  await page.getByLabel('Say something').fill('');
  await page.getByLabel('Say something').pressSequentially('rtp');
  expect(await page.getByRole('dialog').count()).toBe(0);
  contented(ada);
  await ada.leave();
});

/** The region around whatever has the focus: where the keys are. */
const whereabouts = (page: Page) =>
  page.evaluate(() => {
    const named = document.activeElement?.closest('section[aria-label], nav[aria-label]');
    return named?.getAttribute('aria-label') ?? '';
  });

test('Tab goes from the line to the board, the mat, the plates and the bar', async () => {
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  const options = { turn_seconds: 120, first: 0 };
  await nameMe(ada, 'Ada');
  await openTable(ada, { game: 'watch', bots: ['random'], start: true, options });
  await page.locator('.pawns button:not(:disabled)').first().waitFor({ timeout: 90_000 });
  await page.keyboard.press('l');
  const passed: string[] = [];
  for (let i = 0; i < 40; i++) {
    passed.push(`${await whereabouts(page)}: ${await focused(page)}`);
    await page.keyboard.press('Tab');
  }
  const first = (what: RegExp): number => passed.findIndex((one) => what.test(one));
  const order = [/^What to do/, /: Square \d+/, /: Your card: hold/, /: What happened/, /: Pause$/];
  const met = order.map(first);
  expect(met).not.toContain(-1);
  expect(met).toEqual([...met].sort((a, b) => a - b));
  // The board is one stop; arrows go on within it.
  const stops = passed.slice(0, met.at(-1)).filter((one) => /: Square \d+/.test(one));
  expect(stops).toHaveLength(1);
  contented(ada);
  await ada.leave();
});

/** Plays with the keys alone until the result is there; the focus is never nowhere. */
async function playByKeys(
  table: Record<string, unknown>,
  step: (page: Page) => Promise<unknown>,
  plain = false,
): Promise<void> {
  const ada = await Person.arrive(browser, address, { plain });
  const { page } = ada;
  await nameMe(ada, 'Ada');
  await openTable(ada, { pace: 200, start: true, ...table });
  // From the first key on it is somewhere at the table.
  await page.keyboard.press('l');
  const lost: string[] = [];
  await until(
    'the game is over',
    async () => {
      if (await isOver(page)) return true;
      await step(page);
      // Of what is hidden a browser lets go with the next frame, and the page takes it up one later.
      const nowhere = await page.evaluate(async () => {
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        for (let i = 0; i < 10; i++) {
          await frame();
          if (document.activeElement !== document.body) return false;
        }
        return true;
      });
      if (nowhere) lost.push(await page.locator('.line').innerText());
      return false;
    },
    150_000,
  );
  expect(lost).toEqual([]);
  await tabTo(page, /^Play again$/);
  contented(ada);
  await ada.leave();
}

/** Tab until something with such a name has the focus, and press it; false if there is none now. */
async function pressNamed(page: Page, name: RegExp): Promise<boolean> {
  for (let i = 0; i < 40; i++) {
    if (name.test(await focused(page))) {
      await page.keyboard.press('Enter');
      return true;
    }
    await page.keyboard.press('Tab');
  }
  // Tab may have left the page by its end.
  await page.keyboard.press('l');
  return false;
}

const says = (page: Page) => page.locator('.line p').first().innerText();

test('whole games with the keys alone', async () => {
  await Promise.all([
    playByKeys(
      {
        game: 'watch',
        bots: ['random'],
        options: { minutes: 1, ring_jitter_seconds: 0, cards: 'several' },
      },
      async (page) => {
        const words = await says(page).catch(() => '');
        if (/^Yellow!/.test(words)) await pressNamed(page, /^Keep mine$/);
        if (!/^Your move|tokens\?$|^Hurry/.test(words)) return;
        await page.keyboard.press(String(1 + Math.floor(Math.random() * 3)));
        for (let more = Math.floor(Math.random() * 6); more > 0; more--) {
          await page.keyboard.press('+');
        }
        await page.keyboard.press('g');
      },
    ),
    playByKeys(
      { game: 'out-of-time', bots: ['club'], options: { timer_seconds: 1, placement_seconds: 60 } },
      async (page) => {
        const words = await says(page).catch(() => '');
        if (/stand (it|your glass)|stood up/i.test(words)) await pressNamed(page, /^Stand up /);
        else if (/give back/.test(words)) await pressNamed(page, /^Give back /);
        else if (/Place|second glass/.test(words)) {
          await tabTo(page, /^Space \d+/);
          // Where nothing is lit any more, somebody was quicker, or the table was.
          const found = await walkToLit(page).then(
            () => true,
            () => false,
          );
          if (found) await page.keyboard.press('Enter');
        } else if (/run out/.test(words)) {
          for (const glass of ['1', '2']) {
            await page.keyboard.press(glass);
            if (/can be reached/.test(await focused(page))) await page.keyboard.press('Enter');
            // With a choice of cubes the first has the focus.
            if (/^Take /.test(await focused(page))) await page.keyboard.press('Enter');
          }
        }
      },
    ),
    playByKeys(
      { game: 'time-of-chaos', bots: ['random'], options: { stall_rounds: 5 } },
      async (page) => {
        if (!/thing/.test(await says(page).catch(() => '')) || /^Nothing/.test(await says(page)))
          return;
        const choosing = await page.locator('[data-act="end_turn"]').count();
        if (choosing) await pressNamed(page, /^End the turn$/);
        else await pressNamed(page, /^(Start in|Let disorder flow from)/);
      },
      true,
    ),
  ]);
});
