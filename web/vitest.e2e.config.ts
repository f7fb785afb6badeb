import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Real browsers against a real server. The tests live with all others, their tools in here.
export default defineConfig({
  root: here('..'),
  resolve: {
    alias: {
      'playwright-core': here('node_modules/playwright-core'),
      'axe-core': here('node_modules/axe-core'),
      vite: here('node_modules/vite'),
      vitest: here('node_modules/vitest'),
    },
  },
  test: {
    include: process.env['SCREENSHOTS']
      ? ['tests/e2e/screenshots.ts', 'tests/e2e/boards.ts']
      : process.env['MEASURE']
        ? ['tests/e2e/measure.ts']
        : ['tests/e2e/**/*.test.ts'],
    globalSetup: ['tests/e2e/setup.ts'],
    setupFiles: ['tests/e2e/failed.ts'],
    reporters: ['default', here('../tests/e2e/summary.ts')],
    // A second try is told at the end of the run: nothing unsteady goes unseen.
    retry: process.env['SCREENSHOTS'] || process.env['MEASURE'] ? 0 : 1,
    // Long enough for a slow machine: a test that hangs still ends, and waits are for conditions.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
