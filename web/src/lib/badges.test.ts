import { expect, test } from 'vitest';
import { BADGE, placed, type Spot } from './badges';

const box = { width: 300, height: 200 };

function apart(spots: Spot[]): number {
  let least = Infinity;
  spots.forEach((one, nth) => {
    for (const other of spots.slice(nth + 1)) {
      least = Math.min(least, Math.hypot(one.x - other.x, one.y - other.y));
    }
  });
  return least;
}

test('badges with room around them stay where they are wanted', () => {
  const wanted = [
    { x: 40, y: 40 },
    { x: 150, y: 100 },
    { x: 250, y: 160 },
  ];
  expect(placed(wanted, box)).toEqual(wanted);
});

test('badges stay in the box', () => {
  const [one, other] = placed(
    [
      { x: -50, y: -50 },
      { x: 900, y: 900 },
    ],
    box,
  );
  expect(one).toEqual({ x: BADGE / 2, y: BADGE / 2 });
  expect(other).toEqual({ x: box.width - BADGE / 2, y: box.height - BADGE / 2 });
});

test('badges that would lie over one another are pushed apart', () => {
  for (const at of [
    { x: 150, y: 100 },
    { x: 0, y: 0 },
    { x: 300, y: 200 },
    { x: 300, y: 0 },
  ]) {
    const spots = placed([at, { ...at, x: at.x + 3 }, { ...at, y: at.y + 3 }], box);
    expect(apart(spots)).toBeGreaterThanOrEqual(BADGE);
    const same = placed([at, at, at], box);
    expect(apart(same)).toBeGreaterThanOrEqual(BADGE);
  }
});

test('a badge goes out of the way of words, but not far', () => {
  const spot = { x: 150, y: 100 };
  const word = { left: 140, top: 95, right: 160, bottom: 105 };
  const [found] = placed([spot], box, [word]);
  const { x, y } = found!;
  const away = Math.hypot(
    x - Math.min(Math.max(x, word.left), word.right),
    y - Math.min(Math.max(y, word.top), word.bottom),
  );
  expect(away).toBeGreaterThanOrEqual(BADGE / 2);
  expect(Math.hypot(x - spot.x, y - spot.y)).toBeLessThanOrEqual(40);
  const everywhere = { left: 0, top: 0, right: 300, bottom: 200 };
  expect(placed([spot], box, [everywhere])).toEqual([spot]);
});
