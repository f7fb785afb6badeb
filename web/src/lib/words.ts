/** Numbers and times in the words of a table. */

import type { Offer } from './protocol';

export function agoWords(iso: string, now: number = Date.now()): string {
  const minutes = Math.max(0, Math.round((now - Date.parse(iso)) / 60_000));
  if (minutes < 1) return 'a moment ago';
  if (minutes < 60) return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return hours === 1 ? 'an hour ago' : `${hours} hours ago`;
  const days = Math.round(hours / 24);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

export function freeWords(seats: number): string {
  return seats === 1 ? 'one free seat' : `${seats} free seats`;
}

export function listWords(names: string[]): string {
  if (names.length <= 1) return names[0] ?? '';
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** A player's name; a bot that plays for somebody who left says so. */
export function playerWords(name: string, before: string | null | undefined): string {
  return before ? `${name} for ${before}` : name;
}

/** What somebody offers, as a sentence goes on after their name. */
export function offerWords(offer: Offer, to: string | null): string {
  const heap = (side: Record<string, number>): string =>
    listWords(Object.entries(side).map(([name, count]) => `${count} ${name.replace(/_/g, ' ')}`)) ||
    'nothing';
  return `offers ${to ? `${to} ` : ''}${heap(offer.give)} for ${heap(offer.want)}`;
}

/** Table time as on a kitchen clock: 4:05. */
export function clockWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A field of a breakdown as words: `cubes_left` becomes `Cubes left`. */
export function fieldWords(name: string): string {
  const words = name.replace(/_/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value of a breakdown as words. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value)) {
    const nested = value.some((one) => typeof one === 'object' && one !== null);
    return value.map(valueWords).join(nested ? ' / ' : ', ') || '–';
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, inner]) => `${fieldWords(name).toLowerCase()} ${valueWords(inner)}`)
      .join(', ');
  }
  return String(value);
}

export const PACES = [
  { pace: 50, words: 'Half speed' },
  { pace: 75, words: 'Relaxed' },
  { pace: 100, words: 'Normal' },
  { pace: 150, words: 'Brisk' },
];

export function paceWords(pace: number): string {
  return PACES.find((one) => one.pace === pace)?.words ?? `${pace}% speed`;
}
