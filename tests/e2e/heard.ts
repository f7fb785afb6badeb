/** What a screen reader would read out by itself: everything that comes up in a live region. */

import type { Page } from 'playwright-core';

export interface Heard {
  words: string;
  live: 'polite' | 'assertive';
}

/** Begin to listen, before the page is opened. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: Heard[] = [];
    Object.assign(globalThis, { heard });
    const roles: Record<string, string> = { status: 'polite', log: 'polite', alert: 'assertive' };
    const liveOf = (one: Element): string | null =>
      one.getAttribute('aria-live') ?? roles[one.getAttribute('role') ?? ''] ?? null;
    const hear = (from: Node, words: string | null | undefined): void => {
      const element = from instanceof Element ? from : from.parentElement;
      for (let at = element; at; at = at.parentElement) {
        const live = liveOf(at);
        if (live === null) continue;
        const text = words?.replace(/\s+/g, ' ').trim();
        if (text && (live === 'polite' || live === 'assertive')) heard.push({ words: text, live });
        return;
      }
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') hear(target, target.textContent);
        // Whatever appears in a region, and a region that appears with words in it.
        for (const node of addedNodes) {
          hear(target, node.textContent);
          if (!(node instanceof Element) || !(target instanceof Element) || liveOf(target))
            continue;
          const inside = [node, ...node.querySelectorAll('[aria-live], [role]')];
          for (const one of inside) if (liveOf(one)) hear(one, one.textContent);
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

export function heardOn(page: Page): Promise<Heard[]> {
  return page.evaluate(() => (globalThis as unknown as { heard: Heard[] }).heard);
}

/** How often this was heard. */
export function timesHeard(all: Heard[], what: RegExp): number {
  return all.reduce((sum, one) => sum + [...one.words.matchAll(new RegExp(what, 'g'))].length, 0);
}
