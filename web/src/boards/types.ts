/**
 * The board interface: what a table gives to a game's board, and what a board gives back. Ours use
 * it, and so does one that comes with somebody else's game. See docs/boards.md.
 *
 * A board knows spaces, pieces, legal targets and timers, never rules: what may be done comes from
 * `legal` alone. Static `style="..."` attributes are blocked by the server's policy; use classes,
 * SVG attributes or `style:name={value}` directives.
 */

import type { SoundName } from '../sound';

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
  /** The person for whom a bot plays here since they left. */
  before?: string | null;
  /** A person is here, or a bot is. */
  present: boolean;
}

export interface TableEvent {
  event: string;
  /** Table time. */
  at: number;
  words: string;
  told: Record<string, unknown>;
  /** Whether the sentence speaks of this player. */
  to_you?: boolean;
  /** Whether the match was over with it, so that its sentence says why. */
  ends?: boolean;
}

/** What stands at one place of a view: see docs/boards.md. */
export interface Mark {
  kind: 'plain' | 'deadline' | 'duration' | 'seat' | 'hidden';
  title?: string;
  reads?: string;
  none?: string;
  by_seat?: boolean;
  columns?: number;
  numbered?: boolean;
  plate?: boolean;
  /** How long all the sand of a deadline runs, or the place in the view that says so. */
  lasts?: number | string;
  owner?: string;
  /** It is the turn of this seat. */
  turn?: boolean;
}

/** How an act reads on a button. */
export interface Deed {
  title: string;
  each?: string;
  seats?: string[];
  places?: string[];
  /** Fields with the number of a thing: `glass` 3 reads as the word `glass-3`. */
  named?: string[];
  /** How fields read when they are null. */
  none?: Record<string, string>;
}

/** What the places of a view and the acts mean, as the game says it. */
export interface Legend {
  view: Record<string, Mark>;
  acts: Record<string, Deed>;
  words: Record<string, string>;
}

/** The game that is played at a table. */
export interface GameAtTable {
  name: string;
  title: string;
  legend: Legend;
  /** What is special about this table, one sentence each. */
  specialties: string[];
}

// Each game's view has its own form; a board narrows it with a type of its own.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type View = any;

/** A button in the line above the mat. */
export interface SaidButton {
  label: string;
  press: () => void;
  primary?: boolean;
}

/** What a board has to say to its player, in the one line above the mat. */
export interface Said {
  words: string;
  /** `go`: you can do something; `bad`: you have to; `plan`: you have chosen what comes next. */
  mood: 'calm' | 'go' | 'bad' | 'plan';
  /** The table time until which it must be done; it is counted down beside the words. */
  due?: number | null;
  /** What is read out instead, to whoever does not see the table; nothing if it is empty. */
  spoken?: string;
  /** What it is about. It is not read out again as long as that stays the same. */
  about?: string;
  buttons?: SaidButton[];
}

/** Whose time runs, for everybody to see. */
export interface Limit {
  seat: number;
  due: number;
}

export interface BoardProps {
  view: View;
  legal: Act[];
  /** My seat; null for a watcher. */
  me: number | null;
  seats: SeatInfo[];
  clock: TableClock;
  act: (act: Act) => void;
  /**
   * Puts a question to the rules for this seat, such as `{ask: "moves", glass: 3}`. It fails if there is
   * no answer; `rule` of the error then names the rule, or is null if the connection is down. Missing
   * where nobody can answer: for watchers and in replays.
   */
  ask?: (question: Record<string, unknown>) => Promise<Record<string, unknown>>;
  /** The newest batch of events, a new array with each delta; empty after a snapshot. */
  happened: TableEvent[];
  paused: boolean;
  /** What was sent and is not decided yet. */
  pendingAct: Act | null;
  /** What the table refused last, another object each time. */
  refusedAct?: Act | null;
  reducedMotion: boolean;
  /** Lets a phone shake, if this person likes that. */
  vibrate?: (pattern: number | number[]) => void;
  /** Only bots play with this person, who likes to see their own cards all the time. */
  openCards?: boolean;
  game: GameAtTable;
  /** The board cannot go on: the table shows the plain one instead. */
  fail: (why: unknown) => void;
  /** Says something to this player; what was said before is forgotten. */
  say?: (said: Said | null) => void;
  /** Reads something out once, to whoever does not see it happen; at once if it is urgent. */
  tell?: (words: string, urgent?: boolean) => void;
  /** Shows on somebody's plate how long they have; null when nobody's time is limited. */
  limit?: (limit: Limit | null) => void;
  /** Something is open that the browser's Back takes away; call what this gives when it is gone. */
  onBack?: (close: () => void) => () => void;
  /** This is the example that somebody sees before their first game; nothing is sent. */
  lesson?: boolean;
  /**
   * The game has just ended, and the board has a moment to itself before the result comes up; null
   * at all other times, also when a game that is over is looked at later.
   */
  ended?: { winners: number[] } | null;
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

/** A part of a board that stands on the page. */
export interface Mounted<Given> {
  /** What the table gives has changed; called at most once a frame of news, never after destroy. */
  update(given: Given): void;
  /** Take everything away again: listeners, timers, and what was put into the target. */
  destroy(): void;
}

/** Puts a part of a board into an element of the page, and keeps it up to date. */
export type Part<Given> = (target: HTMLElement, given: Given) => Mounted<Given>;

/** The version of this interface. A board says which one it was made for. */
export const BOARD_VERSION = 1;

/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Name plates in the corners of a board; `inset` is how far what it draws reaches into them. */
export interface CornerPlates extends Size {
  inset: number;
}

/** What a board is, whether it comes with this site or from the package of a game. */
export interface GameBoard {
  version: typeof BOARD_VERSION;
  mount: {
    /** The middle of the table; it fills the element it is given. */
    board: Part<BoardProps>;
    /** Your own things below it; only for who sits. */
    mat?: Part<MatProps>;
    /** What stands on a name plate, one for each of the others. */
    plate?: Part<PlateExtraProps>;
    /** Under a name after the end. */
    breakdown?: Part<BreakdownProps>;
  };
  /** `beside`: the mat needs as much room as the board. `wide`: the board needs the width. */
  shape?: 'below' | 'beside' | 'wide';
  /** How large name plates are in the corners of a board of this size; else they lie beside it. */
  corners?: (board: Size, seats: number) => CornerPlates;
  /** How wide the board is for its height; 1 if it does not say. */
  ratio?: number;
  keys?: KeyHelp[];
  /**
   * Where an act is done, as CSS selectors of elements in the board or the mat: a hint points at each of
   * them, and of several elements at the largest. Those that are not there, or not to be seen, are left out.
   */
  points?: (act: Act, view: View, me: number | null) => string[];
  /** How an act reads in a hint: "Move glass 1 to space 4"; null for what the legend says. */
  deed?: (act: Act, view: unknown) => string | null;
  /** The sound of an event, asked for only while sound is on. */
  sound?: (event: TableEvent, me: number | null, play: (name: SoundName) => void) => void;
  /** How a line of the outcome's breakdown reads: field name -> words. */
  breakdownWords?: Record<string, string>;
}
