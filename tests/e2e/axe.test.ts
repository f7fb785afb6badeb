import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from './axe';
import { openBrowser, Person } from './browser';
import { everyPage } from './pages';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

test('axe finds nothing on any page, desktop or phone, light or dark', async () => {
  const ada = await Person.arrive(browser, address);
  const findings: string[] = [];
  let looks = 0;
  await everyPage(ada, async (name, page, device, light) => {
    looks += 1;
    findings.push(...(await axe(page)).map((found) => `${name}, ${device}, ${light}: ${found}`));
  });
  expect(findings).toEqual([]);
  expect(looks).toBeGreaterThan(40);
  expect(ada.complaints).toEqual([]);
  await ada.leave();
}, 170_000);
