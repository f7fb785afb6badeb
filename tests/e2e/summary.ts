/** The last lines of a run: what failed, with what, and where to look. */

import type { Reporter, TestCase, TestModule } from 'vitest/node';

const firstLine = (text: string | undefined): string => (text ?? '').split('\n')[0] ?? '';

export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string }[]): void {
    const failed: string[] = [];
    const unsteady: string[] = [];
    for (const module of modules) {
      for (const error of module.errors())
        failed.push(`${module.relativeModuleId}: ${firstLine(error.message)}`);
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'failed')
          failed.push(this.line(test, firstLine(result.errors[0]?.message)));
        if (test.diagnostic()?.flaky) unsteady.push(this.line(test, 'only at the second try'));
      }
    }
    for (const error of errors) failed.push(firstLine(error.message));
    if (unsteady.length) console.log(`\nBrowser tests that passed:\n  ${unsteady.join('\n  ')}`);
    if (!failed.length) return;
    console.log(`\nBrowser tests that failed:\n  ${failed.join('\n  ')}`);
    console.log('What the browsers showed then lies in build/e2e. Again, alone: make e2e');
  }

  private line(test: TestCase, words: string): string {
    return `${test.module.relativeModuleId}: ${test.fullName}: ${words}`;
  }
}
