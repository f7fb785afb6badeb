/** Every page and state of the site, one after the other, for whoever wants to look at them. */

import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from './browser';
import type { Person } from './browser';
import { BOARD, isOver, nameMe, pressStart, stepOutOfTime, stepWatch, until } from './table';

export interface Screen {
  device: string;
  width: number;
  height: number;
}

/** `device` and `light` say how the page looks at this moment. */
type Look = (name: string, page: Page, device: string, light: 'light' | 'dark') => Promise<void>;

const PHONE_AND_DESKTOP: Screen[] = [
  { device: 'phone', ...PHONE },
  { device: 'desktop', ...DESKTOP },
];

/** The page has taken the new light, and colours on their way have arrived; sand runs on. */
async function atRest(page: Page, light: 'light' | 'dark'): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.documentElement.dataset['theme'] === wanted,
    light,
  );
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let i = 0; i < 3; i++) await frame();
    const moving = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(moving.map((one) => one.finished));
    await frame();
  });
}

const settle = (page: Page) => page.waitForTimeout(450);

/** A table with every seat taken: what is crowded shows itself there. */
async function fullTable(person: Person, game: string): Promise<void> {
  const options = game === 'watch' ? { turn_seconds: 60 } : { placement_seconds: 1 };
  await openTable(person, { game, bots: Array(5).fill('club'), pace: 200, start: true, options });
}

export async function openTable(person: Person, data: Record<string, unknown>): Promise<void> {
  const made = await person.page.request.post('/api/v1/tables', { data });
  const { room } = (await made.json()) as { room: { link: string } };
  await person.page.goto(room.link);
  await person.page
    .getByRole('region', { name: 'The board' })
    .locator('.part > *')
    .first()
    .waitFor();
}

/** The watch in the second round, with a move that is about to be made. */
async function aimAtSquare(person: Person): Promise<void> {
  const { page } = person;
  const mine = page.locator('.pawns button:not(:disabled)');
  const bots = ['club', 'club', 'club'];
  await openTable(person, {
    game: 'watch',
    bots,
    pace: 200,
    start: true,
    options: { turn_seconds: 120 },
  });
  await mine.first().waitFor({ timeout: 90_000 });
  await until('my first move is made', async () => {
    await stepWatch(page);
    return (await mine.count()) === 0;
  });
  await until(
    'it is my turn again',
    async () => {
      const keep = page.getByRole('button', { name: 'Keep mine' });
      // An exchange that is under way may take the button away meanwhile.
      if (await keep.count()) await keep.click({ timeout: 2_000 }).catch(() => undefined);
      return (await mine.count()) > 0;
    },
    90_000,
  );
  await mine.nth(1).click();
  await page.locator('.square.lit:not(.goal):not([aria-label*="pawn"])').nth(3).click();
}

/** Out of Time with an own glass that has run out. */
async function waitWithGlass(person: Person): Promise<void> {
  const { page } = person;
  const bots = ['club', 'club'];
  await openTable(person, {
    game: 'out-of-time',
    bots,
    start: true,
    pace: 200,
    options: { timer_seconds: 12 },
  });
  await until(
    'an own glass has run out',
    async () => {
      if (await page.locator('button.glass.ready').count()) return true;
      await stepOutOfTime(page);
      return false;
    },
    90_000,
  );
}

/** A game that is over soon: short options, quick sand, and bots that are quick too. */
async function quickGame(person: Person, game: string): Promise<void> {
  const options = game === 'watch' ? { minutes: 1, cards: 'several' } : { timer_seconds: 1 };
  const bots = game === 'watch' ? ['random'] : ['club', 'club'];
  await openTable(person, { game, bots, pace: 200, start: true, options });
}

