/** After a test that failed: what everybody saw at that moment, as pictures and words. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach } from 'vitest';
import { present } from './browser';
import { closeServers } from './server';

const FOLDER = fileURLToPath(new URL('../../build/e2e', import.meta.url));

afterEach(async ({ task }) => {
  const people = [...present];
  if (task.result?.state === 'fail') {
    const name = task.name.replace(/[^a-z0-9]+/gi, '-').slice(0, 50);
    const wrong = task.result.errors?.at(-1)?.message ?? '';
    const attempt = task.result.retryCount ?? 0;
    mkdirSync(FOLDER, { recursive: true });
    await Promise.all(
      people.map(async ({ page, complaints }, nth) => {
        const file = join(FOLDER, `${name}-${attempt + 1}-${nth + 1}`);
        const picture = await page
          .screenshot({ path: `${file}.png`, timeout: 10_000 })
          .then(() => `picture: ${file}.png`)
          .catch((none: unknown) => `no picture: ${String(none).split('\n')[0] ?? ''}`);
        const words = await Promise.race([
          page.locator('body').innerText({ timeout: 5_000 }),
          new Promise<string>((resolve) => setTimeout(() => resolve(''), 6_000)),
        ]).catch(() => '');
        writeFileSync(`${file}.txt`, [page.url(), wrong, ...complaints, words].join('\n'));
        console.error(`${wrong.split('\n')[0] ?? ''}: what browser ${nth + 1} showed, ${picture}`);
      }),
    );
  }
  // A page left behind would play on and take the time of those that follow.
  await Promise.all(people.map((person) => person.leave().catch(() => undefined)));
}, 60_000);

// Runs after the file's own, which has closed what it still knows of.
afterAll(closeServers, 60_000);
