// What a first visit to a running table loads as script, compressed; more than the budget fails.
import { readFileSync, rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const BUDGET = 120_000;
const site = new URL('../../src/sandtable/server/site/', import.meta.url);

/** @typedef {{file: string, src?: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[]}} Chunk */
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', site), 'utf8'));
// It has done its work, and is no part of what is served.
rmSync(new URL('.vite/', site), { recursive: true });

/** @param {string} key @param {Set<string>} seen */
function collect(key, seen) {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return seen;
  seen.add(key);
  for (const next of chunk.imports ?? []) collect(next, seen);
  return seen;
}

/** @param {Iterable<string>} keys */
function weight(keys) {
  const files = new Set(
    [...keys].map((key) => manifest[key]?.file).filter((file) => file?.endsWith('.js')),
  );
  let sum = 0;
  for (const file of files)
    if (file) sum += gzipSync(readFileSync(new URL(file, site)), { level: 9 }).length;
  return sum;
}

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? 'index.html';
const page = collect(entry, new Set());
const table = collect('src/pages/TablePage.svelte', new Set(page));
const games = Object.keys(manifest).filter((key) => /^src\/boards\/[^/]+\/index\.ts$/.test(key));

console.log(`home: ${(weight(page) / 1000).toFixed(1)} kB of script, compressed`);
let worst = weight(table);
for (const game of games) {
  const all = weight(collect(game, new Set(table)));
  worst = Math.max(worst, all);
  console.log(`table with ${game.split('/')[2]}: ${(all / 1000).toFixed(1)} kB`);
}
console.log(`a table at most: ${(worst / 1000).toFixed(1)} kB of ${BUDGET / 1000} kB`);
if (worst > BUDGET) {
  console.error('the script of a table page is over its budget');
  process.exit(1);
}
