/** One server for all tests that do not need one of their own; its address is in the environment. */

import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openBrowser } from './browser';
import { Server } from './server';

/** The sentence is the last thing to be read then, not the way the error took. */
async function needed<Found>(what: string, get: () => Promise<Found>): Promise<Found> {
  try {
    return await get();
  } catch (wrong) {
    const words = new Error(`The browser tests cannot run without their ${what}: ${String(wrong)}`);
    words.stack = '';
    throw words;
  }
}

export default async function setup(): Promise<() => Promise<void>> {
  const page = new URL('../../src/sandtable/server/site/index.html', import.meta.url);
  if (!existsSync(fileURLToPath(page))) {
    throw new Error('the page is not built: run `make site` first');
  }
  rmSync(fileURLToPath(new URL('../../build/e2e', import.meta.url)), {
    recursive: true,
    force: true,
  });
  // The first start reads the whole browser from the disk, and tells at once if it cannot run.
  await needed('browser', async () => (await openBrowser()).close());
  const server = await needed('server', () => Server.start());
  process.env['SANDTABLE_ADDRESS'] = server.url;
  return () => server.close();
}
