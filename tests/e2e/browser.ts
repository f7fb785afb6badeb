/** Browsers with people before them. */

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';

const PLACES = [
  process.env['SANDTABLE_CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

export async function openBrowser(): Promise<Browser> {
  const executablePath = PLACES.find((place) => place && existsSync(place));
  if (!executablePath) {
    throw new Error('no Chromium found: install it, or name it in SANDTABLE_CHROMIUM');
  }
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
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
}

/** Somebody with a browser of their own: own cookies, own storage. */
export class Person {
  /** What went wrong on the page, as the browser's console tells it. */
  readonly complaints: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly address: string,
  ) {
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
    context.setDefaultTimeout(15_000);
    return new Person(context, await context.newPage(), address);
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path);
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
