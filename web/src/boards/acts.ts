import type { Act } from './types';

/** Whether two acts are the same one: a finger that taps twice means it once. */
export function isSameAct(one: Act, other: Act | null): boolean {
  if (!other) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}
