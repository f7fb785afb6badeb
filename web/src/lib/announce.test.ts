import { beforeEach, expect, test } from 'vitest';
import type { Said } from '../boards/types';
import { Announcer, together, type Situation } from './announce';

const calm: Situation = {
  watching: false,
  lost: null,
  paused: null,
  question: null,
  notice: null,
  board: null,
  advice: null,
  hint: null,
  result: null,
  now: 1_000,
};
const move: Said = { words: 'Your move: choose a pawn.', spoken: 'Your move.', mood: 'go' };
const bo: Said = { words: "Bo's move.", mood: 'calm' };
let announcer: Announcer;
beforeEach(() => void (announcer = new Announcer()));

const hear = (now: Partial<Situation>) =>
  announcer.hear({ ...calm, ...now }).map(({ words, urgent }) => `${urgent ? '!' : ''}${words}`);

test('a turn is called out at once, with the time there is, and once', () => {
  const board = { ...move, due: 16_000 };
  expect(hear({ board })).toEqual(['!Your move, 15 seconds.']);
  expect(hear({ board: { ...board }, now: 3_000 })).toEqual([]);
  expect(hear({ board: { ...board, words: 'How many tokens?' }, now: 4_000 })).toEqual([]);
  expect(hear({ board: bo })).toEqual(["Bo's move."]);
  expect(hear({ board: { ...board, due: 40_000 }, now: 30_000 })).toEqual([
    '!Your move, 10 seconds.',
  ]);
});

test('the next turn is another one, even if nobody moved between', () => {
  hear({ board: { ...move, due: 16_000 } });
  expect(hear({ board: { ...move, due: 31_000 }, now: 16_000 })).toEqual([
    '!Your move, 15 seconds.',
  ]);
});

test('what goes on within a turn does not interrupt; what has to be done does', () => {
  hear({ board: { words: 'Your move.', mood: 'go', due: 16_000 } });
  expect(hear({ board: { words: 'Which cube?', mood: 'go', due: 16_000 } })).toEqual([
    'Which cube?',
  ]);
  expect(hear({ board: { words: 'Stand it up first.', mood: 'bad', due: 16_000 } })).toEqual([
    '!Stand it up first.',
  ]);
});

test('one second is one second, and a longer sentence keeps its end', () => {
  expect(hear({ board: { ...move, due: 1_600 } })).toEqual(['!Your move, 1 second.']);
  const yellow: Said = { words: 'Yellow! Exchange a card, or keep yours.', mood: 'go', due: 9_000 };
  expect(hear({ board: yellow })).toEqual(['!Yellow! Exchange a card, or keep yours. 8 seconds.']);
});

test('a limit that has passed is not counted', () => {
  expect(hear({ board: { ...move, due: 900 } })).toEqual(['!Your move.']);
});

test('what is about the same is not said again when its words change', () => {
  const ready = (spoken: string, about = 'glass 1'): Said => ({ ...move, spoken, about });
  expect(hear({ board: ready('Glass 1 has run out and can go to two spaces.') })).toHaveLength(1);
  expect(hear({ board: ready('Glass 1 has run out and can go to one space.') })).toEqual([]);
  expect(hear({ board: ready('Both have run out.', 'both') })).toEqual(['Both have run out.']);
});

test('what a plan lay over is not said again when it is put back', () => {
  const board = { ...move, due: 16_000, about: 'turn 3' };
  const plan: Said = { words: 'Where does the cube go?', mood: 'plan', due: 16_000 };
  expect(hear({ board })).toHaveLength(1);
  expect(hear({ board: plan })).toEqual(['Where does the cube go?']);
  expect(hear({ board: { ...plan, words: 'Tap again.' } })).toEqual(['Tap again.']);
  expect(hear({ board: { ...board } })).toEqual([]);
  // Another turn, and the same plan once more, are news.
  expect(hear({ board: plan })).toEqual(['Where does the cube go?']);
  expect(hear({ board: { ...board, about: 'turn 4' } })).toEqual(['!Your move.']);
});

test('a board can keep silent in the midst of something, and that is not said again', () => {
  const board = { ...move, due: 16_000 };
  hear({ board });
  expect(hear({ board: { ...board, spoken: '', about: 'which cube' } })).toEqual([]);
  expect(hear({ board })).toEqual([]);
  expect(hear({ board: { ...move, spoken: '' } })).toEqual([]);
  expect(hear({ board: { ...move } })).toEqual(['Your move.']);
});

