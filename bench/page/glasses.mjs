/**
 * What twelve running glasses cost a browser: script, style, layout and paint for each frame.
 *
 *     node bench/page/glasses.mjs [seconds]
 *
 * Builds the boards' gallery as the site is built, opens the table of six in Debian's Chromium, lets
 * the sand run untouched, and writes bench/results/glasses.json.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const web = join(here, '..', '..', 'web');
const require = createRequire(join(web, 'package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const vite = await load('vite');
const { chromium } = (await load('playwright-core')).default;

const seconds = Number(process.argv[2] ?? 10);
const scenes = [
  { name: 'twelve glasses', query: 'game=out-of-time&film=2&frame=0&bare' },
  { name: 'twelve, own glass ready', query: 'game=out-of-time&film=2&frame=1&bare' },
  { name: 'the watch, my turn', query: 'game=watch&film=0&frame=2&bare' },
];

const out = mkdtempSync(join(tmpdir(), 'sandtable-page-'));
const profile = mkdtempSync(join(tmpdir(), 'sandtable-browser-'));
await vite.build({
  root: web,
  logLevel: 'error',
  build: { outDir: out, emptyOutDir: true, rollupOptions: { input: join(web, 'gallery.html') } },
});
const server = await vite.preview({
  root: web,
  logLevel: 'error',
  build: { outDir: out },
  preview: { host: '127.0.0.1', port: 0 },
});
const address = server.httpServer.address();
const context = await chromium.launchPersistentContext(profile, {
  executablePath: '/usr/bin/chromium',
  headless: true,
  viewport: { width: 1280, height: 800 },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

async function metrics(cdp) {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/** How many frames the compositor drew while `during` went on. */
async function frames(cdp, during) {
  let drawn = 0;
  const count = ({ value }) => {
    drawn += value.filter((event) => event.name === 'DrawFrame').length;
  };
  cdp.on('Tracing.dataCollected', count);
  await cdp.send('Tracing.start', {
    categories: 'disabled-by-default-devtools.timeline.frame,devtools.timeline.frame',
    transferMode: 'ReportEvents',
  });
  await during();
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.end');
  await complete;
  return drawn;
}

async function measure({ name, query }) {
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${address.port}/gallery.html?${query}`);
  await page.waitForTimeout(2500);
  const glasses = await page.locator('svg .sand-glass').count();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  let before, after;
  const drawn = await frames(cdp, async () => {
    before = await metrics(cdp);
    await page.waitForTimeout(seconds * 1000);
    after = await metrics(cdp);
  });
  await page.close();
  const perFrame = (key) =>
    Math.round((1e6 * (after[key] - before[key])) / Math.max(1, drawn)) / 1000;
  return {
    name,
    glasses,
    seconds,
    frames: drawn,
    'script ms a frame': perFrame('ScriptDuration'),
    'style ms a frame': perFrame('RecalcStyleDuration'),
    'layout ms a frame': perFrame('LayoutDuration'),
    'main thread ms a frame': perFrame('TaskDuration'),
  };
}

try {
  const rows = [];
  for (const scene of scenes) rows.push(await measure(scene));
  console.table(rows);
  const results = join(here, '..', 'results');
  mkdirSync(results, { recursive: true });
  const browser = context.browser()?.version() ?? '';
  const machine = `${cpus()[0]?.model}, ${cpus().length} cores`;
  writeFileSync(
    join(results, 'glasses.json'),
    JSON.stringify({ browser, machine, rows }, null, 2) + '\n',
  );
} finally {
  await context.close();
  await server.close();
  rmSync(out, { recursive: true, force: true });
  rmSync(profile, { recursive: true, force: true });
}
