import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const TRIES = 20;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Puts a finished folder in the place of another, which readers find whole before and after. */
export function swapIn(made: string, place: string): void {
  const away = `${made}.old`;
  mkdirSync(dirname(place), { recursive: true });
  for (let i = 0; i < TRIES; i++) {
    try {
      renameSync(place, away);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error; // nothing was there, or it was just taken away
    }
    try {
      renameSync(made, place);
      rmSync(away, { recursive: true, force: true });
      return;
    } catch (error) {
      // Another build came in between: take that one away, too.
      if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(codeOf(error))) throw error;
      rmSync(away, { recursive: true, force: true });
    }
  }
  throw new Error(`${place} could not be replaced: something else keeps writing it`);
}

/**
 * Builds into a folder of its own and puts it in place when it is whole, so that two builds at the
 * same moment do not mix, and a build that fails leaves the last page as it was.
 */
export function swap(folder: string, place: string): Plugin {
  return {
    name: 'swap-the-page-in',
    apply: 'build',
    config: () => ({ build: { outDir: folder, emptyOutDir: true } }),
    buildStart() {
      process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    },
    closeBundle() {
      if (!existsSync(join(folder, 'index.html'))) return;
      swapIn(folder, place);
    },
  };
}
