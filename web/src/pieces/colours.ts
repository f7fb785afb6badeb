/**
 * The colours of pieces. Each has one symbol on the whole site, drawn wherever the colour is, so
 * that nobody ever has to tell two colours apart.
 */

export type SymbolName =
  'circle' | 'drop' | 'leaf' | 'star' | 'diamond' | 'triangle' | 'joker' | 'none';

export interface PieceColour {
  /** As players say it. */
  name: string;
  fill: string;
  symbol: SymbolName;
  /** What is drawn on this colour: dark or light, whichever stands out. */
  ink: string;
}

const DARK = '#2b2620';
const LIGHT = '#fffdf8';

const COLOURS: Record<string, PieceColour> = {
  red: { name: 'red', fill: 'var(--piece-red)', symbol: 'triangle', ink: LIGHT },
  orange: { name: 'orange', fill: 'var(--piece-amber)', symbol: 'circle', ink: DARK },
  yellow: { name: 'yellow', fill: 'var(--piece-yellow)', symbol: 'drop', ink: DARK },
  sky: { name: 'sky', fill: 'var(--piece-sky)', symbol: 'drop', ink: DARK },
  green: { name: 'green', fill: 'var(--piece-green)', symbol: 'leaf', ink: LIGHT },
  blue: { name: 'blue', fill: 'var(--piece-blue)', symbol: 'diamond', ink: LIGHT },
  purple: { name: 'purple', fill: 'var(--piece-violet)', symbol: 'star', ink: LIGHT },
  brown: { name: 'brown', fill: 'var(--piece-brown)', symbol: 'none', ink: LIGHT },
  grey: { name: 'grey', fill: 'var(--piece-grey)', symbol: 'joker', ink: LIGHT },
};

/** The look of a colour that has one on this site. */
export function knownColour(name: string): PieceColour | null {
  return Object.hasOwn(COLOURS, name) ? (COLOURS[name] ?? null) : null;
}

/** The look of a colour by the name the game gives it; what nobody knows is plain grey. */
export function colourOf(name: string): PieceColour {
  return COLOURS[name] ?? { name, fill: 'var(--piece-grey)', symbol: 'none', ink: LIGHT };
}

/** Outlines of the symbols, drawn around 0,0 and about 20 units wide. */
export const SYMBOL_PATHS: Record<SymbolName, string> = {
  circle: 'M0-8A8 8 0 1 1 0 8A8 8 0 1 1 0-8Z',
  drop: 'M0-11C3-5.6 7.4-1.6 7.4 3A7.4 7.4 0 1 1-7.4 3C-7.4-1.6-3-5.6 0-11Z',
  leaf: 'M-10 10.6L-8.8 6.2C-11-3.6-4.6-10 9.4-9.6C10 4.4 3.6 10.4-5.8 8.6L-8.4 11.4ZM-4.6 6.4L5.4-5.6L-6.4 4.6Z',
  star: 'M0-10.4L3-3.4L10.4-2.8L4.8 2.2L6.6 9.6L0 5.6L-6.6 9.6L-4.8 2.2L-10.4-2.8L-3-3.4Z',
  diamond: 'M0-10.6L8.2 0L0 10.6L-8.2 0Z',
  triangle: 'M0-9.4L9.6 7.6H-9.6Z',
  joker:
    'M-3.1 -7.4a3.1 3.1 0 1 1 6.2 0a3.1 3.1 0 1 1-6.2 0ZM3.3 -3.7a3.1 3.1 0 1 1 6.2 0a3.1 3.1 0 1 1-6.2 0ZM3.3 3.7a3.1 3.1 0 1 1 6.2 0a3.1 3.1 0 1 1-6.2 0Z' +
    'M-3.1 7.4a3.1 3.1 0 1 1 6.2 0a3.1 3.1 0 1 1-6.2 0ZM-9.5 3.7a3.1 3.1 0 1 1 6.2 0a3.1 3.1 0 1 1-6.2 0ZM-9.5 -3.7a3.1 3.1 0 1 1 6.2 0a3.1 3.1 0 1 1-6.2 0Z',
  none: '',
};
