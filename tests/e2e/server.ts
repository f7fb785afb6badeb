/** A Sandtable server of the test's own, on a free port of the loopback, started as `make play` does. */

import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START_WITHIN = 120_000;
const PORTS_TO_TRY = 3;
export const PYTHON = process.env['SANDTABLE_PYTHON'] ?? join(ROOT, '.venv/bin/python');

/**
 * What goes on the path of a server: the compiled copy of the package. Nothing, so that it runs the
 * source as it is installed, if somebody in the middle of an edit says SANDTABLE_TEST_BUILD=source.
 */
export async function servedFrom(): Promise<string> {
  const known = process.env['SANDTABLE_SERVED_FROM'];
  if (known !== undefined) return known;
  const wanted = process.env['SANDTABLE_TEST_BUILD'] ?? 'compiled';
  if (!['compiled', 'source'].includes(wanted)) {
    throw new Error(`SANDTABLE_TEST_BUILD is compiled or source, not ${wanted}`);
  }
  const found =
    wanted === 'source'
      ? '' // as it is installed
      : (await promisify(execFile)(PYTHON, [join(ROOT, 'tools/compiled.py')])).stdout.trim();
  process.env['SANDTABLE_SERVED_FROM'] = found;
  return found;
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** Those that run: a test that fails leaves its own behind. */
const running = new Set<Server>();

export async function closeServers(): Promise<void> {
  await Promise.all([...running].map((server) => server.close()));
}

export class Server {
  private process: ChildProcess | null = null;
  private said = '';
  private readonly folder = mkdtempSync(join(tmpdir(), 'sandtable-e2e-'));

  private constructor(
    readonly port: number,
    private readonly settings: Record<string, string>,
    private readonly python: string | null,
    private readonly module: string,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * `settings` are the server's own, as SANDTABLE_... in its environment; `module` is what runs
   * instead of Sandtable itself.
   */
  static async start(settings: Record<string, string> = {}, module = 'sandtable'): Promise<Server> {
    return Server.on(null, settings, module);
  }

  /** One that runs from the environment of this Python, and from nothing in the checkout. */
  static async installed(python: string): Promise<Server> {
    return Server.on(python, {}, 'sandtable');
  }

  private static async on(
    python: string | null,
    settings: Record<string, string>,
    module: string,
  ): Promise<Server> {
    for (let attempt = 1; ; attempt++) {
      const server = new Server(await freePort(), settings, python, module);
      try {
        await server.run();
        return server;
      } catch (wrong) {
        await server.close();
        // Between looking for a free port and using it another program may have taken it.
        if (attempt === PORTS_TO_TRY || !/address already in use/i.test(String(wrong))) throw wrong;
      }
    }
  }

  async run(): Promise<void> {
    const program = ['-m', this.module, 'play', '--no-browser', '--port', String(this.port)];
    // What a module of the tests changes in Sandtable, it can change in the source only.
    const served = this.module === 'sandtable' ? await servedFrom() : '';
    const path = this.python === null ? served || join(ROOT, 'src') : undefined;
    const child = spawn(this.python ?? PYTHON, program, {
      cwd: this.python === null ? ROOT : this.folder,
      env: {
        ...process.env,
        PYTHONPATH: path,
        SANDTABLE_DATA_DIR: this.folder,
        SANDTABLE_COUNTDOWN: '0.5',
        SANDTABLE_DOWNTIME_COUNTDOWN: '0.5',
        SANDTABLE_LIMITS: 'off',
        ...this.settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process = child;
    running.add(this);
    const hear = (text: Buffer): void => void (this.said = (this.said + text).slice(-8000));
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    const until = Date.now() + START_WITHIN;
    while (Date.now() < until) {
      if (child.exitCode !== null) break;
      try {
        const answer = await fetch(`${this.url}/healthz`, {
          signal: AbortSignal.timeout(5_000),
        });
        if (answer.ok) return;
      } catch {
        // not listening yet
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`the server did not start:\n${this.said}`);
  }

  /** Stop it in order, or as if the power went. */
  async end(how: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.process;
    this.process = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(how);
    const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await gone;
    clearTimeout(late);
  }

  async close(): Promise<void> {
    running.delete(this);
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