test('a board can keep silent', () => {
  expect(hear({ board: { ...move, spoken: '' } })).toEqual([]);
  expect(hear({ board: null })).toEqual([]);
});

test('the last five seconds are mentioned once, and only in a limit that was longer', () => {
  hear({ board: { ...move, due: 16_000 } });
  expect(announcer.lastSeconds(99_000)).toEqual([]);
  expect(announcer.lastSeconds(16_000)).toEqual([{ words: 'Five seconds.', urgent: true }]);
  expect(announcer.lastSeconds(16_000)).toEqual([]);
  hear({ board: { ...move, due: 22_000 }, now: 16_000 });
  expect(announcer.lastSeconds(22_000)).toEqual([]);
});

test('whoever has moved is not hurried any more', () => {
  hear({ board: { ...move, due: 16_000 } });
  hear({ board: bo });
  expect(announcer.lastSeconds(16_000)).toEqual([]);
});

test('each refusal is heard at once, and the same words again if it is another one', () => {
  const notice = { id: 1, text: 'Square 3 is taken.', rule: 'WA-T3', costs: false };
  expect(hear({ notice })).toEqual(['!Refused: Square 3 is taken.']);
  expect(hear({ notice })).toEqual([]);
  expect(hear({})).toEqual([]);
  expect(hear({ notice: { ...notice, id: 2 } })).toEqual(['!Refused: Square 3 is taken.']);
  expect(hear({ notice: { id: 3, text: 'Slow down.', rule: null, costs: false } })).toEqual([
    '!Slow down.',
  ]);
});

test('a question, a pause and what follows it', () => {
  const board = { ...move, due: 16_000 };
  hear({ board });
  const question = 'Amber asks for a pause.';
  expect(hear({ board, question })).toEqual([question]);
  expect(hear({ board, question })).toEqual([]);
  const paused = 'The game is paused.';
  const stopped: Said = { words: paused, mood: 'calm' };
  expect(hear({ board: stopped, paused })).toEqual([paused]);
  expect(hear({ board: stopped, paused })).toEqual([]);
  // The room is told before the board has looked up.
  expect(hear({ board: stopped })).toEqual([]);
  expect(hear({ board, now: 7_000 })).toEqual(['!Your move, 9 seconds.']);
  expect(hear({ board, question })).toEqual([question]);
});

test('a lost connection is heard once, whatever is tried meanwhile, and then that it is back', () => {
  expect(hear({ lost: 'You have lost the connection. Trying again.' })).toEqual([
    '!You have lost the connection. Trying again.',
  ]);
  expect(hear({ lost: 'You have lost the connection. Your move is waiting.' })).toEqual([]);
  expect(hear({})).toEqual(['You are connected again.']);
  expect(hear({})).toEqual([]);
});

test('a result is heard once, and nothing is due after it', () => {
  const result = 'You won.';
  expect(hear({ result, board: { ...move, due: 16_000 } })).toEqual([result]);
  expect(hear({ result, board: { words: 'The game is over.', mood: 'calm' } })).toEqual([]);
});

test('watchers are told that they watch; a hint is told once', () => {
  expect(hear({ watching: true })).toEqual(['You are watching.']);
  expect(hear({ watching: true, hint: 'Win cards.' })).toEqual(['Win cards.']);
  expect(hear({ watching: true })).toEqual([]);
  expect(hear({ watching: true, hint: 'Win cards.' })).toEqual([]);
});

test('what comes at the same time is said in one go, as urgently as the most urgent of it', () => {
  const told = { words: 'Bo moves green to 7.', urgent: false };
  const turn = { words: 'Your move.', urgent: true };
  expect(together([told, turn])).toEqual({
    words: 'Bo moves green to 7. Your move.',
    urgent: true,
  });
  expect(together([told])).toEqual(told);
  expect(together([])).toBeNull();
});

test('a hint that was asked for is told once, and again when it is asked for again', () => {
  const advice = { id: 1, words: 'Move green. It is near.' };
  expect(hear({ advice })).toEqual([advice.words]);
  expect(hear({ advice: { ...advice } })).toEqual([]);
  expect(hear({})).toEqual([]);
  expect(hear({ advice: { ...advice, id: 2 } })).toEqual([advice.words]);
});
