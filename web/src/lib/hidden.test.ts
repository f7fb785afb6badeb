import { beforeEach, describe, expect, it, vi } from 'vitest';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
});

async function fresh() {
  return (await import('./hidden.svelte')).hidden;
}

describe('people one does not want to hear', () => {
  it('stay hidden when the page is loaded again', async () => {
    (await fresh()).hide('g1', 'Ben');
    vi.resetModules();
    const again = await fresh();
    expect(again.has('g1')).toBe(true);
    expect(again.has('g2')).toBe(false);
    expect(again.has(null)).toBe(false);
    again.show('g1');
    vi.resetModules();
    expect((await fresh()).has('g1')).toBe(false);
  });

  it('are listed once, and so many at most', async () => {
    const hidden = await fresh();
    for (let i = 0; i < 250; i += 1) hidden.hide(`g${i}`, 'x');
    hidden.hide('g249', 'x');
    expect(hidden.people).toHaveLength(200);
    expect(hidden.has('g0')).toBe(false);
  });

  it('are nobody when storage holds something else', async () => {
    kept.set('sandtable.hidden', '{"a":1}');
    expect((await fresh()).people).toEqual([]);
    vi.resetModules();
    kept.set('sandtable.hidden', 'not json');
    expect((await fresh()).people).toEqual([]);
  });
});
