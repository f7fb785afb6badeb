/** Board and mat of one table share what somebody points at; its clock tells tables apart. */

import { perTable } from '../../lib/pertable';

export class Shared {
  /** The thing whose acts are wanted, in the game's own word. */
  thing: string | null = $state(null);
}

export const sharedOf = perTable(() => new Shared());
