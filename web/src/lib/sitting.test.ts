import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SittingDown } from './sitting.svelte';
import { myself } from './me.svelte';

const room = { id: 't' };
const request = { id: 1, seat: 1, waiting: [0, 2] };

/** What the server answers, one after the other. */
function answers(...bodies: [number, unknown][]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    const [status, body] = bodies.shift() ?? [500, {}];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  return asked;
}

describe('sitting down', () => {
  beforeEach(() => void vi.spyOn(myself, 'haveName').mockResolvedValue());
  afterEach(() => vi.unstubAllGlobals());

  it('opens the line again when the seat is ours', async () => {
    const asked = answers([200, { seat: 0, room, request: null }]);
    const seated = vi.fn();
    await new SittingDown('t', seated).sit(null);
    expect(seated).toHaveBeenCalledOnce();
    expect(asked).toEqual(['/api/v1/tables/t/sit']);
  });

  it('waits while others are asked, and sits down when they agree', async () => {
    const asked = answers(
      [202, { seat: null, room, request }],
      [202, { seat: null, room, request }],
      [200, { seat: 1, room, request: null }],
    );
    const seated = vi.fn();
    const waited: unknown[] = [];
    const asking: SittingDown = new SittingDown('t', seated, () => {
      waited.push(asking.waiting);
      return Promise.resolve();
    });
    await asking.sit(1);
    expect(seated).toHaveBeenCalledOnce();
    expect(asked).toHaveLength(3);
    expect(waited).toEqual([request, request]);
    expect([asking.waiting, asking.busy, asking.wrong]).toEqual([null, false, '']);
  });

  it('says why not when they would rather not', async () => {
    answers([202, { seat: null, room, request }], [409, { code: 'SV-7', detail: 'Rather not.' }]);
    const seated = vi.fn();
    const asking = new SittingDown('t', seated, () => Promise.resolve());
    await asking.sit(1);
    expect(seated).not.toHaveBeenCalled();
    expect([asking.waiting, asking.busy, asking.wrong]).toEqual([null, false, 'Rather not.']);
  });

  it('offers another name when ours is taken, and takes it for who chose none', async () => {
    const taken: [number, unknown] = [409, { code: 'SV-13', detail: 'x', suggestion: 'Ada 2' }];
    const seated = vi.fn();
    const rename = vi.spyOn(myself, 'rename').mockResolvedValue();
    answers(taken, [200, { seat: 0, room, request: null }]);
    myself.now = { guest: 'g', name: 'Ada', tables: [] };
    const asking = new SittingDown('t', seated);
    await asking.sit(0);
    expect(asking.better).toBe('Ada 2');
    expect(rename).not.toHaveBeenCalled();
    await asking.underAnotherName();
    expect(rename).toHaveBeenCalledWith('Ada 2');
    expect(seated).toHaveBeenCalledOnce();
    answers(taken, [200, { seat: 0, room, request: null }]);
    myself.now = { guest: 'g', name: 'Lucky Otter', tables: [] };
    await asking.sit(0);
    expect(seated).toHaveBeenCalledTimes(2);
  });

  it('asks no more once somebody has given up', async () => {
    const asked = answers([202, { seat: null, room, request }]);
    const asking: SittingDown = new SittingDown('t', vi.fn(), () => {
      asking.giveUp();
      return Promise.resolve();
    });
    await asking.sit(1);
    expect(asked).toHaveLength(1);
    expect([asking.waiting, asking.busy, asking.wrong]).toEqual([null, false, '']);
  });
});
