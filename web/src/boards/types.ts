/**
 * What the table's shell gives to a game's board, and what a board gives back.
 *
 * A board knows spaces, pieces, legal targets and timers, never rules: what may be done comes from
 * `legal` alone. Static `style="..."` attributes are blocked by the server's policy; use classes,
 * SVG attributes or `style:name={value}` directives.
 */

import type { Component } from 'svelte';

/** One act exactly as it can be sent: `{act: "move", pawn: "green", spend: 3}`. */
export type Act = Record<string, unknown> & { act?: string };

/** The table's own time, estimated from the server's clock. */
export interface TableClock {
  /** Table time now, in milliseconds. */
  now(): number;
  /** Table milliseconds a millisecond; 0 while nothing runs. */
  readonly rate: number;
  /** Called whenever rate or offset changed, so that running animations can be set again. */
  onchange(changed: () => void): () => void;
  /** The `performance.now()` at which this table time comes; Infinity while nothing runs. */
  localTime(tableMs: number): number;
}

export const EMBLEMS = ['sun', 'moon', 'star', 'wave', 'flame', 'tree'] as const;
export type EmblemName = (typeof EMBLEMS)[number];

export interface SeatInfo {
  seat: number;
  name: string;
  emblem: EmblemName;
  /** A CSS colour: `var(--seat-0)` ... `var(--seat-5)`. The second sign; the emblem is the first. */
  color: string;
  me: boolean;
  /** A bot plays here now, also when it only stands in for a person. */
  bot: boolean;
  /** A person is here, or a bot is. */
  present: boolean;
}

export interface TableEvent {
  event: string;
  /** Table time. */
  at: number;
  words: string;
  told: Record<string, unknown>;
}

// Each game's view has its own form; a board narrows it with a type of its own.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type View = any;

export interface BoardProps {
  view: View;
  legal: Act[];
  /** My seat; null for a watcher. */
  me: number | null;
  seats: SeatInfo[];
  clock: TableClock;
  act: (act: Act) => void;
  /** The newest batch of events, a new array with each delta; empty after a snapshot. */
  happened: TableEvent[];
  paused: boolean;
  /** What was sent and is not decided yet. */
  pendingAct: Act | null;
  /** What the table refused last, another object each time. */
  refusedAct?: Act | null;
  reducedMotion: boolean;
  /** All that is known lies open: a game that is over is shown again to everybody's eyes. */
  open?: boolean;
}

/** Your own things at the bottom of the table: cards, tokens, slider. */
export type MatProps = BoardProps;

/** What stands on the name plate of each seat: tokens left, a card with cubes. */
export interface PlateExtraProps extends BoardProps {
  seat: number;
}

/** One way to do something with the keys, for the keyboard help. */
export interface KeyHelp {
  keys: string[];
  does: string;
}

/** What a seat's score is made of, under its name after the end. */
export interface BreakdownProps {
  /** The table as it stood when the game ended. */
  view: View;
  seat: number;
}

/** Everything a game brings to the table; loaded when the table is opened. */
export interface GameBoard {
  Board: Component<BoardProps>;
  Mat?: Component<MatProps>;
  PlateExtra?: Component<PlateExtraProps>;
  Breakdown?: Component<BreakdownProps>;
  keys?: KeyHelp[];
  /** The sound of an event, played only while sound is on. */
  sound?: (event: TableEvent, me: number | null) => void;
  /** How a line of the outcome's breakdown reads: field name -> words. */
  breakdownWords?: Record<string, string>;
}

/** src/boards/index.ts exports `boards: Boards`; a game that is not in it is not offered. */
export type Boards = Record<string, () => Promise<GameBoard>>;
