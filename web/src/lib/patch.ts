import type { Change } from './protocol';

type Key = string | number;
type Place = Record<string, unknown> | unknown[];

function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null;
}

function get(place: Place, key: Key): unknown {
  return (place as Record<Key, unknown>)[key];
}

function changed(value: unknown, path: readonly Key[], change: Change): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change.to;
  if (!isPlace(value)) throw new Error(`there is nothing at ${change.at.join('.')} to change`);
  const copy: Place = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length === 0 && !('to' in change)) {
    delete (copy as Record<Key, unknown>)[key];
  } else {
    (copy as Record<Key, unknown>)[key] = changed(get(value, key), rest, change);
  }
  return copy;
}

/** The view after these changes. The old one stays as it was; what did not change is shared. */
export function applyChanges<T>(view: T, changes: readonly Change[]): T {
  let now: unknown = view;
  for (const change of changes) now = changed(now, change.at, change);
  return now as T;
}
