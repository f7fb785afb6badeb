/** The one line above the mat: of all there is to say, the most urgent. */

import type { Said, SaidButton } from '../boards/types';
import type { Room } from './protocol';
import { seatName } from './seats';
import type { Notice, Table } from './table.svelte';
import { listWords } from './words';

export type Tone =
  'lost' | 'question' | 'refused' | 'sending' | 'advice' | 'go' | 'bad' | 'plan' | 'hint' | 'calm';

export interface Spoken {
  tone: Tone;
  words: string;
  buttons: SaidButton[];
}

export interface ToSay {
  /** The connection is lost; said with what to do about it. */
  lost: Said | null;
  /** Somebody asks for something. */
  question: Said | null;
  notice: Notice | null;
  /** An act is on its way, and takes its time. */
  sending: boolean;
  /** What a bot would do, if somebody asked for that. */
  advice: Said | null;
  /** What the board says. */
  board: Said | null;
  hint: Said | null;
  /** What to say when nobody has anything to say. */
  otherwise: string;
}

const isRule = (rule: string | null): rule is string => rule !== null && !/^S[TV]-/.test(rule);

export function mostUrgent(all: ToSay, onrule: (rule: string) => void): Spoken {
  const as = (tone: Tone, said: Said): Spoken => ({
    tone,
    words: said.words,
    buttons: said.buttons ?? [],
  });
  if (all.lost) return as('lost', all.lost);
  if (all.question) return as('question', all.question);
  if (all.notice) {
    const { rule, text } = all.notice;
    const why = isRule(rule) ? [{ label: `Rule ${rule}`, press: () => onrule(rule) }] : [];
    return { tone: 'refused', words: text, buttons: why };
  }
  if (all.sending) return { tone: 'sending', words: 'Sending your move…', buttons: [] };
  if (all.advice) return as('advice', all.advice);
  if (all.board && all.board.mood !== 'calm') return as(all.board.mood, all.board);
  if (all.hint) return as('hint', all.hint);
  return all.board ? as('calm', all.board) : { tone: 'calm', words: all.otherwise, buttons: [] };
}

/** Somebody would like a pause. */
export function pauseAsked(
  room: Room,
  me: number | null,
  vote: (pause: boolean) => void,
): Said | null {
  if (room.paused || !room.pause_votes.length) return null;
  const others = room.pause_votes.filter((seat) => seat !== me);
  const names = others.map((seat) => seatName(room, seat));
  const words = names.length
    ? `${listWords(names)} ${names.length === 1 ? 'asks' : 'ask'} for a pause.`
    : 'You have asked for a pause.';
  if (me === null) return { words, mood: 'go' };
  const button = room.pause_votes.includes(me)
    ? { label: 'Never mind', press: () => vote(false) }
    : { label: 'Agree', press: () => vote(true), primary: true };
  return { words, mood: 'go', buttons: [button] };
}

/** Why the game stands still, for whoever does not see the veil over the board. */
export function pausedWords(room: Room): string | null {
  if (!room.paused || room.countdown) return null;
  return room.paused.why === 'downtime'
    ? 'The game is paused: the server was away for a moment. It will go on by itself.'
    : 'The game is paused.';
}

/** Somebody would like to go on. */
export function resumeAsked(room: Room, me: number | null): string | null {
  if (!room.paused || room.countdown || room.paused.why === 'downtime') return null;
  const names = room.pause_votes.filter((seat) => seat !== me).map((seat) => seatName(room, seat));
  return names.length
    ? `${listWords(names)} ${names.length === 1 ? 'wants' : 'want'} to resume.`
    : null;
}

/** What there is to say of the connection to the server, if anything. */
export function connectionTrouble(
  { lost, delivery, pendingAct }: Pick<Table, 'lost' | 'delivery' | 'pendingAct'>,
  retry: () => void,
): Said | null {
  const buttons = [{ label: 'Try now', press: retry }];
  if (lost) {
    const then = pendingAct ? 'Your move is waiting' : 'Trying again';
    const words = `You have lost the connection. ${then}; your seat is being kept for you.`;
    return { words, mood: 'bad', buttons };
  }
  if (delivery !== 'silent') return null;
  return { words: 'The server is not answering. Your move is waiting.', mood: 'bad', buttons };
}
