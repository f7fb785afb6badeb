import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from './connection';
import type { ConnectionState, Listener, Socket } from './connection';
import type { FromClient, FromServer } from './protocol';

/** The other end of the wire, in the hand of the test. */
class Wire implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  sent: FromClient[] = [];
  open = false;
  get readyState(): number {
    return this.open ? 1 : 3;
  }

  send(text: string): void {
    if (!this.open) throw new Error('not open');
    this.sent.push(JSON.parse(text) as FromClient);
  }
  close(): void {
    this.open = false;
  }
  accept(): void {
    this.open = true;
    this.onopen?.();
  }
  say(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  cut(code = 1006): void {
    this.open = false;
    this.onclose?.({ code });
  }
  of<T extends FromClient['type']>(type: T): Extract<FromClient, { type: T }>[] {
    return this.sent.filter((m): m is Extract<FromClient, { type: T }> => m.type === type);
  }
}

const clock = { now: 0, server: 0, rate: 1 };
const manners = { ping_every: 2500, give_up_after: 9000, resend_after: 2500, max_frame: 8192 };
const you = { guest: 'g', name: 'Ada', seat: 0, host: true };

function welcome(stream = 's1'): FromServer {
  return { type: 'welcome', protocol: 1, stream, server: 0, you, manners };
}
function snapshot(seq: number, played = 0): FromServer {
  return {
    type: 'snapshot',
    seq,
    clock,
    view: {},
    legal: [],
    events: [],
    played,
    commitment: '',
    outcome: null,
    seed: null,
  };
}
function delta(seq: number): FromServer {
  return { type: 'delta', seq, clock, events: [], changes: [] };
}

