/** What is read out to somebody who does not see the table, and how urgently: each thing once. */

import type { Said } from '../boards/types';
import type { Notice } from './table.svelte';

export interface Utterance {
  words: string;
  /** Whether it is worth interrupting what is being read out. */
  urgent: boolean;
}

/** All that somebody who sees the table can read at this moment. */
export interface Situation {
  watching: boolean;
  /** The connection is lost, and what to do about it. */
  lost: string | null;
  /** Why the game stands still. */
  paused: string | null;
  question: string | null;
  notice: Notice | null;
  /** What a bot would do, told apart from the same words before. */
  advice: { id: number; words: string } | null;
  board: Said | null;
  hint: string | null;
  /** How the game ended. */
  result: string | null;
  /** Table time. */
  now: number;
}

/** So many seconds before a limit it is mentioned once more. */
export const LAST_SECONDS = 5;
/** A limit that was short from the start is mentioned once. */
const WORTH_A_WARNING = 7_000;

export class Announcer {
  private watching = false;
  private lost = false;
  private paused: string | null = null;
  private question: string | null = null;
  private notice: number | null = null;
  private advice: number | null = null;
  private hint: string | null = null;
  private result: string | null = null;
  /** What the board said last: what it was about, with which limit, and whether it called for action. */
  private board: { about: string; due: number | null; calls: boolean } | null = null;
  /** What a plan of the board's lies over; when it is put back, that is not said again. */
  private under: { about: string; due: number | null } | null = null;
  /** What the board said while nothing could be done; it will say something else now. */
  private stale: Said | null = null;
  /** A limit whose last seconds will be worth a word. */
  private long: number | null = null;

  /** What has come up since the last time. */
  hear(now: Situation): Utterance[] {
    const said: Utterance[] = [];
    const politely = (words: string): void => void said.push({ words, urgent: false });
    const atOnce = (words: string): void => void said.push({ words, urgent: true });

    if (now.watching && !this.watching) politely('You are watching.');
    this.watching = now.watching;

    if (now.lost !== null && !this.lost) atOnce(now.lost);
    if (now.lost === null && this.lost) politely('You are connected again.');
    this.lost = now.lost !== null;

    if (now.notice !== null && now.notice.id !== this.notice) {
      const { rule, text } = now.notice;
      atOnce(rule === null ? text : `Refused: ${text}`);
      this.notice = now.notice.id;
    }

    if (now.question !== null && now.question !== this.question) politely(now.question);
    this.question = now.question;

    if (now.result !== null && now.result !== this.result) politely(now.result);
    this.result = now.result;

    if (now.paused !== null && now.paused !== this.paused) politely(now.paused);
    this.paused = now.paused;

    // What there is to do is said again after a pause; when all is over, there is nothing to do.
    if (now.paused !== null || now.result !== null) {
      this.board = this.under = null;
      this.stale = now.board;
    } else if (now.board === null || now.board !== this.stale) {
      said.push(...this.fromBoard(now));
    }

    if (now.advice !== null && now.advice.id !== this.advice) politely(now.advice.words);
    this.advice = now.advice?.id ?? this.advice;

    if (now.hint !== null && now.hint !== this.hint) politely(now.hint);
    this.hint = now.hint ?? this.hint;
    return said;
  }

  /** The last seconds of this limit have begun. */
  lastSeconds(due: number): Utterance[] {
    if (due !== this.long || due !== this.board?.due) return [];
    this.long = null;
    return [{ words: 'Five seconds.', urgent: true }];
  }

  private fromBoard({ board, now }: Situation): Utterance[] {
    if (board === null) {
      this.board = this.under = null;
      return [];
    }
    const words = board.spoken ?? board.words;
    // Nothing new: it is still about what was said before.
    if (words === '' && board.about !== undefined) return [];
    const about = board.about ?? words;
    const due = board.due ?? null;
    const calls = board.mood === 'go' || board.mood === 'bad';
    const before = this.board;
    this.board = { about, due, calls };
    if (board.mood === 'plan') this.under ??= before;
    const known = board.mood !== 'plan' && this.under?.about === about ? this.under : before;
    if (board.mood !== 'plan') this.under = null;
    const isNewLimit = due !== null && due !== known?.due;
    if (words === '' || (about === known?.about && !isNewLimit)) return [];
    // What follows within one and the same turn need not interrupt anything.
    const goesOn = before?.calls === true && !isNewLimit && board.mood !== 'bad';
    const left = isNewLimit ? due - now : 0;
    if (isNewLimit) this.long = left > WORTH_A_WARNING ? due : null;
    return [{ words: left > 0 ? withSeconds(words, left) : words, urgent: calls && !goesOn }];
  }
}

/** "Your move." with ten seconds left is "Your move, 10 seconds." */
function withSeconds(words: string, left: number): string {
  const seconds = Math.ceil(left / 1000);
  const time = seconds === 1 ? '1 second' : `${seconds} seconds`;
  const isShort = /^[^,:;!?.]+\.$/.test(words);
  return isShort ? `${words.slice(0, -1)}, ${time}.` : `${words} ${time}.`;
}

/** What came up at the same time, as one: urgent if any of it is, and nothing of it cut short. */
export function together(all: Utterance[]): Utterance | null {
  const words = all.map((one) => one.words).filter((one) => one !== '');
  if (!words.length) return null;
  return { words: words.join(' '), urgent: all.some((one) => one.urgent) };
}
