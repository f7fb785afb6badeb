import { expect, test } from 'vitest';
import { seatsFor, type Film } from '../../gallery/demo';
import { sorted } from './deeds';
import films from './demo.json';
import { status, type Mind } from './status';
import type { Glance, SpaceView } from './view';
import { fitWords } from './words';

const NOTHING: Mind = {
  picked: null,
  turning: false,
  sailing: false,
  planning: null,
  planned: 0,
  ahead: null,
  no: '',
  glance: null,
  now: 0,
};

function said(title: string, mind: Partial<Mind> = {}, paused = false, me: number | null = 0) {
  const film = (films as unknown as Film[])[0]!;
  const frame = film.frames.find((one) => one.title.startsWith(title))!;
  const glance = (frame.answers?.find((one) => one.question['ask'] === 'glance')?.answer ??
    null) as Glance | null;
  const view = frame.view as SpaceView;
  return status(view, me, seatsFor(film), sorted(frame.legal), paused, {
    ...NOTHING,
    glance,
    ...mind,
  });
}

test.each([
  ['Choosing the first order', /^Choose your first order/, 'go'],
  ['One order is chosen', /^Choose your second order/, 'go'],
  ['The clock is running', /^A timer is free: tap a plant/, 'go'],
  ['Both glasses run', /^Your sand is running/, 'calm'],
  ['My plant has run out', /^Your timer on plant [A-H] has run out/, 'go'],
  ['A station in my hand', /^Station [A-H]: tap a plant/, 'go'],
  ['A centre in my hand', /^Centre [A-H]: tap an order/, 'go'],
  ['Delivering', /^At \w+'s planet: deliver what fits/, 'go'],
  ['Which order do I give?', /^\w+ has delivered: which order do you give\?/, 'go'],
  ['A tile to build', /^Where do you build the/, 'go'],
  ['The end', /^The game is over/, 'calm'],
])('%s', (title, words, mood) => {
  expect(said(title)).toMatchObject({ words: expect.stringMatching(words) as string, mood });
});

test('a pause and a watcher have nothing to do', () => {
  expect(said('Delivering', {}, true).words).toBe('The game is paused.');
  expect(said('Delivering', {}, false, null).words).toBe('You are watching.');
});

test('what is picked, and where the free glass goes', () => {
  const picked = { colour: 'blue', value: 2 } as const;
  expect(said('A centre in my hand', { picked }).words).toMatch(/^The blue order worth 2: tap/);
  expect(said('A centre in my hand', { turning: true }).words).toMatch(/free timer/);
});

test('a plan: what it can be, why it cannot, and that it can be dropped', () => {
  const ahead = { on: 'A', at: 0, acts: [{ act: 'fill' }], all: [] };
  const plan = (mind: Partial<Mind>) => said('Both glasses run', { planning: 'A', ...mind });
  expect(plan({ ahead })).toMatchObject({ mood: 'plan', words: /dashed place/ });
  expect(plan({ ahead }).button).toBeUndefined();
  expect(plan({ no: 'No timer there.' }).words).toBe('No timer there.');
  expect(plan({ ahead: { ...ahead, acts: [] }, planned: 1 })).toMatchObject({
    words: 'Plant A is planned.',
    button: 'drop',
  });
});

test('how many goods fit at a planet', () => {
  expect(fitWords(0, 0)).toBe('');
  expect(fitWords(1, 0)).toBe('1 of your goods fits');
  expect(fitWords(2, 1)).toBe('2 of your goods fit, 1 more after a beam');
  expect(fitWords(0, 1)).toBe('1 of your goods would fit after a beam');
});
