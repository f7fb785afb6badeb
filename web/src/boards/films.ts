/** Recorded moments of the games that have a board of their own, for the gallery. */

import type { Film } from '../gallery/demo';
import outOfTime from './out-of-time/demo.json';
import timeOfChaos from './time-of-chaos/demo.json';
import timeNSpace from './time-n-space/demo.json';
import watch from './watch/demo.json';

export const films: Record<string, Film[]> = {
  watch: watch as unknown as Film[],
  'out-of-time': outOfTime as unknown as Film[],
  'time-of-chaos': timeOfChaos as unknown as Film[],
  'time-n-space': timeNSpace as unknown as Film[],
};
