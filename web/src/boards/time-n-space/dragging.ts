/** A free glass that is dragged from its card onto an hourglass symbol, with a mouse or a finger. */

import type { BoardProps } from '../types';
import { onPlace, onSky } from './doing';
import type { Shared } from './shared.svelte';

/** Below this it is a tap. */
const FAR = 8;

/** What lies under a pointer: a place of my mat, or a planet or moon. */
interface Symbol {
  on?: string | undefined;
  place?: string | undefined;
}

export class Dragging {
  private from: { x: number; y: number; nth: number; pointer: number } | null = null;

  constructor(
    private readonly shared: () => Shared,
    private readonly given: () => BoardProps,
  ) {}

  press(event: PointerEvent, nth: number): void {
    if (event.button !== 0 || !event.isPrimary || this.given().paused) return;
    this.from = { x: event.clientX, y: event.clientY, nth, pointer: event.pointerId };
    if (event.currentTarget instanceof Element)
      event.currentTarget.setPointerCapture?.(event.pointerId);
  }

  move(event: PointerEvent): void {
    const { from } = this;
    if (!from || event.pointerId !== from.pointer) return;
    const { clientX: x, clientY: y } = event;
    const shared = this.shared();
    if (!shared.dragged) {
      if (Math.hypot(x - from.x, y - from.y) < FAR) return;
      shared.rest();
      shared.turning = true;
    }
    const { on, place } = symbolAt(x, y);
    shared.dragged = { nth: from.nth, x, y, over: on ?? place ?? null };
  }

  release(event: PointerEvent): void {
    const shared = this.shared();
    const dragged = shared.dragged !== null && event.pointerId === this.from?.pointer;
    this.from = null;
    if (!dragged) return;
    const { on, place } = symbolAt(event.clientX, event.clientY);
    shared.dragged = null;
    if (on !== undefined) onPlace(on, shared, this.given());
    else if (place !== undefined) onSky(place, shared, this.given());
    // On the ship the glass stays chosen until it is said where to.
    if (!shared.sailing) shared.turning = false;
  }

  /** The glass goes back to its card: Escape, or a finger that the browser took away. */
  cancel(): void {
    this.from = null;
    const shared = this.shared();
    if (shared.dragged) shared.rest();
  }
}

function symbolAt(x: number, y: number): Symbol {
  const found = document.elementFromPoint(x, y)?.closest('[data-on], [data-place]');
  return {
    on: found?.getAttribute('data-on') ?? undefined,
    place: found?.getAttribute('data-place') ?? undefined,
  };
}
