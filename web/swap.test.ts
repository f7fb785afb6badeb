import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { swapIn } from './swap.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'swap-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function made(name: string): string {
  const built = join(folder, name);
  mkdirSync(built);
  for (const file of ['index.html', 'script.js']) writeFileSync(join(built, file), name);
  return built;
}

const site = (): string => join(folder, 'server', 'site');
const pieces = (): string[] =>
  readdirSync(site()).map((file) => readFileSync(join(site(), file), 'utf8'));

test('a build takes the place of nothing, and of the one before', () => {
  swapIn(made('one'), site());
  expect(pieces()).toEqual(['one', 'one']);
  swapIn(made('two'), site());
  expect(pieces()).toEqual(['two', 'two']);
  expect(readdirSync(folder)).toEqual(['server']);
});

test('builds at the same moment leave one of them, whole', async () => {
  const source = readFileSync(new URL('swap.ts', import.meta.url), 'utf8');
  const module = join(mkdtempSync(join(tmpdir(), 'swap-script-')), 'swap.mjs');
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  writeFileSync(module, ts.transpileModule(source, { compilerOptions: options }).outputText);
  const script = `
    import { swapIn } from ${JSON.stringify(module)};
    import { mkdirSync, writeFileSync } from 'node:fs';
    for (let i = 0; i < 30; i++) {
      const built = ${JSON.stringify(folder)} + '/' + process.pid + '-' + i;
      mkdirSync(built);
      for (const file of ['index.html', 'script.js']) writeFileSync(built + '/' + file, built);
      swapIn(built, ${JSON.stringify(site())});
    }`;
  const run = promisify(execFile);
  const builder = () => run(process.execPath, ['--input-type=module', '-e', script]);
  await Promise.all([builder(), builder(), builder()]);
  rmSync(dirname(module), { recursive: true });
  expect(new Set(pieces()).size).toBe(1);
  expect(readdirSync(folder)).toEqual(['server']);
});
