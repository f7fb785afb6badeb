/** Browsers with people before them. */

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ON_A_MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
/** A machine that is busy with other things starts a browser slowly, above all the first. */
const START_WITHIN = 120_000;
const WAIT = 30_000;

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** Where Chromium is: as SANDTABLE_CHROMIUM says, or wherever programs are found. */
export function findBrowser(): string {
  const named = process.env['SANDTABLE_CHROMIUM'];
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/snap/bin'];
  const places = named
    ? [named]
    : [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ON_A_MAC];
  const found = places.find((place) => existsSync(place));
  if (found) return found;
  throw new Error(
    named
      ? `SANDTABLE_CHROMIUM is ${named}, and there is no such file`
      : 'no Chromium was found. Install it (on Debian: sudo apt-get install chromium), or name one in SANDTABLE_CHROMIUM',
  );
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser(),
    headless: true,
    timeout: START_WITHIN,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-dev-shm-usage',
      '--no-proxy-server',
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export interface Manner {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  touch?: boolean;
  reducedMotion?: 'reduce' | 'no-preference';
  /** Somebody who has never played anything here; all others have, and were asked about sound. */
  newcomer?: boolean;
  /** Somebody who prefers plain boards. */
  plain?: boolean;
}

const MET = 'watch out-of-time time-n-space time-of-chaos harbour-lights';

/** Who is here in this file of tests; whoever a failed test left behind is seen off after it. */
export const present = new Set<Person>();

/** Somebody with a browser of their own: own cookies, own storage. */
export class Person {
  /** What went wrong on the page, as the browser's console tells it. */
  readonly complaints: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly address: string,
  ) {
    present.add(this);
    // What is read out is not what is seen; `heard.ts` listens to it.
    const anywhere = page.getByText.bind(page);
    page.getByText = (text, options) =>
      anywhere(text, options).and(page.locator(':not([data-voice] *)'));
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      const text = message.text();
      if (message.type() !== 'error') return;
      // A refusal over HTTP and a cut line are not errors of the page.
      if (/Failed to load resource|WebSocket connection|net::ERR_/.test(text)) return;
      this.complaints.push(text);
    });
  }

  static async arrive(browser: Browser, address: string, manner: Manner = {}): Promise<Person> {
    const context = await browser.newContext({
      viewport: manner.viewport ?? DESKTOP,
      colorScheme: manner.colorScheme ?? 'light',
      reducedMotion: manner.reducedMotion ?? 'no-preference',
      hasTouch: manner.touch ?? false,
      isMobile: manner.touch ?? false,
      baseURL: address,
    });
    context.setDefaultTimeout(WAIT);
    if (!manner.newcomer) {
      await context.addInitScript((met) => {
        try {
          localStorage.setItem('sandtable.met', localStorage.getItem('sandtable.met') ?? met);
          localStorage.setItem('sandtable.sound', localStorage.getItem('sandtable.sound') ?? 'off');
        } catch {
          // a page without storage
        }
      }, MET);
    }
    if (manner.plain) {
      await context.addInitScript(() => localStorage.setItem('sandtable.boards', 'plain'));
    }
    return new Person(context, await context.newPage(), address);
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path);
  }

  async leave(): Promise<void> {
    present.delete(this);
    await this.context.close();
  }
}
