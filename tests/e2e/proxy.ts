/** A wire between browser and server that can be cut, or fall silent, as networks do. */

import { createServer, connect } from 'node:net';
import type { Server, Socket } from 'node:net';

export class Wire {
  private readonly ends = new Set<Socket>();
  private whole = true;
  private silent = false;

  private constructor(
    private readonly listener: Server,
    readonly url: string,
  ) {}

  static async to(address: string): Promise<Wire> {
    const target = new URL(address);
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const at = listener.address();
    const port = typeof at === 'object' && at ? at.port : 0;
    const wire = new Wire(listener, `http://127.0.0.1:${port}`);
    listener.on('connection', (near) => {
      if (!wire.whole) {
        near.destroy();
        return;
      }
      const far = connect(Number(target.port), target.hostname);
      for (const [end, other] of [
        [near, far],
        [far, near],
      ] as const) {
        wire.ends.add(end);
        end.on('error', () => end.destroy());
        end.on('close', () => {
          wire.ends.delete(end);
          other.destroy();
        });
        end.on('data', (bytes) => void other.write(bytes));
        if (wire.silent) end.pause();
      }
    });
    return wire;
  }

  cut(): void {
    this.whole = false;
    for (const end of this.ends) end.destroy();
  }

  /** Nothing gets through any more, in either direction, and nobody is told. */
  hush(): void {
    this.silent = true;
    for (const end of this.ends) end.pause();
  }

  /** New connections get through again; after a silence, also what was held up. */
  mend(): void {
    this.whole = true;
    this.silent = false;
    for (const end of this.ends) end.resume();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.listener.close(resolve));
  }
}
