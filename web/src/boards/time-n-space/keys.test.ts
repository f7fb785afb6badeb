import { expect, test } from 'vitest';
import { COMMON_KEYS } from '../../lib/keys';
import { commandOf } from './keys';

const press = (key: string, shiftKey = false, code = '') => commandOf({ key, shiftKey, code });

test('glasses, places, ship, answers', () => {
  expect(press('1')).toEqual({ does: 'card', nth: 0, lift: false });
  // With Shift, a keyboard gives another sign; the key is the same.
  expect(press('"', true, 'Digit2')).toEqual({ does: 'card', nth: 1, lift: true });
  expect(press('a')).toEqual({ does: 'place', on: 'A' });
  expect(press('h')).toEqual({ does: 'place', on: 'H' });
  expect(press('x')).toEqual({ does: 'place', on: 'research' });
  expect(press('s')).toEqual({ does: 'ship' });
  expect(press('0')).toEqual({ does: 'done' });
  expect(press('7')).toEqual({ does: 'answer', nth: 2 });
  expect(press('o')).toEqual({ does: 'offer' });
  expect(press('Escape')).toEqual({ does: 'rest' });
  for (const key of ['3', '4', 'i', 'z', 'Enter', 'ArrowLeft', 'A'])
    expect(press(key, key === 'A')).toBeNull();
});

test('no key that the page has for itself', () => {
  for (const { keys } of COMMON_KEYS) {
    for (const key of keys.filter((one) => one.length === 1)) {
      expect(press(key.toLowerCase())).toBeNull();
    }
  }
});
