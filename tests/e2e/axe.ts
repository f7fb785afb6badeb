import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page as it is now: one line a finding. */
export async function axe(page: Page): Promise<string[]> {
  // Past the page's own policy, which allows no foreign script: through the debugger.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (options: object) => Promise<AxeResults> };
    };
    return (await axe.run({ resultTypes: ['violations'] })).violations;
  });
  return found.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id}: ${node.html.slice(0, 160)} (${node.failureSummary})`,
    ),
  );
}
