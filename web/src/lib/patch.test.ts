import { describe, expect, it } from 'vitest';
import { applyChanges } from './patch';

describe('changes to a view', () => {
  const view = { pawns: { green: 0, blue: 3 }, tokens: [5, 6], turn: 1 };

  it('put a value at a path of names and indices', () => {
    const now = applyChanges(view, [
      { at: ['pawns', 'green'], to: 4 },
      { at: ['tokens', 1], to: 2 },
    ]);
    expect(now).toEqual({ pawns: { green: 4, blue: 3 }, tokens: [5, 2], turn: 1 });
  });

  it('leave the old view and what did not change as they were', () => {
    const now = applyChanges(view, [{ at: ['tokens', 0], to: 9 }]);
    expect(view.tokens).toEqual([5, 6]);
    expect(now.pawns).toBe(view.pawns);
  });

  it('take a field away when they name no value', () => {
    expect(applyChanges(view, [{ at: ['turn'] }])).toEqual({
      pawns: { green: 0, blue: 3 },
      tokens: [5, 6],
    });
  });

  it('put null when the value is null', () => {
    expect(applyChanges(view, [{ at: ['turn'], to: null }]).turn).toBeNull();
  });

  it('replace the whole view at the empty path', () => {
    expect(applyChanges<unknown>(view, [{ at: [], to: { a: 1 } }])).toEqual({ a: 1 });
  });

  it('refuse a path that leads nowhere', () => {
    expect(() => applyChanges(view, [{ at: ['turn', 'x'], to: 1 }])).toThrow('turn.x');
  });
});
