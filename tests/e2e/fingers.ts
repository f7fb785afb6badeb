/** What a phone asks of a page: nothing beyond its edge, and nothing too small to be tapped. */

import type { Page } from 'playwright-core';

const FINGER = 44;

/** Everything a finger is meant for and that is smaller than a fingertip. */
export const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate((finger) => {
    const small: string[] = [];
    for (const one of document.querySelectorAll('button, a.button, [role="button"]')) {
      const box = one.getBoundingClientRect();
      if (box.width === 0 || getComputedStyle(one).visibility === 'hidden') continue;
      // Words in the plain board's sentences: each only finds deeds, which have buttons of their own.
      if (one.matches('.word')) continue;
      // Half a pixel is how a browser rounds.
      if (Math.min(box.width, box.height) < finger - 0.5) {
        small.push(
          `${one.getAttribute('aria-label') ?? one.textContent} ${box.width}x${box.height}`,
        );
      }
    }
    return small;
  }, FINGER);

export const sideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
