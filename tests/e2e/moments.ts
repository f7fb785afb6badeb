/** Recorded moments of our boards, and what somebody may have chosen in them. */

import type { Page } from 'playwright-core';
import { holdStill } from './contrast';

export interface Moment {
  name: string;
  game: string;
  query: string;
  /** What is tapped first, one after the other, by selector. */
  taps: string[];
  /** What stands on the page when the choice is open, on every screen or where the board is narrow. */
  shows?: string;
  narrow?: boolean;
}

const NARROW = { width: 360, height: 640 };

/** Every frame of every film, as the gallery lists them. */
export async function recorded(page: Page, gallery: string): Promise<Moment[]> {
  await page.goto(`${gallery}gallery.html`);
  const links = await page
    .locator('li a')
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
  return links.map(([name, query]) => ({
    name: name ?? '',
    game: new URLSearchParams(query ?? '').get('game') ?? '',
    query: query ?? '',
    taps: [],
  }));
}

function chosen(
  game: string,
  at: string,
  what: string,
  taps: string[],
  shows: string,
  narrow = false,
): Moment {
  const [film, frame] = at.split('/');
  const query = `?game=${game}&film=${film}&frame=${frame}`;
  return { name: `${game} ${at}, ${what}`, game, query, taps, shows, narrow };
}

const RUNNING = 'button.glass[aria-label*="running"]';

/** A choice that is half made looks another way than the moment it is made in. */
export const CHOICES: Moment[] = [
  chosen('watch', '0/2', 'aimed', ['[data-square="6"]', '[data-square="1"]'], '.square.goal'),
  chosen(
    'watch',
    '3/0',
    'a pawn',
    ['.pawns button:not(:disabled)'],
    '.pawns [aria-pressed="true"]',
  ),

  ...['0/2', '1/4', '2/0'].flatMap((at) => [
    chosen('out-of-time', at, 'where it could go', [RUNNING], '.space.ahead'),
    chosen('out-of-time', at, 'planned', [RUNNING, '.space.ahead'], '.ghost'),
  ]),
  chosen('out-of-time', '0/6', 'a glass', ['button.glass'], 'button.glass.chosen'),
  chosen('out-of-time', '2/1', 'which cube', ['[data-space="9"]'], '.ask'),

  chosen('time-of-chaos', '0/0', 'where to start', ['.tile.lit'], '.tile.armed'),
  chosen('time-of-chaos', '0/1', 'search', ['.cards .card.lit'], '.cloak.lit'),
  chosen('time-of-chaos', '0/1', 'grab', ['.deck.lit'], '.deck.armed'),
  chosen('time-of-chaos', '0/1', 'end', ['.end'], '.end.sure'),
  ...['0/1', '0/4', '1/0'].map((at) =>
    chosen(
      'time-of-chaos',
      at,
      'pay for a journey',
      ['.tile.lit[aria-label*="Time travel"]'],
      '.pays',
    ),
  ),
  ...['0/4', '1/0'].map((at) =>
    chosen('time-of-chaos', at, 'the way of a card', ['.hand .card:not(.lit)'], '.card.chosen'),
  ),
  chosen('time-of-chaos', '0/5', 'deliver', ['.hand .card.lit'], '.card.armed'),
  ...['0/1', '0/4'].flatMap((at) => [
    chosen('time-of-chaos', at, 'the lane', ['.era.here .tile:has(.pawn .ring)'], '.lane', true),
    chosen('time-of-chaos', at, 'what comes', ['.fold'], '.fold[aria-expanded="true"]', true),
  ]),

  ...['0/0', '0/1', '0/6'].map((at) =>
    chosen('time-n-space', at, 'an order', ['.rack button.usable:visible'], '.rack .picked'),
  ),
  ...['0/3', '0/11', '1/1'].map((at) =>
    chosen('time-n-space', at, 'plan', ['.card.running .second'], '.second[aria-pressed="true"]'),
  ),
  chosen(
    'time-n-space',
    '0/3',
    'planned',
    ['[data-card="1"] .second', '.place.plans.step'],
    '.place.planned',
  ),
  ...['0/2', '0/8', '1/0'].map((at) =>
    chosen('time-n-space', at, "another's mat", ['.corner.upper .look'], 'section.look'),
  ),
  chosen('time-n-space', '0/8', 'my own mat', ['.corner.lower.left .look'], 'section.look'),
  chosen(
    'time-n-space',
    '0/10',
    'an offer',
    ['.corner.upper .look', '.offer button'],
    '.offer [aria-label^="if you put out"]',
  ),
  chosen('time-n-space', '0/5', 'forfeit', ['.card.held .second:has(.unseen)'], '.second.sure'),
];

let visits = 0;

/**
 * Go to a moment at a table in the gallery. One load serves all moments in which nothing is tapped;
 * what is open in the others is part of the browser's history, and leaves with the page.
 */
export async function goTo(page: Page, gallery: string, moment: Moment): Promise<void> {
  visits += 1;
  const query = `${moment.query}&rate=0&shell&visit=${visits}`;
  if (moment.taps.length > 0) await page.goto(`${gallery}gallery.html${query}`);
  // Vite may load the page anew when it comes upon a module that it did not know.
  await page.waitForFunction((to) => {
    const { showMoment } = globalThis as unknown as { showMoment?: (query: string) => void };
    showMoment?.(to);
    const there = document.documentElement.dataset['moment'] === to;
    return there && document.querySelector('.room .board svg') !== null;
  }, query);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await holdStill(page);
  for (const tap of moment.taps) {
    // Without a pointer: what is merely pointed at, or held for long, looks another way, too.
    await page.locator(tap).first().dispatchEvent('click');
  }
  if (moment.shows) await page.locator(moment.shows).filter({ visible: true }).first().waitFor();
}

/** A choice that only a narrow board offers is made there. */
export function firstScreen<Size>(moment: Moment, wide: Size): Size | typeof NARROW {
  return moment.narrow ? NARROW : wide;
}
