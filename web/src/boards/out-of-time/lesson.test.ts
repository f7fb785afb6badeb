import { expect, test } from 'vitest';
import { spotFor } from './lesson';

const far = (a: { x: number; y: number }, b: { x: number; y: number }): number =>
  Math.hypot(a.x - b.x, a.y - b.y);

test('a card is shown away from what matters, and from the glasses of others', () => {
  const matters = [
    { x: 0, y: 173 },
    { x: 50, y: 260 },
    { x: 100, y: 173 },
  ];
  const spot = spotFor(matters, []);
  for (const one of matters) expect(far(spot, one)).toBeGreaterThan(125);
  const others = [spot, { x: 300, y: 0 }];
  const elsewhere = spotFor(matters, others);
  expect(elsewhere).not.toEqual(spot);
  for (const one of matters) expect(far(elsewhere, one)).toBeGreaterThanOrEqual(125);
});

test('it rather covers the glasses of others than what matters', () => {
  const matters = { x: 84, y: 173 };
  const others = [
    { x: 200, y: 56 },
    { x: 316, y: 56 },
    { x: 316, y: 173 },
    { x: 316, y: 290 },
    { x: 200, y: 290 },
  ];
  expect(far(spotFor([matters], others), matters)).toBeGreaterThanOrEqual(125);
});

test('where nothing is clear, it is as far away as can be', () => {
  const everywhere = [0, 100, 200, 300, 400].flatMap((x) =>
    [0, 86, 173, 260, 346].map((y) => ({ x, y })),
  );
  expect(spotFor(everywhere, [])).toBeDefined();
});
