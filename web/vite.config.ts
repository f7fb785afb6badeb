import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { swap } from './swap.ts';
import { weigh } from './weigh.ts';

const server = process.env['SANDTABLE_SERVER'] ?? 'http://127.0.0.1:8765';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const site = swap(here(`../build/site-${process.pid}`), here('../src/sandtable/server/site'));

export default defineConfig({
  plugins: [svelte(), weigh(), site],
  build: {
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
});
