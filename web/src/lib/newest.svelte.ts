/**
 * A long list of lines of which only the newest stand on the page, for every line that stands there
 * has to be kept, laid out and read. Whoever scrolls up finds the earlier ones.
 */

import { tick } from 'svelte';

export const STEP = 60;
const NEAR = 40;

export class Newest<Line> {
  private more = $state(0);
  private atEnd = true;
  readonly shown: Line[] = $derived.by(() => this.lines().slice(-(STEP + this.more)));

  constructor(private readonly lines: () => Line[]) {}

  /** Attach to the box that scrolls: it stays at the newest line, unless somebody scrolls up. */
  follow = (box: HTMLElement): (() => void) => {
    const onscroll = (): void => {
      this.atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
      if (this.atEnd) this.more = 0;
      else if (box.scrollTop < NEAR && this.shown.length < this.lines().length) {
        void this.unfold(box);
      }
    };
    box.addEventListener('scroll', onscroll, { passive: true });
    $effect(() => {
      void this.shown;
      if (this.atEnd) box.scrollTop = box.scrollHeight;
    });
    return () => box.removeEventListener('scroll', onscroll);
  };

  /** More lines above, and what is being read stays where it is. */
  private async unfold(box: HTMLElement): Promise<void> {
    const below = box.scrollHeight - box.scrollTop;
    this.more += STEP;
    await tick();
    box.scrollTop = box.scrollHeight - below;
  }
}
