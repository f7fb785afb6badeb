import { describe, expect, it } from 'vitest';
import { commandOf } from './keys';

const pressed = (key: string, over = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  defaultPrevented: false,
  ...over,
});

describe('keys at the table', () => {
  it('ask for rules, help, talk, pause and sound', () => {
    const keys = ['r', 'R', '?', 't', 'p', 'm', 'x'];
    expect(keys.map((key) => commandOf(pressed(key), false))).toEqual([
      'rules',
      'rules',
      'help',
      'talk',
      'pause',
      'sound',
      null,
    ]);
  });

  it('ask for nothing while somebody types, or when the board used them', () => {
    expect(commandOf(pressed('r'), true)).toBeNull();
    expect(commandOf(pressed('r', { defaultPrevented: true }), false)).toBeNull();
    expect(commandOf(pressed('r', { ctrlKey: true }), false)).toBeNull();
    expect(commandOf(pressed('p', { repeat: true }), false)).toBeNull();
  });
});
