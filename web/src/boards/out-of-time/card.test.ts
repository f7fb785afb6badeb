import { expect, test } from 'vitest';
import { slotsOf } from './card';

test('a card fills from the top of each colour', () => {
  expect(slotsOf({ red: 2, green: 2 }, ['green', 'red', 'green'])).toEqual([
    { colour: 'red', slots: [true, false] },
    { colour: 'green', slots: [true, true] },
  ]);
});
