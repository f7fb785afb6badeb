import { describe, expect, test } from 'vitest';
import { berth, discOf, passage, plates, skyOf, stars, type Point } from './geometry';

const SIZES = [
  { width: 1084, height: 482 },
  { width: 1256, height: 372 },
  { width: 924, height: 372 },
  { width: 820, height: 560 },
  { width: 390, height: 386 },
  { width: 360, height: 254 },
  { width: 402, height: 390 },
];

const far = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

describe.each(SIZES)('a sky of $width x $height', (size) => {
  const plate = plates(size);
  const disc = discOf(size);

  test.each([3, 4])('has room for a ring of %i planets that can be tapped', (players) => {
    const sky = skyOf(size, players, 1);
    const places = Object.values(sky.at);
    expect(places).toHaveLength(2 * players);
    expect(disc).toBeGreaterThanOrEqual(44);
    for (const [nth, one] of places.entries()) {
      expect(one.x).toBeGreaterThanOrEqual(disc / 2);
      expect(one.x).toBeLessThanOrEqual(size.width - disc / 2);
      expect(one.y).toBeGreaterThanOrEqual(disc / 2);
      expect(one.y).toBeLessThanOrEqual(size.height - disc / 2);
      for (const other of places.slice(nth + 1)) expect(far(one, other)).toBeGreaterThan(disc);
    }
  });

  test('no moon lies on a plate', () => {
    const sky = skyOf(size, 4, 0);
    for (const place of ['moon-0', 'moon-1', 'moon-2', 'moon-3']) {
      const { x, y } = sky.at[place]!;
      const across = x - disc / 2 < 4 + plate.width || x + disc / 2 > size.width - 4 - plate.width;
      const down = y - disc / 2 < 4 + plate.height && y + disc / 2 > size.height - 4 - plate.height;
      const between =
        y - disc / 2 >= 4 + plate.height && y + disc / 2 <= size.height - 4 - plate.height;
      expect(!across || between || down).toBe(true);
      if (across) expect(between).toBe(true);
    }
  });
});

test('I am at the lower left, and the others follow clockwise', () => {
  const sky = skyOf({ width: 1000, height: 500 }, 4, 2);
  const [mine, next, third, last] = [2, 3, 0, 1].map((seat) => sky.at[`planet-${seat}`]!);
  expect(mine!.x).toBeLessThan(500);
  expect(mine!.y).toBeGreaterThan(250);
  expect([next!.x, next!.y > 250]).toEqual([mine!.x, false]);
  expect([third!.x > 500, third!.y]).toEqual([true, next!.y]);
  expect([last!.x, last!.y]).toEqual([third!.x, mine!.y]);
  // A moon lies between the planets that it joins.
  expect(sky.at['moon-2']!.x).toBeLessThan(mine!.x);
  expect(sky.at['moon-3']!.y).toBeLessThan(next!.y);
});

test('among three, the last moon has the fourth corner', () => {
  const sky = skyOf({ width: 1000, height: 500 }, 3, 0);
  expect(sky.at['moon-2']).toEqual({ x: sky.at['planet-2']!.x, y: sky.at['planet-0']!.y });
});

test('a passage leads from edge to edge, and every ship has a berth of its own', () => {
  const sky = skyOf({ width: 1000, height: 500 }, 4, 0);
  const [from, to] = passage(sky, 'planet-0', 'moon-0')!;
  expect(far(from, sky.at['planet-0']!)).toBeGreaterThanOrEqual(sky.disc / 2);
  expect(far(to, sky.at['moon-0']!)).toBeGreaterThanOrEqual(sky.disc / 2);
  expect(passage(sky, 'planet-0', 'planet-9')).toBeNull();
  const berths = [0, 1, 2, 3].map((seat) => berth(sky, 'planet-1', seat, 4));
  for (const [nth, one] of berths.entries()) {
    for (const other of berths.slice(nth + 1)) expect(far(one, other)).toBeGreaterThan(15);
  }
});

test('the stars do not move', () => {
  const size = { width: 300, height: 200 };
  expect(stars(size, 9)).toEqual(stars(size, 9));
  expect(stars(size, 9).every((one) => one.x <= 300 && one.y <= 200)).toBe(true);
});
