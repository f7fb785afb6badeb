/** How much of each table this browser has seen: the table time of the last thing that was. */

import { keep, kept } from './kept';

const NAME = 'seen';
/** Of more tables than anybody plays at it is not kept. */
const TABLES = 40;

function all(): Record<string, number> {
  try {
    const found: unknown = JSON.parse(kept(NAME) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Record<string, number>) : {};
  } catch {
    return {};
  }
}

/** Null where nobody has been before. */
export function seenAt(table: string): number | null {
  const found = all()[table];
  return typeof found === 'number' ? found : null;
}

export function markSeen(table: string, at: number): void {
  const others = Object.entries(all()).filter(([one]) => one !== table);
  keep(NAME, JSON.stringify(Object.fromEntries([...others, [table, at]].slice(-TABLES))));
}

export function forgetSeen(): void {
  keep(NAME, '{}');
}
