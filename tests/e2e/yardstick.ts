/** What is measured on a page: whatever can be tapped, whatever is read, and what lies over what. */

import type { Page } from 'playwright-core';

export const SCREENS = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 844, height: 390 },
] as const;

const FINGER = 44;
const SMALLEST_TEXT = 12;

/** Everything that is too small to be tapped or read, cut off, or beyond the edge of the screen. */
export function tooSmallOrCut(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ finger, smallest }) => {
      const found: string[] = [];
      const nameOf = (one: Element): string =>
        (one.getAttribute('aria-label') ?? one.textContent ?? one.tagName).trim().slice(0, 60);
      const isSeen = (one: Element): boolean =>
        one.checkVisibility({ visibilityProperty: true, opacityProperty: true });

      const tapped = 'button, a[href], input, select, [role="button"], [role="slider"]';
      for (const one of document.querySelectorAll(tapped)) {
        if (!isSeen(one) || one.closest('.unseen, [inert]')) continue;
        // What cannot be tapped now need not be large; when it can, it is measured.
        if (one.getAttribute('aria-disabled') === 'true') continue;
        const box = one.getBoundingClientRect();
        if (box.width === 0) continue;
        // Half a pixel is how a browser rounds.
        if (Math.min(box.width, box.height) < finger - 0.5) {
          found.push(`${nameOf(one)}: ${box.width.toFixed()}x${box.height.toFixed()} to tap`);
        }
        if (
          (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) &&
          !one.closest('[role="log"], .talk, .things, [popover], dialog')
        ) {
          found.push(`${nameOf(one)}: beyond the edge of the screen`);
        }
      }

      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const around = texts.currentNode.parentElement;
        if (!around || !texts.currentNode.textContent?.trim()) continue;
        if (!isSeen(around) || around.closest('.unseen, script, style')) continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const box = range.getBoundingClientRect();
        if (box.width <= 1) continue;
        const svg = around.closest('svg');
        // A drawing that a container query takes away still counts as visible in Chromium.
        if (svg && around.getBoundingClientRect().width === 0) continue;
        const scale = svg instanceof SVGSVGElement ? (svg.getScreenCTM()?.a ?? 1) : 1;
        const size = Number.parseFloat(getComputedStyle(around).fontSize) * scale;
        if (size < smallest - 0.1) found.push(`${nameOf(around)}: ${size.toFixed(1)} px to read`);
      }

      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth > clientWidth) found.push('the page is wider than the screen');
      return found;
    },
    { finger: FINGER, smallest: SMALLEST_TEXT },
  );
}

/** Boxes of the table that lie over one another, though each has a place of its own. */
export function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = [
      '.line',
      '.board',
      '.mat',
      '.others',
      '.title',
      '.buttons',
      '.news',
      '.talk',
      '.sheet',
    ];
    const boxes = parts.flatMap((part) => {
      const one = document.querySelector(`.room ${part}`);
      const box = one?.getBoundingClientRect();
      return box && box.width > 0 && box.height > 0 ? [{ part, box }] : [];
    });
    const found: string[] = [];
    boxes.forEach((one, nth) => {
      for (const other of boxes.slice(nth + 1)) {
        const across =
          Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down =
          Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > 1 && down > 1)
          found.push(`${one.part} and ${other.part}: ${across} x ${down}`);
      }
    });
    return found;
  });
}

/**
 * A board that has less room than it needs: it is as wide as an upright screen, beside the mat and as
 * high as the screen on a turned one, and at a desk as high as the screen or, if it needs the width,
 * as wide as what is left beside the talk. Beside a result or a lesson it may be smaller.
 */
export function tooLittleBoard(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const room = document.querySelector<HTMLElement>('.room');
    const board = document.querySelector('section.board');
    const drawn = board?.querySelector('[data-game]');
    if (!room || !board || !drawn) return ['there is no board'];
    if (room.matches('.ended, .lesson')) return [];
    const box = drawn.getBoundingClientRect();
    const mat = room.querySelector('section.mat')?.getBoundingClientRect();
    const talk = room.querySelector('.talk')?.getBoundingClientRect();
    const wide = room.matches('.wide');
    // A drawing keeps its shape; a board that needs the width fills whatever it is given.
    const ratio = Number(room.style.getPropertyValue('--ratio')) || 1;
    const width = wide ? box.width : Math.min(box.width, box.height * ratio);
    const height = wide ? box.height : Math.min(box.height, box.width / ratio);
    const found: string[] = [];
    const least = (is: number, wanted: number, what: string): void => {
      if (is < wanted)
        found.push(`the board is ${is.toFixed()} px ${what}, not ${wanted.toFixed()}`);
    };
    if (room.matches('.upright')) {
      least(width, innerWidth - 1, 'wide');
      // Five rows that a finger can hit.
      least(height, 5 * 44, 'high');
    } else if (room.matches('.turned')) {
      least(height, innerHeight - 16, 'high');
      least(width, 0.44 * innerWidth, 'wide');
      if (mat && (mat.left < box.right - 1 || mat.top > innerHeight / 2)) {
        found.push('the mat is not beside the board');
      }
    } else if (wide) {
      least(width, innerWidth - (talk?.width ?? 0) - 40, 'wide');
      least(height, 0.45 * innerHeight, 'high');
    } else {
      least(height, 0.8 * innerHeight, 'high');
    }
    return found;
  });
}
