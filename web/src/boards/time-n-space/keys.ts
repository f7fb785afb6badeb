/** What keys do anywhere on the page, as long as nothing is being written. */

import type { KeyHelp } from '../types';

export type Command =
  | { does: 'card'; nth: number; lift: boolean }
  | { does: 'place'; on: string }
  | { does: 'ship' }
  | { does: 'done' }
  | { does: 'answer'; nth: number }
  | { does: 'offer' }
  | { does: 'rest' };

interface Pressed {
  key: string;
  code?: string;
  shiftKey: boolean;
}

export function commandOf({ key, code, shiftKey }: Pressed): Command | null {
  const digit = /^Digit(\d)$/.exec(code ?? '')?.[1] ?? (/^\d$/.test(key) ? key : undefined);
  if (digit === '1' || digit === '2')
    return { does: 'card', nth: Number(digit) - 1, lift: shiftKey };
  if (digit === '0') return { does: 'done' };
  if (digit !== undefined && Number(digit) >= 5) return { does: 'answer', nth: Number(digit) - 5 };
  if (shiftKey) return null;
  if (/^[a-h]$/.test(key)) return { does: 'place', on: key.toUpperCase() };
  if (key === 'x') return { does: 'place', on: 'research' };
  if (key === 's') return { does: 'ship' };
  if (key === 'o') return { does: 'offer' };
  return key === 'Escape' ? { does: 'rest' } : null;
}

export const KEYS: KeyHelp[] = [
  { keys: ['1', '2'], does: 'Do what your first or second timer says, or plan it while it runs' },
  { keys: ['Shift', '1'], does: 'Only lift it' },
  { keys: ['A', '…', 'H'], does: 'That building: turn a timer over, lift it, or use it' },
  { keys: ['X'], does: 'Research' },
  { keys: ['S'], does: 'Your ship: choose where to fly with the arrow keys, then press Enter' },
  { keys: ['0'], does: 'Finish the action you are carrying out' },
  { keys: ['5', '…', '9'], does: 'Answer as the owner of your planet' },
  { keys: ['O'], does: 'Make an offer, or take yours back' },
];
