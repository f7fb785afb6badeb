/**
 * What lies over the page, newest last: the browser's Back takes away the newest.
 *
 * Every layer has an entry of its own in the history, at the same address. They are
 * interchangeable: going back one entry takes away one layer, whichever it was opened for.
 */

export interface History {
  readonly state: unknown;
  pushState(state: unknown, unused: string): void;
  back(): void;
}

const MARK = 'layer';

export class Layers {
  private open: (() => void)[] = [];
  /** Steps back that we take ourselves, for layers that are gone already. */
  private own = 0;

  constructor(private readonly history: History) {}

  /** Something was opened, which `close` takes away. Call what this gives when it is gone. */
  add(close: () => void): () => void {
    this.open.push(close);
    this.history.pushState({ [MARK]: true }, '');
    return () => {
      const nth = this.open.lastIndexOf(close);
      if (nth < 0) return; // Back took it away
      this.open.splice(nth, 1);
      // On another page by now? Then there is nothing of it to go back over.
      if (!this.isLayer()) return;
      this.own += 1;
      this.history.back();
    };
  }

  /** Whether nothing was opened after this. */
  isNewest(close: () => void): boolean {
    return this.open.at(-1) === close;
  }

  /** The browser went back. */
  back(): void {
    if (this.own > 0) {
      this.own -= 1;
      return;
    }
    this.open.pop()?.();
  }

  private isLayer(): boolean {
    const { state } = this.history;
    return typeof state === 'object' && state !== null && MARK in state;
  }
}

let ours: Layers | undefined;

/** The layers of this page. */
export function layers(): Layers {
  if (!ours) {
    const made = new Layers(history);
    addEventListener('popstate', () => made.back());
    ours = made;
  }
  return ours;
}
