import { describe, expect, it } from 'vitest';
import { commandOf, replayCommandOf } from './keys';

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
    const keys = ['r', 'R', '?', 't', 'p', 'm', 'i', 'x'];
    expect(keys.map((key) => commandOf(pressed(key), false))).toEqual([
      'rules',
      'rules',
      'help',
      'talk',
      'pause',
      'sound',
      'hint',
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

describe('keys in a replay', () => {
  it('play, step, jump and change the speed', () => {
    const keys = [' ', 'ArrowRight', 'ArrowLeft', 'l', 'j', 'Home', 'End', '+', '-', 'v', 'p'];
    expect(keys.map((key) => replayCommandOf(pressed(key), false))).toEqual([
      'play',
      'on',
      'back',
      'later',
      'earlier',
      'start',
      'end',
      'faster',
      'slower',
      'eyes',
      null,
    ]);
  });

  it('step on while an arrow is held, and do nothing else over and over', () => {
    expect(replayCommandOf(pressed('ArrowRight', { repeat: true }), false)).toBe('on');
    expect(replayCommandOf(pressed(' ', { repeat: true }), false)).toBeNull();
  });

  it('leave a button its space bar and a slider its arrows', () => {
    const on = (what: string) =>
      ({ closest: (selector: string) => (selector.includes(what) ? {} : null) }) as never;
    expect(replayCommandOf({ ...pressed(' '), target: on('button') }, false)).toBeNull();
    expect(replayCommandOf({ ...pressed('ArrowLeft'), target: on('input') }, false)).toBeNull();
    expect(replayCommandOf({ ...pressed('ArrowLeft'), target: on('button') }, false)).toBe('back');
  });
});
