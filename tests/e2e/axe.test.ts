import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from './axe';
import { openBrowser, Person } from './browser';
import { everyPage } from './pages';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

/** What reaches beyond the edge of the screen, unless it lies in something that can be scrolled. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const edge = document.documentElement.clientWidth + 1;
    const scrolls = (one: Element): boolean => {
      for (let at: Element | null = one; at; at = at.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
      }
      return false;
    };
    return [...document.querySelectorAll('main p, main button, main select, main input, main li')]
      .filter((one) => one.getBoundingClientRect().right > edge && !scrolls(one))
      .map((one) => one.outerHTML.slice(0, 100));
  });

test('axe finds nothing on any page, desktop or phone, light or dark, and all fit the screen', async () => {
  const ada = await Person.arrive(browser, address);
  const findings: string[] = [];
  let looks = 0;
  await everyPage(ada, async (name, page, device, light) => {
    looks += 1;
    for (const words of await cutOff(page)) findings.push(`${name}, ${device}: cut off: ${words}`);
    // Every page in both lights; tables, which look another way on a phone, in both on both.
    if (!name.startsWith('table-') && (device === 'phone') !== (light === 'dark')) return;
    findings.push(...(await axe(page)).map((found) => `${name}, ${device}, ${light}: ${found}`));
  });
  expect(findings).toEqual([]);
  expect(looks).toBeGreaterThan(40);
  expect(ada.complaints).toEqual([]);
  await ada.leave();
}, 600_000);
