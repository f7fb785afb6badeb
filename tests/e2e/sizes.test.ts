/** Every recorded moment on every screen: big enough to tap and to read, and nothing over anything. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person } from './browser';
import { openGallery, type Gallery } from './gallery';
import { overlaps, SCREENS, tooSmallOrCut } from './yardstick';

let browser: Browser;
let gallery: Gallery;

beforeAll(async () => {
  [browser, gallery] = await Promise.all([openBrowser(), openGallery()]);
});
afterAll(async () => {
  await browser.close();
  await gallery.close();
});

for (const { width, height } of SCREENS) {
  test(`every moment at ${width} x ${height}`, async () => {
    const ada = await Person.arrive(browser, gallery.address, { viewport: { width, height } });
    const { page } = ada;
    await page.goto(`${gallery.address}gallery.html`);
    const moments = await page
      .locator('li a')
      .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));
    expect(moments.length).toBeGreaterThan(30);
    const found: string[] = [];
    for (const [name, query] of moments) {
      await page.goto(`${gallery.address}gallery.html${query}&rate=0&shell`);
      await page.locator('.room .board svg').first().waitFor();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const wrong = [...(await tooSmallOrCut(page)), ...(await overlaps(page))];
      found.push(...wrong.map((one) => `${name}: ${one}`));
    }
    expect(found).toEqual([]);
    expect(ada.complaints).toEqual([]);
    await ada.leave();
  });
}
