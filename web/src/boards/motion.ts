/** Things that travel from one place of the page to another, drawn above everything. */

import { mount, unmount, type Component } from 'svelte';

export interface Spot {
  x: number;
  y: number;
}

export function middleOfElement(element: Element): Spot {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** The nearest element that matches, searched outwards from here: tables may share a page. */
export function findNear(from: Element, selector: string): Element | null {
  for (let up: Element | null = from; up; up = up.parentElement) {
    const found = up.querySelector(selector);
    if (found) return found;
  }
  return null;
}

/**
 * Lets a drawing fly from one spot to another; it is gone when it has arrived. For as long as it
 * flies, what lands it at once is in `air`.
 */
export function fly<Props extends Record<string, unknown>>(
  drawing: Component<Props>,
  props: Props,
  from: Spot,
  to: Spot,
  delay = 0,
  duration = 380,
  air?: Set<() => void>,
): void {
  // In a window that is not seen, nothing that flies would ever land.
  if (typeof document.body.animate !== 'function' || document.hidden) return;
  const carrier = document.createElement('div');
  carrier.setAttribute('aria-hidden', 'true');
  Object.assign(carrier.style, {
    position: 'fixed',
    left: '0',
    top: '0',
    zIndex: '60',
    pointerEvents: 'none',
  });
  document.body.append(carrier);
  const drawn = mount(drawing, { target: carrier, props });
  // Centred without measuring: effects start flights, and an effect must not flush others.
  const at = (spot: Spot, scale: number): string =>
    `translate(${spot.x}px, ${spot.y}px) translate(-50%, -50%) scale(${scale})`;
  const over = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - 30 };
  const flight = carrier.animate(
    [
      { transform: at(from, 0.7), opacity: 0.2 },
      { transform: at(over, 1.5), opacity: 1, offset: 0.45 },
      { transform: at(to, 0.9), opacity: 1 },
    ],
    { duration, delay, easing: 'ease-out', fill: 'both' },
  );
  const finish = (): void => flight.finish();
  const landed = (): void => {
    air?.delete(finish);
    void unmount(drawn);
    carrier.remove();
  };
  flight.onfinish = landed;
  flight.oncancel = landed;
  air?.add(finish);
}
