/** `make screenshots`: every page and board as a picture, desktop and phone, light and dark. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DESKTOP, openBrowser, Person, PHONE } from './browser';
import { everyPage } from './pages';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
const folder = process.env['SCREENSHOTS'] ?? 'build/screenshots';

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)(
  'pictures: %s',
  async (device, viewport) => {
    mkdirSync(folder, { recursive: true });
    const browser = await openBrowser();
    const ada = await Person.arrive(browser, address, { viewport });
    let count = 0;
    await everyPage(ada, async (name, page) => {
      for (const light of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: light });
        await page.waitForTimeout(350);
        const fullPage = /^(home|new-table|gathering)$/.test(name);
        await page.screenshot({ path: join(folder, `${name}-${device}-${light}.png`), fullPage });
        count += 1;
      }
    });
    await browser.close();
    expect(count).toBeGreaterThan(0);
  },
  300_000,
);
