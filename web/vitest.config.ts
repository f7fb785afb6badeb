import { defineConfig, mergeConfig } from 'vitest/config';
import page from './vite.config.ts';

// Apart from the page's own, which has to do without the packages for tests: `make play` installs none.
export default mergeConfig(
  page,
  defineConfig({
    // Components need Svelte's browser half.
    resolve: { conditions: ['browser'] },
    test: {
      environment: 'node',
      include: ['src/**/*.test.ts', 'swap.test.ts'],
      // Long enough for a busy machine: a test that hangs still ends.
      testTimeout: 60_000,
    },
  }),
);
