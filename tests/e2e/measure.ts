/** `make bench-page`: what a table with twelve running glasses costs the browser, frame by frame. */

import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { CDPSession } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, Person } from './browser';
import { BOARD, stepOutOfTime, until } from './table';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
const RESULT = fileURLToPath(new URL('../../bench/results/page.md', import.meta.url));
const SECONDS = 8;
const ROUNDS = 3;

interface Traced {
  name: string;
  ph: string;
  /** Microseconds of the thread's own time, without what other programs took. */
  tdur?: number;
}

const SCRIPT = new Set(['FunctionCall', 'EvaluateScript', 'v8.compile']);

/** What the browser itself writes down while `ms` pass. */
async function trace(session: CDPSession, ms: number): Promise<Traced[]> {
  const events: Traced[] = [];
  const collect = (found: { value: object[] }): void => {
    events.push(...(found.value as Traced[]));
  };
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame'],
    },
  });
  await new Promise((resolve) => setTimeout(resolve, ms));
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  return events;
}

test('twelve glasses', async () => {
  const browser = await openBrowser();
  const ada = await Person.arrive(browser, address);
  const { page } = ada;
  await ada.open('/');
  await page.request.put('/api/v1/me', { data: { name: 'Ada' } });
  const made = await page.request.post('/api/v1/tables', {
    data: {
      game: 'out-of-time',
      bots: Array(5).fill('club'),
      start: true,
      options: { timer_seconds: 240, placement_seconds: 2 },
    },
  });
  const { room } = (await made.json()) as { room: { link: string } };
  await page.goto(room.link);
  await page.waitForSelector(BOARD);
  const running = page.locator('[data-space][aria-label*="running"]');
  await until(
    'twelve glasses run',
    async () => {
      await stepOutOfTime(page);
      return (await running.count()) === 12;
    },
    60_000,
  );
  await page.waitForTimeout(1500);

  const session = await page.context().newCDPSession(page);
  const lines: string[] = [];
  let worst = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const events = await trace(session, SECONDS * 1000);
    const frames = events.filter((event) => event.name === 'DrawFrame').length;
    const calls = events.filter((event) => SCRIPT.has(event.name));
    const own = (some: Traced[]): number =>
      some.reduce((sum, event) => sum + (event.tdur ?? 0), 0) / 1000 / frames;
    worst = Math.max(worst, own(calls));
    const row = [round, frames, calls.length, own(calls).toFixed(4)];
    lines.push(`| ${row.join(' | ')} |`);
  }
  const cpu = `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}`;
  const text = `# The page: twelve running glasses

Written by \`make bench-page\`. A table of Out of Time with six seats and all twelve glasses running, at
1280 x 800 in headless Chromium ${browser.version()} without a graphics card, on ${cpu}. Traced by the
browser itself over ${SECONDS} s a round; milliseconds of its own time that the main thread spent, a frame.

| round | frames drawn | calls of script | script, ms a frame |
|--:|--:|--:|--:|
${lines.join('\n')}
`;
  writeFileSync(RESULT, text);
  console.log(text);
  expect(worst).toBeLessThan(1);
  await browser.close();
}, 180_000);
