import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from './axe';
import { openBrowser, Person } from './browser';
import { everyPage } from './pages';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

test('axe finds nothing on any page, desktop or phone, light or dark, and all fit the screen', async () => {
  const ada = await Person.arrive(browser, address);
  const findings: string[] = [];
  let looks = 0;
  await everyPage(ada, async (name, page, device, light) => {
    looks += 1;
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    if (sideways) findings.push(`${name}, ${device}: wider than the screen`);
    findings.push(...(await axe(page)).map((found) => `${name}, ${device}, ${light}: ${found}`));
  });
  expect(findings).toEqual([]);
  expect(looks).toBeGreaterThan(40);
  expect(ada.complaints).toEqual([]);
  await ada.leave();
}, 300_000);
