import { expect, test } from 'vitest';
import { onWay } from './face';

test('what is written on a way stands where the rows in the middle leave most room', () => {
  // From three o'clock to nine it runs below the rows, from six o'clock to twelve beside them.
  expect(onWay(3, 6, 12)).toEqual({ x: 0, y: 109 });
  expect(onWay(6, 6, 12).y).toBeLessThan(-80);
});
