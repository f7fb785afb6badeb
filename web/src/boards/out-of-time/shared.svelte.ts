/** The board and the mat of one table share one choice; the table's clock tells tables apart. */

import { perTable } from '../../lib/pertable';
import { Ahead } from './ahead.svelte';
import { NOTHING, type Choice } from './choice';

export class Shared {
  choice: Choice = $state.raw(NOTHING);
  readonly ahead = new Ahead();
}

export const sharedOf = perTable(() => new Shared());
