import type { EmblemName } from '../boards/types';

/** Outlines of the seats' emblems, drawn around 0,0 and about 20 units wide. */
export const EMBLEM_PATHS: Record<EmblemName, string> = {
  sun: sunPath(),
  moon: 'M3.6-9.6A9.8 9.8 0 1 0 9.6 3.6A8 8 0 0 1 3.6-9.6Z',
  star: 'M0-11C.8-3.6 3.6-.8 11 0C3.6.8.8 3.6 0 11C-.8 3.6-3.6.8-11 0C-3.6-.8-.8-3.6 0-11Z',
  wave:
    'M-11-1.6C-8.4-6.6-4.4-7.4-1.2-4.4C1.6-1.8 4.6-2 7-5.6L11-4.4C7.8 1.6 2.6 2.4-2.4-.8C-5.2-2.6-7.2-1.6-8.8 1.4Z' +
    'M-11 6.4C-8.4 1.4-4.4.6-1.2 3.6C1.6 6.2 4.6 6 7 2.4L11 3.6C7.8 9.6 2.6 10.4-2.4 7.2C-5.2 5.4-7.2 6.4-8.8 9.4Z',
  flame:
    'M1-11.4C2-6.6 8-3.6 8 3A8 8 0 0 1-8 3C-8-.6-6.2-3-4.4-5C-4-3.2-3.2-2-2-1.4C-2.4-5-1.2-9 1-11.4ZM.4 1.4C-2.4 3.2-3 5-2.6 6.6A2.9 2.9 0 0 0 3 6.6C3.2 4.6 1.4 3.6 .4 1.4Z',
  tree: 'M0-11.4L6.4-3.4H3.6L8.8 4.6H2V10.4H-2V4.6H-8.8L-3.6-3.4H-6.4Z',
};

function sunPath(): string {
  let path = 'M0-5A5 5 0 1 1 0 5A5 5 0 1 1 0-5Z';
  for (let ray = 0; ray < 8; ray++) {
    const at = (angle: number, far: number): string =>
      `${round(far * Math.sin(angle))} ${round(-far * Math.cos(angle))}`;
    const middle = (ray * Math.PI) / 4;
    path += `M${at(middle - 0.24, 6.6)}L${at(middle, 11.4)}L${at(middle + 0.24, 6.6)}Z`;
  }
  return path;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
