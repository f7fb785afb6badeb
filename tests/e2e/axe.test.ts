import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from './axe';
import { DESKTOP, openBrowser, Person, PHONE } from './browser';
import { everyPage } from './pages';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

// Light on a desktop and dark on a phone, and each page looked at in the other light too.
test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)(
  'axe finds nothing on any page, light or dark: %s',
  async (_, viewport) => {
    const ada = await Person.arrive(browser, address, { viewport });
    const findings: string[] = [];
    const seen: string[] = [];
    await everyPage(ada, async (name, page) => {
      for (const light of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: light });
        await page.waitForTimeout(350);
        seen.push(name);
        findings.push(...(await axe(page)).map((finding) => `${name}, ${light}: ${finding}`));
      }
    });
    expect(findings).toEqual([]);
    expect(seen.length).toBeGreaterThan(20);
    await ada.leave();
  },
  170_000,
);
