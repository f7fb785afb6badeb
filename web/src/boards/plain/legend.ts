/** The legend of a game, asked place by place, and the words it has for things. */

import { clockWords, fieldWords } from '../../lib/words';
import type { Legend, Mark, SeatInfo } from '../types';

export type Way = readonly (string | number)[];

const PLAIN: Mark = { kind: 'plain' };

interface Branch {
  mark?: Mark;
  /** Where in the legend it stands. */
  rank?: number;
  next: Map<string, Branch>;
}

/** What a legend says, found by the way that leads to a place. */
export class Reader {
  private root: Branch = { next: new Map() };

  constructor(
    readonly legend: Legend,
    private readonly seats: SeatInfo[],
  ) {
    for (const [rank, [place, mark]] of Object.entries(legend.view).entries()) {
      let at = this.root;
      for (const step of place.split('.')) {
        let next = at.next.get(step);
        if (!next) at.next.set(step, (next = { next: new Map() }));
        at = next;
      }
      at.mark = mark;
      at.rank = rank;
    }
  }

  /** The mark of a place; a name that was written out says more than a star. */
  mark(way: Way): Mark {
    return this.find(this.root, way, 0)?.mark ?? PLAIN;
  }

  /** Names in the order in which the legend has them; what it does not name comes after. */
  inOrder(names: string[], way: Way): string[] {
    const rank = (name: string): number =>
      this.find(this.root, [...way, name], 0)?.rank ?? Number.MAX_SAFE_INTEGER;
    return [...names].sort((a, b) => rank(a) - rank(b));
  }

  private find(at: Branch, way: Way, from: number): Branch | undefined {
    if (from === way.length) return at.mark ? at : undefined;
    for (const step of [String(way[from]), '*']) {
      const next = at.next.get(step);
      const found = next && this.find(next, way, from + 1);
      if (found) return found;
    }
    return undefined;
  }

  title(way: Way): string {
    const last = way.at(-1);
    return this.mark(way).title ?? (typeof last === 'string' ? this.word(last, true) : '');
  }

  name(seat: number): string {
    return this.seats[seat]?.name ?? `Seat ${seat + 1}`;
  }

  /** A word of the game as people read it. */
  word(text: string, capital = false): string {
    const said = Object.hasOwn(this.legend.words, text) ? this.legend.words[text] : undefined;
    if (said !== undefined) {
      return said.replace(/\{(\d+)\}('s)?/g, (_, number: string, its: string | undefined) => {
        const seat = Number(number);
        if (this.seats[seat]?.me) return its ? 'your' : 'you';
        return `${this.name(seat)}${its ?? ''}`;
      });
    }
    // Only names as programs write them are taken apart: `end_turn`, not "Sao-Paulo".
    const plain = /^[a-z0-9]+(_[a-z0-9]+)*$/.test(text);
    if (!plain) return text;
    return capital ? fieldWords(text) : text.replace(/_/g, ' ');
  }

  scalar(value: string | number | boolean, mark: Mark): string {
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (typeof value === 'number') {
      if (mark.kind === 'duration') return clockWords(value);
      return mark.kind === 'seat' ? this.name(value) : String(value).replace('-', '−');
    }
    return this.word(value);
  }
}
