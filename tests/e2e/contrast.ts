/**
 * Contrast as it is on the screen: the colour of every text against the pixels behind it, whether
 * they belong to a background, a gradient or a drawing; and of everything that can be tapped against
 * what is around it.
 */

import type { CDPSession, Page } from 'playwright-core';

const TEXT = 4.5;
/** Large text, and things that can be tapped. */
const LARGE = 3;

const sessions = new WeakMap<Page, Promise<CDPSession>>();

async function picture(page: Page): Promise<string> {
  if (!sessions.has(page)) sessions.set(page, page.context().newCDPSession(page));
  const session = await sessions.get(page)!;
  const shot = await session.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
  });
  return shot.data;
}

/** A style that the page's own policy does not keep out; gives what takes it away. */
async function styled(page: Page, css: string): Promise<() => Promise<void>> {
  const sheet = await page.evaluateHandle((text) => {
    const made = new CSSStyleSheet();
    made.replaceSync(text);
    document.adoptedStyleSheets.push(made);
    return made;
  }, css);
  return () =>
    sheet.evaluate((made) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== made);
    });
}

/** Nothing moves while it is measured: things are as they are at rest. */
export async function holdStill(page: Page): Promise<void> {
  await styled(
    page,
    '*, *::before, *::after { animation: none !important; transition: none !important; }',
  );
  // Whatever flies has landed; sand that stands still has no end to be brought to.
  await page.evaluate(async () => {
    for (const one of document.getAnimations()) if (one.playbackRate !== 0) one.finish();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // Parts that are laid out by the room they have need a moment until they agree.
    const where = (): string =>
      Array.from(document.querySelectorAll('body *'), (one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return `${x} ${y} ${width} ${height}`;
      }).join();
    let before = '';
    for (let [tries, same] = [0, 0]; tries < 60 && same < 3; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 40));
      const now = where();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  });
}

const NO_WORDS = `
  * { color: transparent !important; -webkit-text-fill-color: transparent !important;
    text-shadow: none !important; text-decoration-color: transparent !important; }
  ::placeholder { color: transparent !important; }
  svg text { fill: transparent !important; }`;

const LOUD_WORDS = `
  * { color: #f0f !important; -webkit-text-fill-color: #f0f !important; }
  svg text { fill: #f0f !important; }`;
const LIKE_ITS_GROUND = ': 1.00:1 to read';

/** All that is too faint to be read or to be found. */
export async function tooFaint(page: Page): Promise<string[]> {
  const whole = await picture(page);
  const showWords = await styled(page, NO_WORDS);
  const bare = await picture(page);
  // Computed colours are read without the style that hides them.
  await showWords();
  const given = { whole, bare, text: TEXT, large: LARGE };
  const found = await page.evaluate(measure, { ...given, loud: null });
  if (!found.some((one) => one.includes(LIKE_ITS_GROUND))) return found;
  // Words in the very colour of what is behind them, or words that lie under something?
  const calmWords = await styled(page, LOUD_WORDS);
  const loud = await picture(page);
  await calmWords();
  return page.evaluate(measure, { ...given, loud });
}

export type Light = 'dark' | 'light';

/** The same by day and by night. */
export async function tooFaintInAnyLight(
  page: Page,
  lights: readonly Light[] = ['dark', 'light'],
): Promise<string[]> {
  const found: string[] = [];
  for (const light of lights) {
    await page.evaluate((theme) => {
      document.documentElement.dataset['theme'] = theme;
    }, light);
    found.push(...(await tooFaint(page)).map((one) => `${one}, ${light}`));
  }
  return found;
}

