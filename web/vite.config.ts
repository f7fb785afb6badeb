import { cpSync, existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { weigh } from './weigh.ts';

const server = process.env['SANDTABLE_SERVER'] ?? 'http://127.0.0.1:8765';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The drawings of the rules live with their texts; the page shows them from /rules/img. */
function drawings(): Plugin {
  const from = here('../docs/rules/img');
  const to = here('../src/sandtable/server/site/rules/img');
  return {
    name: 'drawings-of-the-rules',
    apply: 'build',
    closeBundle() {
      rmSync(to, { recursive: true, force: true });
      if (existsSync(from)) cpSync(from, to, { recursive: true });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), drawings(), weigh()],
  // Under vitest, components need Svelte's browser half.
  ...(process.env['VITEST'] ? { resolve: { conditions: ['browser'] } } : {}),
  build: {
    outDir: '../src/sandtable/server/site',
    emptyOutDir: true,
    target: 'es2022',
    // The server's policy allows no data: fonts, and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    proxy: {
      '/api': {
        target: server,
        ws: true,
        changeOrigin: true,
        configure: (proxy) => {
          // The server refuses foreign origins, and the dev server's is one.
          proxy.on('proxyReq', (request) => request.setHeader('origin', server));
          proxy.on('proxyReqWs', (request) => request.setHeader('origin', server));
        },
      },
    },
  },
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts'],
  },
});
