/** The one voice of the page: whatever is read out goes through it. */

import { together, type Utterance } from './announce';

/** What follows within so many milliseconds is said in one go. */
const BREATH = 80;

type Outlet = (said: Utterance) => void;

const outlets: Outlet[] = [];
let waiting: Utterance[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

export const voice = {
  say(words: string, urgent = false): void {
    waiting.push({ words, urgent });
    timer ??= setTimeout(speak, BREATH);
  },

  /**
   * A pair of live regions; gives what takes it away. Behind an open dialog nothing is heard, so the
   * newest one speaks.
   */
  through(outlet: Outlet): () => void {
    outlets.push(outlet);
    return () => void outlets.splice(outlets.indexOf(outlet), 1);
  },
};

function speak(): void {
  timer = undefined;
  const said = together(waiting);
  waiting = [];
  if (said) outlets.at(-1)?.(said);
}
