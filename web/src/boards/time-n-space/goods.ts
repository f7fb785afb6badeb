/** The four colours of goods, each with the symbol that is always drawn with it. */

import type { Colour } from './view';

export interface GoodLook {
  fill: string;
  /** What is drawn on it. */
  ink: string;
  /** Drawn around 0,0 and about 20 units wide. */
  path: string;
  good: string;
}

export const LOOKS: Record<Colour, GoodLook> = {
  grey: {
    fill: 'var(--ts-grey)',
    ink: '#201c17',
    good: 'technology',
    path: cog(),
  },
  yellow: {
    fill: 'var(--ts-yellow)',
    ink: '#2b2620',
    good: 'luxury',
    path: 'M-6-8H6L10.5-2.5L0 9.5L-10.5-2.5Z',
  },
  blue: {
    fill: 'var(--ts-blue)',
    ink: '#ffffff',
    good: 'medicine',
    path: 'M-3.6-10H3.6V-3.6H10V3.6H3.6V10H-3.6V3.6H-10V-3.6H-3.6Z',
  },
  brown: {
    fill: 'var(--ts-brown)',
    ink: '#ffffff',
    good: 'raw material',
    path: 'M-4-9L6-8L10 0L6 8.5L-5 9L-10 1Z',
  },
};

/** What stands for a building, drawn around 0,0 and about 20 units wide. */
export const BUILDING_PATHS = {
  station: 'M-9-4A11 11 0 0 0 4 9L-1 4L7-4L9-2V-9H2L4-7L-4 1Z',
  centre: 'M-10-7H3V-10.5L10-5L3 .5V-3H-10ZM10 7H-3V10.5L-10 5L-3-.5V3H10Z',
  ship: 'M0-11C5-6 6.5 0 5.4 5H-5.4C-6.5 0-5-6 0-11ZM-5.8 2L-10 9L-4.6 7ZM5.8 2L10 9L4.6 7Z',
} as const;

function cog(): string {
  const teeth = 8;
  let path = '';
  for (let nth = 0; nth < teeth * 2; nth++) {
    const far = nth % 2 === 0 ? 10.4 : 7.4;
    for (const side of [-0.13, 0.13]) {
      const angle = (nth * Math.PI) / teeth + side;
      const x = Math.round(far * Math.sin(angle) * 100) / 100;
      const y = Math.round(-far * Math.cos(angle) * 100) / 100;
      path += `${path ? 'L' : 'M'}${x} ${y}`;
    }
  }
  return `${path}ZM0-3.4A3.4 3.4 0 1 0 0 3.4A3.4 3.4 0 1 0 0-3.4Z`;
}
