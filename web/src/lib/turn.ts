/** Whose turn it is: the seat at the place of the view that the game's legend names. */

import type { Legend } from '../boards/types';

export function turnOf(view: unknown, legend: Legend): number | null {
  const [place] = Object.entries(legend.view).find(([, mark]) => mark.turn) ?? [];
  let at = view;
  for (const step of place?.split('.') ?? ['']) at = (at as Record<string, unknown> | null)?.[step];
  return typeof at === 'number' ? at : null;
}
