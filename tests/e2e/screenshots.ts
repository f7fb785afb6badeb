/** `make screenshots`: every page and board as a picture, on six screens, light and dark. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBrowser, Person } from './browser';
import { COLOUR_BLIND, seenBy } from './eyes';
import { everyPage } from './pages';
import { SCREENS } from './yardstick';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
const folder = process.env['SCREENSHOTS'] ?? 'build/screenshots';

const ALL_SCREENS = SCREENS.map((screen) => ({
  device: `${screen.width}x${screen.height}`,
  ...screen,
}));
const LARGEST = ALL_SCREENS[0]!.device;

test('pictures of every page', async () => {
  mkdirSync(folder, { recursive: true });
  const browser = await openBrowser();
  const ada = await Person.arrive(browser, address);
  let count = 0;
  await everyPage(
    ada,
    async (name, page, device, light) => {
      const fullPage = /^(home|new-table|gathering)$/.test(name);
      await page.screenshot({ path: join(folder, `${name}-${device}-${light}.png`), fullPage });
      count += 1;
      if (!name.startsWith('table-') || device !== LARGEST) return;
      for (const eyes of COLOUR_BLIND) {
        const path = join(folder, `${name}-${light}-${eyes}.png`);
        await seenBy(page, eyes, () => page.screenshot({ path }));
        count += 1;
      }
    },
    ALL_SCREENS,
  );
  await browser.close();
  console.log(`${count} pictures in ${folder}`);
  expect(count).toBeGreaterThan(200);
}, 1_200_000);
