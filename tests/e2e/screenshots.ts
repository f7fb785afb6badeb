/** `make screenshots`: every page and board as a picture, desktop and phone, light and dark. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBrowser, Person } from './browser';
import { everyPage } from './pages';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
const folder = process.env['SCREENSHOTS'] ?? 'build/screenshots';

test('pictures of every page', async () => {
  mkdirSync(folder, { recursive: true });
  const browser = await openBrowser();
  const ada = await Person.arrive(browser, address);
  let count = 0;
  await everyPage(ada, async (name, page, device, light) => {
    const fullPage = /^(home|new-table|gathering)$/.test(name);
    await page.screenshot({ path: join(folder, `${name}-${device}-${light}.png`), fullPage });
    count += 1;
    if (!name.startsWith('table-') || device !== 'desktop' || light !== 'light') return;
    const session = await page.context().newCDPSession(page);
    for (const type of ['deuteranopia', 'protanopia'] as const) {
      await session.send('Emulation.setEmulatedVisionDeficiency', { type });
      await page.screenshot({ path: join(folder, `${name}-${type}.png`) });
      count += 1;
    }
    await session.send('Emulation.setEmulatedVisionDeficiency', { type: 'none' });
    await session.detach();
  });
  await browser.close();
  console.log(`${count} pictures in ${folder}`);
  expect(count).toBeGreaterThan(40);
}, 600_000);
