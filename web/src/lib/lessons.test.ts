import { expect, test } from 'vitest';
import { lessonOf } from './lessons';

test('what stands before a colon is the heading', () => {
  expect(lessonOf('To win: fill three cards. Be quick: now.')).toEqual({
    heading: 'To win:',
    text: 'fill three cards. Be quick: now.',
  });
});

test('a colon in the middle of a sentence makes no heading', () => {
  const long = 'Whoever fills three cards before the others: that is you.';
  expect(lessonOf(long)).toEqual({ heading: '', text: long });
  expect(lessonOf('Take pebbles.')).toEqual({ heading: '', text: 'Take pebbles.' });
  expect(lessonOf(': odd')).toEqual({ heading: '', text: ': odd' });
});
