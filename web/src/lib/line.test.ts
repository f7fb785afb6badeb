import { expect, test, vi } from 'vitest';
import type { Said } from '../boards/types';
import {
  connectionTrouble,
  mostUrgent,
  pauseAsked,
  pausedWords,
  resumeAsked,
  type ToSay,
} from './line';
import type { Room } from './protocol';

const says = (words: string, mood: Said['mood'] = 'go'): Said => ({ words, mood });
const nothing: ToSay = {
  lost: null,
  question: null,
  notice: null,
  sending: false,
  advice: null,
  board: null,
  hint: null,
  otherwise: 'Bo moves.',
};
const everything: ToSay = {
  lost: says('lost'),
  question: says('question'),
  notice: { id: 1, text: 'refused', rule: 'OT-M3', costs: false },
  sending: true,
  advice: says('advice', 'calm'),
  board: says('your move'),
  hint: says('hint', 'calm'),
  otherwise: 'news',
};

test('one thing is said at a time, the most urgent first', () => {
  const order = ['lost', 'question', 'notice', 'sending', 'advice', 'board', 'hint'] as const;
  const words = [
    ...['lost', 'question', 'refused', 'Sending your move…'],
    ...['advice', 'your move', 'hint', 'news'],
  ];
  let left = { ...everything };
  words.forEach((expected, nth) => {
    expect(mostUrgent(left, () => undefined).words).toBe(expected);
    const said = order[nth];
    if (said) left = { ...left, [said]: nothing[said] };
  });
});

test('a hint comes before what is of no hurry, and after what is', () => {
  const hint = says('hint', 'calm');
  const calm = { ...nothing, hint, board: says('Bo moves.', 'calm') };
  expect(mostUrgent(calm, () => undefined).tone).toBe('hint');
  expect(mostUrgent({ ...calm, board: says('move', 'bad') }, () => undefined).tone).toBe('bad');
});

test('a refusal leads to its rule, if it is a rule of the game', () => {
  const open = vi.fn();
  const refused = mostUrgent({ ...nothing, notice: everything.notice }, open);
  expect(refused.buttons.map((button) => button.label)).toEqual(['Rule OT-M3']);
  refused.buttons[0]!.press();
  expect(open).toHaveBeenCalledWith('OT-M3');
  const ours = { id: 2, text: 'Not now.', rule: 'SV-12', costs: false };
  expect(mostUrgent({ ...nothing, notice: ours }, open).buttons).toEqual([]);
});

test('whoever did not ask for a pause can agree; whoever did can think better of it', () => {
  const room = {
    paused: null,
    pause_votes: [0, 2],
    seats: [{ name: 'Ada' }, { name: 'Bo' }, { name: 'Cleo' }],
  } as unknown as Room;
  const vote = vi.fn();
  const asked = pauseAsked(room, 1, vote);
  expect(asked?.words).toBe('Ada and Cleo ask for a pause.');
  asked?.buttons?.[0]?.press();
  expect(vote).toHaveBeenCalledWith(true);
  const mine = pauseAsked(room, 0, vote);
  expect(mine?.words).toBe('Cleo asks for a pause.');
  expect(mine?.buttons?.[0]?.label).toBe('Never mind');
  expect(pauseAsked(room, null, vote)?.buttons).toBeUndefined();
  expect(pauseAsked({ ...room, pause_votes: [0] }, 0, vote)?.words).toBe(
    'You have asked for a pause.',
  );
  expect(pauseAsked({ ...room, pause_votes: [] }, 0, vote)).toBeNull();
});

test('somebody whose name is lost is still somebody', () => {
  const seats = [{ name: 'Ada' }, { name: '', before: 'Bo' }, { name: '', before: null }];
  const room = { paused: null, pause_votes: [1, 2, 5], seats } as unknown as Room;
  const words = pauseAsked(room, 0, () => undefined)?.words;
  expect(words).toBe('Bo, Somebody and Somebody ask for a pause.');
});

test('a pause in words, and who would like to go on', () => {
  const seats = [{ name: 'Ada' }, { name: 'Bo' }];
  const room = { paused: { why: 'agreed' }, countdown: null, pause_votes: [1], seats };
  const as = (changed: object): Room => ({ ...room, ...changed }) as unknown as Room;
  expect(pausedWords(as({}))).toBe('The game is paused.');
  expect(pausedWords(as({ paused: { why: 'downtime' } }))).toMatch(/server was away/);
  expect(pausedWords(as({ countdown: {} }))).toBeNull();
  expect(pausedWords(as({ paused: null }))).toBeNull();
  expect(resumeAsked(as({}), 0)).toBe('Bo wants to resume.');
  expect(resumeAsked(as({}), 1)).toBeNull();
  expect(resumeAsked(as({ pause_votes: [] }), 0)).toBeNull();
  expect(resumeAsked(as({ paused: null }), 0)).toBeNull();
});

test('a connection that is lost, and one that does not answer, are spoken of; a slow one is not', () => {
  const retry = vi.fn();
  const connection = { lost: false, delivery: 'prompt', pendingAct: null } as const;
  expect(connectionTrouble(connection, retry)).toBeNull();
  expect(connectionTrouble({ ...connection, delivery: 'slow' }, retry)).toBeNull();
  const silent = connectionTrouble(
    { ...connection, delivery: 'silent', pendingAct: { act: 'go' } },
    retry,
  );
  expect(silent?.words).toBe('The server is not answering. Your move is waiting.');
  silent?.buttons?.[0]?.press();
  expect(retry).toHaveBeenCalledOnce();
  expect(connectionTrouble({ ...connection, lost: true }, retry)?.words).toMatch(
    /lost .* Trying again;/,
  );
  expect(connectionTrouble({ ...connection, lost: true, pendingAct: {} }, retry)?.words).toMatch(
    /is waiting;/,
  );
});
