import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The most script, compressed, that a first visit to a running table may load. */
const BUDGET = 120_000;

interface Chunk {
  type: 'chunk';
  fileName: string;
  code: string;
  isEntry: boolean;
  facadeModuleId: string | null;
  imports: string[];
}

type Bundle = Record<string, Chunk | { type: 'asset' }>;

/** A chunk and everything that comes with it. */
function collect(bundle: Bundle, name: string, seen: Set<string>): Set<string> {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || seen.has(name)) return seen;
  seen.add(name);
  for (const next of chunk.imports) collect(bundle, next, seen);
  return seen;
}

function weight(bundle: Bundle, names: Iterable<string>): number {
  let sum = 0;
  for (const name of names) {
    const chunk = bundle[name];
    if (chunk?.type === 'chunk') sum += gzipSync(chunk.code, { level: 9 }).length;
  }
  return sum;
}

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** Says what each kind of visit loads as script, and refuses a build that is over its budget. */
export function weigh(): Plugin {
  return {
    name: 'weigh',
    apply: 'build',
    generateBundle(_, made) {
      const bundle = made as unknown as Bundle;
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const find = (wanted: RegExp): string[] =>
        chunks.filter((one) => wanted.test(one.facadeModuleId ?? '')).map((one) => one.fileName);
      const home = new Set<string>();
      for (const entry of chunks.filter((one) => one.isEntry))
        collect(bundle, entry.fileName, home);
      const table = new Set(home);
      for (const name of find(/\/TablePage\.svelte$/)) collect(bundle, name, table);
      const words = [`script, compressed: home ${kB(weight(bundle, home))}`];
      let most = weight(bundle, table);
      for (const name of find(/\/src\/boards\/[^/]+\/index\.ts$/)) {
        const all = weight(bundle, collect(bundle, name, new Set(table)));
        const facade = (bundle[name] as Chunk).facadeModuleId ?? '';
        words.push(`${/\/src\/boards\/([^/]+)\//.exec(facade)?.[1]} ${kB(all)}`);
        most = Math.max(most, all);
      }
      console.log(`${words.join(', ')} (of ${kB(BUDGET)})`);
      if (most > BUDGET) this.error('the script of a table page is over its budget');
    },
  };
}
