import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { voice } from './voice';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what comes at once is said in one go, and never twice', () => {
  const heard = vi.fn();
  const gone = voice.through(heard);
  voice.say('Bo moves.');
  voice.say('Your move.', true);
  expect(heard).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(heard.mock.calls).toEqual([[{ words: 'Bo moves. Your move.', urgent: true }]]);
  voice.say('Bo moves.');
  vi.advanceTimersByTime(200);
  expect(heard.mock.lastCall).toEqual([{ words: 'Bo moves.', urgent: false }]);
  gone();
});

test('what is said after a breath has a breath of its own', () => {
  const heard = vi.fn();
  const gone = voice.through(heard);
  for (const words of ['One.', 'Two.', 'Three.', 'Four.']) {
    voice.say(words);
    vi.advanceTimersByTime(50);
  }
  vi.advanceTimersByTime(200);
  expect(heard.mock.calls).toEqual([
    [{ words: 'One. Two.', urgent: false }],
    [{ words: 'Three. Four.', urgent: false }],
  ]);
  gone();
});

test('only the newest outlet speaks, and the one before it when it is gone', () => {
  const [table, dialog] = [vi.fn(), vi.fn()];
  const leave = voice.through(table);
  const close = voice.through(dialog);
  voice.say('One.');
  vi.advanceTimersByTime(200);
  close();
  voice.say('Two.');
  vi.advanceTimersByTime(200);
  expect(dialog).toHaveBeenCalledTimes(1);
  expect(table).toHaveBeenCalledExactlyOnceWith({ words: 'Two.', urgent: false });
  leave();
  voice.say('Nobody is here.');
  vi.advanceTimersByTime(200);
  expect(table).toHaveBeenCalledTimes(1);
});
