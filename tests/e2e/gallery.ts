/** The recorded moments of our boards at a real table, without a server. */

import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';

export interface Gallery {
  address: string;
  close(): Promise<void>;
}

export async function openGallery(): Promise<Gallery> {
  const server: ViteDevServer = await createServer({
    root: fileURLToPath(new URL('../../web', import.meta.url)),
    cacheDir: fileURLToPath(new URL('../../build/gallery', import.meta.url)),
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false },
  });
  await server.listen();
  return { address: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}