describe('the connection to a table', () => {
  let wires: Wire[];
  let lines: ConnectionState['state'][];
  let messages: FromServer[];
  let decided: string[];
  let deliveries: string[];
  let pending: (Record<string, unknown> | null)[];
  let connection: Connection;

  const wire = (): Wire => wires[wires.length - 1]!;
  const deltas = (): number[] => messages.flatMap((m) => (m.type === 'delta' ? [m.seq] : []));

  beforeEach(() => {
    vi.useFakeTimers();
    wires = [];
    lines = [];
    messages = [];
    decided = [];
    deliveries = [];
    pending = [];
    const listener: Listener = {
      changed: (now) => lines.push(now.state),
      delivery: (now) => deliveries.push(now),
      message: (message) => messages.push(message),
      decided: (answer) => decided.push(`${answer.type} ${answer.n}`),
      pending: (act) => pending.push(act),
    };
    connection = new Connection(
      listener,
      () => {
        wires.push(new Wire());
        return wire();
      },
      () => Date.now(),
      () => 0.5,
    );
    connection.open();
  });

  afterEach(() => {
    connection.close();
    vi.useRealTimers();
  });

  function seated(): void {
    wire().accept();
    wire().say(welcome());
    wire().say(snapshot(7));
  }

  it('says hello with nothing on the first visit', () => {
    wire().accept();
    expect(wire().sent[0]).toEqual({ type: 'hello', protocol: 1, stream: null, since: null });
  });

  it('says after a loss what it has seen, and comes back after 0.1 s', () => {
    seated();
    wire().say(delta(8));
    wire().cut();
    expect(lines.at(-1)).toBe('lost');
    vi.advanceTimersByTime(100);
    expect(wires).toHaveLength(2);
    wire().accept();
    expect(wire().sent[0]).toEqual({ type: 'hello', protocol: 1, stream: 's1', since: 8 });
  });

  it('doubles the wait up to five seconds while nobody answers', () => {
    seated();
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      const before = Date.now();
      const known = wires.length;
      wire().cut();
      while (wires.length === known) vi.advanceTimersByTime(50);
      waits.push(Date.now() - before);
    }
    expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
  });

  it('stays lost, not connecting, until it is welcomed again', () => {
    seated();
    wire().cut();
    vi.advanceTimersByTime(100);
    wire().accept();
    expect(lines).toEqual(['connecting', 'open', 'lost']);
    wire().say(welcome());
    expect(lines.at(-1)).toBe('open');
  });

  it('applies each delta once, in order', () => {
    seated();
    wire().say(delta(8));
    wire().say(delta(8));
    wire().say(delta(9));
    expect(deltas()).toEqual([8, 9]);
  });

  it('says hello again on a new connection when a delta is missing', () => {
    seated();
    wire().say(delta(9));
    expect(deltas()).toEqual([]);
    expect(wires).toHaveLength(2);
    wire().accept();
    expect(wire().of('hello')[0]).toMatchObject({ stream: 's1', since: 7 });
  });

  it('takes nothing of an old stream for a new one', () => {
    seated();
    wire().cut();
    vi.advanceTimersByTime(100);
    wire().accept();
    wire().say(welcome('s2'));
    wire().say(snapshot(1));
    wire().say(delta(2));
    expect(deltas()).toEqual([2]);
  });

  it('sends an act again with the same number until it is decided', () => {
    seated();
    const n = connection.act({ act: 'keep' });
    vi.advanceTimersByTime(2500);
    vi.advanceTimersByTime(2500);
    expect(wire().of('act')).toEqual([
      { type: 'act', n, act: { act: 'keep' } },
      { type: 'act', n, act: { act: 'keep' } },
      { type: 'act', n, act: { act: 'keep' } },
    ]);
    wire().say({ type: 'ack', n, seq: 8, at: 0, arrived: 0 });
    vi.advanceTimersByTime(5000);
    expect(wire().of('act')).toHaveLength(3);
    expect(decided).toEqual([`ack ${n}`]);
  });

  it('sends an undecided act again after a reconnection, and hears one answer', () => {
    seated();
    const n = connection.act({ act: 'keep' });
    wire().cut();
    vi.advanceTimersByTime(100);
    wire().accept();
    expect(wire().of('act')).toHaveLength(0);
    wire().say(welcome());
    expect(wire().of('act')).toEqual([{ type: 'act', n, act: { act: 'keep' } }]);
    wire().say({ type: 'refused', n, rule: 'WA-T3', message: 'Taken.', costs: false });
    wire().say({ type: 'refused', n, rule: 'WA-T3', message: 'Taken.', costs: false });
    expect(decided).toEqual([`refused ${n}`]);
  });

  it('numbers acts beyond what a reloaded page may have sent', () => {
    wire().accept();
    wire().say(welcome());
    wire().say(snapshot(7, 40));
    expect(connection.act({ act: 'keep' })).toBeGreaterThan(50);
  });

  it('numbers no two acts alike, though the table is told again before it has decided', () => {
    seated();
    const n = connection.act({ act: 'keep' });
    wire().say(snapshot(7));
    expect(connection.act({ act: 'move' })).toBeGreaterThan(n);
  });

  it('echoes a probe at once', () => {
    seated();
    wire().say({ type: 'probe', id: 'x' });
    expect(wire().of('echo')).toEqual([{ type: 'echo', id: 'x' }]);
  });

  it('pings, and sets its clock by the answer', () => {
    seated();
    const id = wire().of('ping')[0]!.id;
    vi.advanceTimersByTime(40);
    wire().say({ type: 'pong', id, server: Date.now() - 20 + 5000 });
    expect(connection.estimate.offset).toBe(5000);
    expect(connection.clock.serverNow()).toBe(Date.now() + 5000);
  });

  it('gives up a connection that is silent for nine seconds', () => {
    seated();
    vi.advanceTimersByTime(8500);
    expect(wires).toHaveLength(1);
    vi.advanceTimersByTime(1600);
    expect(wires.length).toBeGreaterThan(1);
    expect(lines).toContain('lost');
  });

  it('does not come back by itself when another window took over', () => {
    seated();
    wire().say({ type: 'bye', code: 4001, reason: 'another window', come_back_after: null });
    wire().cut(4001);
    vi.advanceTimersByTime(60_000);
    expect(lines.at(-1)).toBe('ended');
    expect(wires).toHaveLength(1);
    connection.open();
    expect(wires).toHaveLength(2);
  });

  it.each([
    ['asked to be forgotten', null, 1],
    ['signed out everywhere else', 1000, 2],
  ])('comes back after %s only if the goodbye says so', (reason, come_back_after, sockets) => {
    seated();
    wire().say({ type: 'bye', code: 4007, reason, come_back_after });
    wire().cut(4007);
    vi.advanceTimersByTime(5000);
    expect(wires).toHaveLength(sockets);
  });

  it('does not come back to a table that is gone, though its goodbye was lost', () => {
    seated();
    wire().cut(4004);
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);
  });

  it('comes back when a restarting server said so, not before', () => {
    seated();
    wire().say({ type: 'bye', code: 1012, reason: 'restart', come_back_after: 1500 });
    wire().cut(1012);
    vi.advanceTimersByTime(1400);
    expect(wires).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(wires).toHaveLength(2);
  });

  it('does not wait when the network is back', () => {
    seated();
    for (let i = 0; i < 7; i++) {
      wire().cut();
      if (i < 6) vi.advanceTimersByTime(6000);
    }
    const before = wires.length;
    connection.hurry();
    expect(wires).toHaveLength(before + 1);
  });

  it('writes nothing into a socket that is closing', () => {
    seated();
    const socket = wire();
    socket.open = false;
    const writing = vi.spyOn(socket, 'send');
    expect(connection.send({ type: 'ping', id: 1 })).toBe(false);
    expect(writing).not.toHaveBeenCalled();
  });

  describe('with an act under way', () => {
    const pongs = (): void => {
      for (const { id } of wire().of('ping')) wire().say({ type: 'pong', id, server: Date.now() });
    };
    const ack = (n: number): void => wire().say({ type: 'ack', n, seq: 8, at: 0, arrived: 0 });
    /** Long after the welcome, when pings come every 2.5 s. */
    function settled(): void {
      seated();
      for (let i = 0; i < 20; i++) {
        vi.advanceTimersByTime(500);
        pongs();
      }
      wire().sent = [];
    }

    it('shows the newest act that waits, until all are decided', () => {
      settled();
      const [first, second] = [connection.act({ act: 'keep' }), connection.act({ act: 'move' })];
      ack(first);
      expect(pending.at(-1)).toEqual({ act: 'move' });
      ack(second);
      expect(pending.at(-1)).toBeNull();
    });

    it('says nothing and asks nothing while the answer comes at once', () => {
      settled();
      for (let i = 0; i < 20; i++) {
        const n = connection.act({ act: 'keep' });
        vi.advanceTimersByTime(80);
        ack(n);
        vi.advanceTimersByTime(20);
      }
      expect(deliveries).toEqual([]);
      expect(wire().of('ping').length).toBeLessThanOrEqual(1);
    });

    it('says after 0.4 s that it is on its way, and no more when it is decided', () => {
      settled();
      const n = connection.act({ act: 'keep' });
      vi.advanceTimersByTime(399);
      expect(deliveries).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(deliveries).toEqual(['slow']);
      ack(n);
      expect(deliveries).toEqual(['slow', 'prompt']);
      vi.advanceTimersByTime(10_000);
      expect(deliveries).toEqual(['slow', 'prompt']);
    });

    it('notices within three seconds that nothing comes, long before it gives up', () => {
      settled();
      connection.act({ act: 'keep' });
      vi.advanceTimersByTime(2999);
      expect(deliveries).toEqual(['slow', 'silent']);
      expect(lines.at(-1)).toBe('open');
      expect(wires).toHaveLength(1);
    });

    it('does not take a slow answer for silence, as the server answers pings', () => {
      settled();
      connection.act({ act: 'keep' });
      for (let i = 0; i < 80; i++) {
        vi.advanceTimersByTime(100);
        pongs();
      }
      expect(deliveries).toEqual(['slow']);
    });

    it('does not count the silence before it, when there was nothing to answer', () => {
      settled();
      vi.advanceTimersByTime(2400);
      connection.act({ act: 'keep' });
      vi.advanceTimersByTime(2000);
      expect(deliveries).toEqual(['slow']);
    });

    it('asks every second whether the server is there, and no more once it is decided', () => {
      settled();
      const n = connection.act({ act: 'keep' });
      vi.advanceTimersByTime(5000);
      expect(wire().of('ping').length).toBeGreaterThanOrEqual(4);
      ack(n);
      wire().sent = [];
      vi.advanceTimersByTime(5000);
      expect(wire().of('ping')).toHaveLength(2);
    });

    it('notices silence within three seconds of the last word, too', () => {
      settled();
      connection.act({ act: 'keep' });
      for (let i = 0; i < 20; i++) {
        vi.advanceTimersByTime(100);
        pongs();
      }
      vi.advanceTimersByTime(2999);
      expect(deliveries).toEqual(['slow', 'silent']);
    });

    it('is not silent any more when anything is heard', () => {
      settled();
      connection.act({ act: 'keep' });
      vi.advanceTimersByTime(3000);
      pongs();
      expect(deliveries).toEqual(['slow', 'silent', 'slow']);
    });

    it('tries another connection when told to, or when the network is back', () => {
      settled();
      const n = connection.act({ act: 'keep' });
      vi.advanceTimersByTime(3000);
      connection.hurry();
      expect(wires).toHaveLength(2);
      wire().accept();
      wire().say(welcome());
      expect(wire().of('act')).toEqual([{ type: 'act', n, act: { act: 'keep' } }]);
      ack(n);
      expect(decided).toEqual([`ack ${n}`]);
      expect(deliveries.at(-1)).toBe('prompt');
    });

    it('leaves no timer behind', () => {
      settled();
      connection.act({ act: 'keep' });
      connection.close();
      expect(vi.getTimerCount()).toBe(0);
    });
  });

  it('asks the rules on an open connection alone, and gives up when it is lost', async () => {
    await expect(connection.previews.ask({ ask: 'moves' })).rejects.toMatchObject({ rule: null });
    seated();
    const answered = connection.previews.ask({ ask: 'moves' });
    expect(wire().of('ask')).toEqual([{ type: 'ask', id: 2, question: { ask: 'moves' } }]);
    wire().say({ type: 'told', id: 2, answer: { acts: [] }, rule: null, message: null });
    await expect(answered).resolves.toEqual({ acts: [] });
    const lost = connection.previews.ask({ ask: 'moves' });
    wire().cut();
    await expect(lost).rejects.toMatchObject({ rule: null });
  });
});
