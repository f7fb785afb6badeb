/** Where the keys are at a table: never nowhere, and never torn away to something new. */

/** The parts of a table, each with a name that is read out. */
const PARTS =
  '[role="dialog"], [role="region"], section[aria-label], nav[aria-label], aside[aria-label]';

/** Puts the focus on a part itself; Tab leads on from there to what is in it. */
function enter(part: HTMLElement): void {
  if (!part.hasAttribute('tabindex')) {
    part.setAttribute('tabindex', '-1');
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  }
  part.focus({ preventScroll: true });
}

const isThere = (one: Element): boolean =>
  one.isConnected &&
  !one.matches(':disabled') &&
  (typeof one.checkVisibility !== 'function' || one.checkVisibility());

/**
 * Keeps the focus within the table when the thing that had it is gone, can no longer be used or is
 * not shown any more: it goes to the part around it, and not to the top of the page. Somebody who
 * lets go on purpose, by a click beside everything, is left alone.
 */
export function keepFocus(table: HTMLElement): () => void {
  let last: HTMLElement | SVGElement | null = null;
  let around: HTMLElement[] = [];

  const remember = (event: FocusEvent): void => {
    if (!(event.target instanceof HTMLElement || event.target instanceof SVGElement)) return;
    last = event.target;
    around = [];
    for (let at = last.parentElement; at && at !== table; at = at.parentElement) {
      if (at.matches(PARTS)) around.push(at);
    }
  };
  const mend = (): void => {
    if (last === null || document.activeElement !== document.body) return;
    if (isThere(last)) {
      last = null;
      return;
    }
    const part =
      around.find(isThere) ?? [...table.querySelectorAll<HTMLElement>(PARTS)].find(isThere);
    if (part) enter(part);
  };

  const observer = new MutationObserver(mend);
  observer.observe(table, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'class', 'hidden'],
  });
  // A browser lets go of what is hidden or disabled only with the next frame.
  const later = (): void => void requestAnimationFrame(mend);
  table.addEventListener('focusin', remember);
  table.addEventListener('focusout', later);
  return () => {
    observer.disconnect();
    table.removeEventListener('focusin', remember);
    table.removeEventListener('focusout', later);
  };
}

/** To the first answer in the line, or to the line itself, where it is read out again. */
export function goToLine(): void {
  // Where a drawer covers the table, it has the line.
  const line =
    document.querySelector<HTMLElement>('dialog[open] section.line') ??
    document.querySelector<HTMLElement>('section.line');
  if (!line) return;
  const answer = line.querySelector<HTMLElement>('button');
  if (answer) answer.focus();
  else enter(line);
}
