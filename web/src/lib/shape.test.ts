import { expect, test } from 'vitest';
import { shapeOf } from './shape';

test('every screen that we promise has its shape', () => {
  expect(shapeOf(1440, 900)).toBe('desk');
  expect(shapeOf(1280, 720)).toBe('desk');
  expect(shapeOf(820, 1180)).toBe('upright');
  expect(shapeOf(390, 844)).toBe('upright');
  expect(shapeOf(360, 640)).toBe('upright');
  expect(shapeOf(844, 390)).toBe('turned');
  expect(shapeOf(640, 360)).toBe('turned');
});

test('a square screen is upright, a tablet on its side and a low window are turned', () => {
  expect(shapeOf(700, 700)).toBe('upright');
  expect(shapeOf(736, 700)).toBe('turned');
  expect(shapeOf(1180, 820)).toBe('turned');
  expect(shapeOf(1400, 500)).toBe('turned');
});