/** The plain board, in the midst of a turn and with very many acts. */
async function plainBoards(
  person: Person,
  look: (name: string, of: Page) => Promise<void>,
): Promise<void> {
  const { page } = person;
  const known = async (): Promise<void> => {
    const goal = page.getByRole('button', { name: 'Got it' });
    if (await goal.count()) await goal.first().click();
  };
  const prefer = (boards: string): Promise<void> =>
    page.evaluate((which) => localStorage.setItem('sandtable.boards', which), boards);
  await prefer('plain');
  const bots = ['club', 'club', 'club'];
  const options = { turn_seconds: 300 };
  await openTable(person, { game: 'time-of-chaos', bots, start: true, pace: 200, options });
  await known();
  await page.locator('[data-act="place_pawn"]').first().click({ timeout: 90_000 });
  await page.locator('[data-act="end_turn"]').waitFor({ timeout: 90_000 });
  await settle(page);
  await look('table-plain-turn', page);

  await openTable(person, { game: 'time-n-space', bots, start: true });
  await known();
  await page.locator('[data-step="choose_order"]').first().click();
  await settle(page);
  await look('table-plain-many', page);
  await prefer('drawn');
}

export async function everyPage(
  person: Person,
  see: Look,
  screens: Screen[] = PHONE_AND_DESKTOP,
): Promise<void> {
  const { page } = person;
  const look = async (name: string, of: Page): Promise<void> => {
    for (const { device, ...size } of screens) {
      await of.setViewportSize(size);
      for (const light of ['dark', 'light'] as const) {
        await of.emulateMedia({ colorScheme: light });
        await atRest(of, light);
        await see(name, of, device, light);
      }
    }
    await of.setViewportSize(DESKTOP);
  };

  await nameMe(person, 'Ada');
  await settle(page);
  await look('home', page);

  await person.open('/new/watch');
  await page.getByText('House rules').click();
  await settle(page);
  await look('new-table', page);

  await page.getByRole('button', { name: 'Set up the table' }).click();
  await page.locator('#share-link').waitFor();
  await settle(page);
  await look('gathering', page);

  for (const [game, title, step] of [
    ['watch', 'The Watch', stepWatch],
    ['out-of-time', 'Out of Time', stepOutOfTime],
  ] as const) {
    await person.open(`/rules/${game}`);
    await page.getByRole('heading', { name: title }).waitFor();
    await settle(page);
    await look(`rules-${game}`, page);

    // As if for the first time.
    await page.evaluate(() => localStorage.setItem('sandtable.met', ''));
    await person.open('/');
    await page.getByRole('button', { name: `Play now: ${title}` }).click();
    await page.locator('.board .badge').nth(2).waitFor();
    await settle(page);
    await look(`first-time-${game}`, page);
    await pressStart(page);

    await (game === 'watch' ? aimAtSquare(person) : waitWithGlass(person));
    await settle(page);
    await look(`table-${game}`, page);

    if (game === 'out-of-time') {
      await page.keyboard.press('r');
      await page.getByRole('dialog', { name: 'Rules' }).waitFor();
      await settle(page);
      await look('drawer-rules', page);
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await settle(page);
      await look('drawer-keys', page);
      await page.keyboard.press('Escape');
      await page.keyboard.press('w');
      await page.getByRole('dialog', { name: 'At this table' }).waitFor();
      await settle(page);
      await look('drawer-people', page);
      await page.keyboard.press('Escape');
      await page.keyboard.press('p');
      await page.getByRole('heading', { name: 'The game is paused' }).waitFor();
      await settle(page);
      await look('pause', page);
    }

    await fullTable(person, game);
    await until(
      'everybody plays',
      async () => {
        if (game === 'out-of-time') await step(page);
        const mine = await page.locator('.pawns button:not(:disabled)').count();
        return mine > 0 || (await page.locator('[data-space][aria-label*="glass"]').count()) > 10;
      },
      120_000,
    );
    await settle(page);
    await look(`table-${game}-six`, page);

    await quickGame(person, game);
    await until(
      'the game is over',
      async () => {
        if (await isOver(page)) return true;
        await step(page);
        return false;
      },
      180_000,
    );
    await settle(page);
    await look(`end-${game}`, page);
    await page.getByText('Was it fair?').click();
    await page.getByRole('region', { name: 'Lag of each player' }).waitFor();
    await settle(page);
    await look(`fair-${game}`, page);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Replay' }).click();
    await page.waitForSelector(BOARD);
    const where = page.getByRole('slider', { name: 'Position in the game' });
    const most = Number(await where.getAttribute('max'));
    await where.fill(String(Math.floor(most / 200) * 100));
    await settle(page);
    await look(`replay-${game}`, page);
  }

  await plainBoards(person, look);

  await person.open('/nowhere');
  await settle(page);
  await look('nowhere', page);
}