/** Runs in the page. */
async function measure(given: {
  whole: string;
  bare: string;
  /** With all words in a colour that nothing else has; where they were looked for once in vain. */
  loud: string | null;
  text: number;
  large: number;
}): Promise<string[]> {
  type Colour = [number, number, number, number];

  async function pixels(png: string): Promise<ImageData> {
    const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const drawn = canvas.getContext('2d', { willReadFrequently: true })!;
    drawn.drawImage(bitmap, 0, 0);
    return drawn.getImageData(0, 0, bitmap.width, bitmap.height);
  }
  const [whole, bare] = await Promise.all([pixels(given.whole), pixels(given.bare)]);
  const loud = given.loud === null ? null : await pixels(given.loud);

  const linear = Array.from({ length: 256 }, (_, value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const light = (r: number, g: number, b: number): number =>
    0.2126 * linear[Math.round(r)]! +
    0.7152 * linear[Math.round(g)]! +
    0.0722 * linear[Math.round(b)]!;
  const ratio = (one: number, other: number): number =>
    (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

  // Any colour a stylesheet can write, as numbers.
  const dot = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
  const known = new Map<string, Colour>();
  function colourOf(css: string): Colour {
    const found = known.get(css);
    if (found) return found;
    dot.clearRect(0, 0, 1, 1);
    dot.fillStyle = css;
    dot.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = dot.getImageData(0, 0, 1, 1).data;
    known.set(css, [r, g, b, a / 255]);
    return known.get(css)!;
  }

  const nameOf = (one: Element): string =>
    (one.getAttribute('aria-label') || one.textContent || one.className.toString() || one.tagName)
      .trim()
      .replace(/\s+/g, ' ')
      .slice(0, 60);
  const isSeen = (one: Element): boolean =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  function opacityOf(one: Element): number {
    let opacity = 1;
    for (let at: Element | null = one; at; at = at.parentElement) {
      opacity *= Number(getComputedStyle(at).opacity);
    }
    return opacity;
  }

  /** What a board has laid over itself for the moment, and the badges of a lesson. */
  const covers = [...document.querySelectorAll('[data-over], [data-badge]')].map((one) => ({
    one,
    at: one.getBoundingClientRect(),
  }));
  function isCovered(what: Element, box: DOMRect): boolean {
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return covers.some(
      ({ one, at }) =>
        x > at.left && x < at.right && y > at.top && y < at.bottom && !one.contains(what),
    );
  }

  /** The least contrast of a colour with what lies behind the letters that can be seen. */
  function againstGround(box: DOMRect, [r, g, b, alpha]: Colour): number | null {
    const found: number[] = [];
    let alike = 0;
    let inked = 0;
    const left = Math.max(0, Math.floor(box.left));
    const right = Math.min(whole.width, Math.ceil(box.right));
    const bottom = Math.min(whole.height, Math.ceil(box.bottom));
    for (let y = Math.max(0, Math.floor(box.top)); y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const at = 4 * (y * whole.width + x);
        const [r1, g1, b1] = [bare.data[at]!, bare.data[at + 1]!, bare.data[at + 2]!];
        const [r2, g2, b2] = [whole.data[at]!, whole.data[at + 1]!, whole.data[at + 2]!];
        const mixed = (own: number, behind: number): number => own * alpha + behind * (1 - alpha);
        const [r3, g3, b3] = [mixed(r, r1), mixed(g, g1), mixed(b, b1)];
        if (loud && Math.abs(loud.data[at]! - r1) + Math.abs(loud.data[at + 1]! - g1) > 24)
          inked += 1;
        const apart = (r3 - r1) ** 2 + (g3 - g1) ** 2 + (b3 - b1) ** 2;
        const shown = (r3 - r1) * (r2 - r1) + (g3 - g1) * (g2 - g1) + (b3 - b1) * (b2 - b1);
        // Only where there is ink: the edge of a letter and what lies under something are not read.
        if (apart < 64) alike += 1;
        if (apart < 64 || shown < apart / 2) continue;
        found.push(ratio(light(r3, g3, b3), light(r1, g1, b1)));
      }
    }
    if (loud && inked < 6) return null;
    if (alike > (box.width * box.height) / 2) return 1;
    if (found.length < 6) return null;
    found.sort((one, other) => one - other);
    // A hair that crosses a letter does not make it hard to read.
    return found[Math.floor(found.length * 0.1)]!;
  }

  const said = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const around = texts.currentNode.parentElement;
    if (!around || !texts.currentNode.textContent?.trim()) continue;
    if (!isSeen(around) || around.closest('.unseen, script, style, :disabled')) continue;
    const style = getComputedStyle(around);
    const inDrawing = around.closest('svg');
    // A drawing that a container query takes away still counts as visible in Chromium.
    if (inDrawing && around.getBoundingClientRect().width === 0) continue;
    const scale = inDrawing instanceof SVGSVGElement ? (inDrawing.getScreenCTM()?.a ?? 1) : 1;
    const size = Number.parseFloat(style.fontSize) * scale;
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const [r, g, b, a] = colourOf(inDrawing ? style.fill : style.color);
    const colour: Colour = [r, g, b, a * opacityOf(around)];
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    for (const box of range.getClientRects()) {
      if (box.width <= 1 || isCovered(around, box)) continue;
      const found = againstGround(box, colour);
      if (found !== null && found < (isLarge ? given.large : given.text) - 0.05) {
        said.add(`${nameOf(around)}: ${found.toFixed(2)}:1 to read`);
      }
    }
  }

  // What can be tapped has words that were measured, or something in or around it that stands out.
  const tapped = 'button, a[href], input, select, [role="button"], [role="slider"]';
  for (const one of document.querySelectorAll(tapped)) {
    if (!isSeen(one) || one.closest('.unseen, :disabled')) continue;
    if (one.getAttribute('aria-disabled') === 'true') continue;
    const isField = one.matches('input:not([type=range]), select');
    if (one.textContent?.trim() && !isField) continue;
    const box = one.getBoundingClientRect();
    if (box.width <= 1 || box.bottom <= 0 || box.top >= innerHeight) continue;
    if (isCovered(one, box)) continue;
    // A field is seen by its edge, anything else by whatever is drawn in it.
    const found: number[] = [];
    const look = (x: number, y: number): void => {
      if (x < 0 || y < 0 || x >= bare.width || y >= bare.height) return;
      const at = 4 * (Math.floor(y) * bare.width + Math.floor(x));
      found.push(light(whole.data[at]!, whole.data[at + 1]!, whole.data[at + 2]!));
    };
    const middle = (box.top + box.bottom) / 2;
    if (isField) {
      for (let x = box.left - 3; x < box.left + 4; x++) look(x, middle);
    } else {
      for (let y = box.top - 2; y <= box.bottom + 2; y++) {
        for (let x = box.left - 2; x <= box.right + 2; x++) look(x, y);
      }
    }
    if (!found.length) continue;
    found.sort((a, b) => a - b);
    const skip = isField ? 0 : Math.floor(found.length * 0.003);
    const most = ratio(found[skip]!, found[found.length - 1 - skip]!);
    if (most < given.large - 0.05) said.add(`${nameOf(one)}: ${most.toFixed(2)}:1 to find`);
  }
  return [...said];
}
