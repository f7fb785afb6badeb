// Written by tools/web_types.py from src/sandtable/protocol. Do not edit: `make test` compares.

export const PROTOCOL = 1;

export const REACTIONS = ['wave', 'clap', 'laugh', 'think', 'hurry', 'oops', 'wow', 'heart'] as const;

/** With which code the server closes a socket. */
export const Goodbye = {
  RULE_BROKEN: 1008,
  TOO_BIG: 1009,
  FAULT: 1011,
  RESTART: 1012,
  TOO_SLOW: 1013,
  NO_HELLO: 4000,
  TAKEN_OVER: 4001,
  GIVEN_AWAY: 4002,
  CLOSED: 4003,
  NO_TABLE: 4004,
  SILENT: 4005,
  REMOVED: 4006,
  SIGNED_OUT: 4007,
  NO_ENTRY: 4008,
} as const;

/** What the server itself says no with. */
export const Code = {
  BAD_MESSAGE: 'SV-1',
  NO_SUCH_THING: 'SV-2',
  FOREIGN_ORIGIN: 'SV-3',
  NOT_ALLOWED: 'SV-4',
  TOO_MUCH: 'SV-5',
  UNKNOWN_PROTOCOL: 'SV-6',
  NOT_NOW: 'SV-7',
  DECIDED_LONG_AGO: 'SV-8',
  SEAT_TAKEN: 'SV-9',
  NAMELESS: 'SV-10',
  NO_SUCH_BOT: 'SV-11',
  CANNOT: 'SV-12',
  NAME_TAKEN: 'SV-13',
} as const;

/** How long texts may be, in characters. */
export const Most = {
  NAME: 32,
  SAID: 400,
  GAME: 64,
  LEVEL: 32,
  OFFERED: 40,
} as const;

/** How fast a table may be, in percent of the speed on the box. */
export const Pace = {
  SLOWEST: 50,
  QUICKEST: 200,
} as const;

/** The bots that every game has, and those that play where nobody said who. */
export const Level = {
  RANDOM: 'random',
  USUAL: 'club',
} as const;

/** What a client keeps to until the server's welcome says otherwise. */
export const MANNERS: Manners = {
  ping_every: 2500,
  give_up_after: 9000,
  resend_after: 2500,
  max_frame: 8192,
};

/** At server time `server` the table time was `now`, and it runs at `rate` (0: stopped). */
export interface Clock {
  now: number;
  server: number;
  rate: number;
}

export interface SeatNow {
  seat: number;
  kind: "bot" | "empty" | "person";
  name: string;
  guest: string | null;
  /** The level of the bot that plays here, even if it only stands in for a person. */
  level: string | null;
  /** A bot plays for the person until they come back. */
  stand_in: boolean;
  ready: boolean;
  /** At a quick table: they would also begin with bots in the free seats. */
  with_bots: boolean;
  host: boolean;
  presence: "away" | "gone" | "here";
  /** Their connection is open, but nothing has come over it for a few seconds. */
  weak: boolean;
  /** Measured by the server: one way, in milliseconds. */
  lag: number | null;
  /** Who sat here before the bot did, in a running game. */
  before: string | null;
  /** Whether a bot plays here for somebody who left, and the others may let somebody new in. */
  vacant: boolean;
  /** The guest who left this seat and may have it back without asking. */
  left_by: string | null;
}

/** Somebody asks for a vacant seat in a running game. */
export interface SeatRequest {
  id: number;
  seat: number;
  guest: string;
  name: string;
  /** Everybody agreed: the seat is kept for them until `ends`. */
  granted: boolean;
  /** Server time at which it is too late to answer, or to sit down. */
  ends: number;
  agreed: number[];
  /** Seats whose people have not answered yet. */
  waiting: number[];
}

export interface PauseNow {
  /** Server time at which the sand stopped. */
  since: number;
  why: "agreed" | "downtime";
}

export interface CountdownNow {
  to: "resume" | "start";
  /** Server time. */
  ends: number;
}

/** Who of the people at a table that is over plays again at the next one. */
export interface AgainNow {
  /** Seats of this table whose people are in. */
  came: number[];
  /** Server time at which the next game begins without the others; None: they are waited for. */
  ends: number | null;
  begun: boolean;
}

export interface Room {
  id: string;
  game: string;
  title: string;
  rules: number;
  seats: SeatNow[];
  options: Record<string, unknown>;
  visibility: "link" | "open" | "private";
  /** Opened for whoever wants to play this game with whoever else does. */
  quick: boolean;
  /** In percent: 100 is the speed on the box, 50 half of it. */
  pace: number;
  stage: "closed" | "countdown" | "gathering" | "over" | "playing";
  /** A turn may take so long that people come and go, and no bot stands in for them. */
  over_days: boolean;
  link: string;
  watchers: number;
  commitment: string | null;
  paused: PauseNow | null;
  countdown: CountdownNow | null;
  /** Seats that want a pause; during a pause, those that want to go on. */
  pause_votes: number[];
  requests: SeatRequest[];
  /** Guests whom the host has muted. */
  muted: string[];
  /** Server time from which the host may start without waiting for those who are not ready. None where there is nobody to wait for, or a seat is still free. */
  may_start_at: number | null;
  /** The id of the table where these people play again. */
  rematch: string | null;
  /** Who is in there; None if nobody has asked for a rematch since the server started. */
  again: AgainNow | null;
  /** ISO 8601, UTC; so are the other two. */
  created: string;
  started: string | null;
  ended: string | null;
}

/** What somebody offers, in the game's own words: {"ore": 2} for {"gas": 1}. */
export interface Offer {
  give: Record<string, number>;
  want: Record<string, number>;
  /** The seat it is made to; None for everybody. */
  to?: number | null;
}

export interface ChatLine {
  id: number;
  /** ISO 8601, UTC. */
  said: string;
  seat: number | null;
  name: string;
  text: string;
  offer: Offer | null;
  /** Who said it; missing in old lines, from when servers did not write it down. */
  guest?: string | null;
  /** Not said by a person: the table itself tells who came, left or was removed. */
  notice?: boolean;
}

/** The first frame: which protocol, and what this client has seen of the table before. */
export interface Hello {
  type: "hello";
  protocol: number;
  stream?: string | null;
  since?: number | null;
}

/** Play an act. `n` counts the acts of the person in this seat, from 1; resending keeps `n`. */
export interface DoAct {
  type: "act";
  n: number;
  act: Record<string, unknown>;
}

export interface SayReady {
  type: "ready";
  ready?: boolean;
  /** At a quick table: bots may take the seats that are still free, if all others agree. */
  with_bots?: boolean;
}

/** Agree to stop all sand (`pause` true) or to let it run on (false). */
export interface WantPause {
  type: "pause";
  pause?: boolean;
}

/** Let somebody have the vacant seat they ask for, or do not; a single "no" settles it. */
export interface AnswerRequest {
  type: "agree";
  request: number;
  agree?: boolean;
}

export interface Say {
  type: "say";
  text: string;
}

/** A non-binding offer, shown beside the chat. */
export interface MakeOffer {
  type: "offer";
  offer: Offer;
}

export interface React {
  type: "react";
  reaction: "clap" | "heart" | "hurry" | "laugh" | "oops" | "think" | "wave" | "wow";
}

/** Ask for the server's time. `id` comes back unchanged. */
export interface Ping {
  type: "ping";
  id: number;
}

/** The answer to a probe, sent at once: this is how the server measures lag. */
export interface Echo {
  type: "echo";
  id: string;
}

/** Ask the rules something for your seat, in the game's own form. `id` comes back unchanged. */
export interface Ask {
  type: "ask";
  id: number;
  question: Record<string, unknown>;
}

/** Ask what a bot would do in your seat, where all your opponents are bots. `id` comes back. */
export interface Hint {
  type: "hint";
  id: number;
}

/** Who this socket is at the table. */
export interface You {
  /** The public id of the guest (not the token); None for a stranger who watches. */
  guest: string | null;
  name: string | null;
  seat: number | null;
  host: boolean;
}

/** What the server expects of a client, in real milliseconds. */
export interface Manners {
  ping_every: number;
  give_up_after: number;
  resend_after: number;
  max_frame: number;
}

/** One event as this viewer may know it, with a sentence for logs and listeners. */
export interface Happened {
  event: string;
  at: number;
  words: string;
  /** The event's own fields, `event` and `at` among them. */
  told: Record<string, unknown>;
  /** Whether the sentence speaks of this viewer; left out where it does not. */
  to_you?: boolean;
  /** Whether the match was over with it, so that its sentence says why; else left out. */
  ends?: boolean;
}

/** One place of the view that changed. Without `to` the place is gone. */
export interface Change {
  at: (string | number)[];
  to?: unknown;
}

export interface PlainOutcome {
  winners: number[];
  scores: number[];
  breakdown: Record<string, unknown>[];
  how: string;
}

export interface Welcome {
  type: "welcome";
  protocol: number;
  /** Sequence numbers are comparable only within one stream; a restarted server has a new one. */
  stream: string;
  /** The server's clock in milliseconds; only differences mean anything. */
  server: number;
  you: You;
  manners: Manners;
}

/** The whole room again: seats, presence, lag, votes, countdown. Replaces the last one. */
export interface RoomNow {
  type: "room";
  room: Room;
  clock: Clock | null;
}

/** The game as this viewer may see it, complete. */
export interface Snapshot {
  type: "snapshot";
  seq: number;
  clock: Clock;
  view: Record<string, unknown>;
  legal: Record<string, unknown>[];
  /** The latest events, oldest first, so that the log on a page does not start empty. */
  events: Happened[];
  /** The highest `n` of yours that was decided; 0 if you have just sat down. Count on from it. */
  played: number;
  commitment: string;
  outcome: PlainOutcome | null;
  /** The seed in decimal digits once the match is over; None before that. */
  seed: string | null;
}

/** What changed since `seq - 1`. */
export interface Delta {
  type: "delta";
  seq: number;
  clock: Clock;
  events: Happened[];
  changes: Change[];
  /** This seat's acts from now on; absent when they are the same as before. */
  legal?: Record<string, unknown>[];
  outcome?: PlainOutcome;
  seed?: string;
}

/** The act is in the log and on disk. Times are table times. */
export interface Ack {
  type: "ack";
  n: number;
  seq: number;
  /** When it was judged to have happened: the time in the log. */
  at: number;
  arrived: number;
}

/** The act was not done. A rule like OT-M3 is a game's, ST-n the engine's, SV-n the server's. */
export interface Refusal {
  type: "refused";
  n: number;
  rule: string;
  message: string;
  /** Whether the attempt itself cost something; events tell what. */
  costs: boolean;
}

/** Chat lines, oldest first: one as it is said, up to 100 after a welcome. */
export interface Chatted {
  type: "chat";
  lines: ChatLine[];
}

export interface Reacted {
  type: "reaction";
  seat: number | null;
  guest: string | null;
  name: string;
  reaction: "clap" | "heart" | "hurry" | "laugh" | "oops" | "think" | "wave" | "wow";
}

export interface Pong {
  type: "pong";
  id: number;
  server: number;
}

/** Answer at once with an echo of the same id. */
export interface Probe {
  type: "probe";
  id: string;
}

/** What the rules say to a question: an answer, or the rule that refuses one, and why. */
export interface Answered {
  type: "told";
  id: number;
  answer: Record<string, unknown> | null;
  rule: string | null;
  message: string | null;
}

/** What a bot would do in your seat, and why; without an act it would wait. Where there is no hint, the rule by which there is none and why; `why` is None then. */
export interface Hinted {
  type: "hinted";
  id: number;
  act: Record<string, unknown> | null;
  why: string | null;
  rule: string | null;
  message: string | null;
}

/** Something was not accepted; the connection stays open. `code` is an SV number. */
export interface Problem {
  type: "problem";
  code: string;
  message: string;
}

/** Sent before the server closes on purpose. Come back after so many milliseconds, or not at all (None). */
export interface Bye {
  type: "bye";
  code: number;
  reason: string;
  come_back_after: number | null;
}

export interface NameMe {
  name: string;
}

export interface NewTable {
  game: string;
  /** None: one for you and one for each bot, or the fewest that the game allows. */
  seats?: number | null;
  options?: Record<string, unknown>;
  visibility?: "link" | "open" | "private";
  pace?: number;
  /** Levels for the last seats, in order. */
  bots?: string[];
  /** Take the first seat yourself. */
  sit?: boolean;
  /** Start at once, without a countdown. Every other seat must be a bot's. */
  start?: boolean;
}

export interface PlayWithSomebody {
  game: string;
}

export interface SeatBot {
  level: string;
}

export interface Me {
  guest: string | null;
  name: string | null;
  /** Tables at which this guest sits or sat: first those that are not over, each newest first. */
  tables: TableLine[];
  /** Tables that people they have played with invite them to. */
  invitations?: Invitation[];
  /** Ids of tables among these where a turn-based game waits for this guest. */
  my_turn?: string[];
}

/** How others reach this server; told only to somebody who uses it on its own machine. */
export interface Reach {
  /** Where other devices find the site; None if they cannot, or if you are not to be told. */
  address: string | null;
  /** If they cannot: what to type so that those on the same network can. */
  line: string | null;
}

export interface BotLevel {
  level: string;
  title: string;
  /** How it plays, in a few words; empty if its author said nothing. */
  about: string;
}

export interface GameInfo {
  name: string;
  title: string;
  blurb: string;
  rules: number;
  min_seats: number;
  max_seats: number;
  real_time: boolean;
  bots: BotLevel[];
  /** The JSON Schema (2020-12) of the table options. */
  options: Record<string, unknown>;
  /** How long a game takes, as the box would say it. */
  length: string;
  /** What somebody who has never played needs to know first. */
  goal: string;
  /** What the places of its view and its acts mean: see docs/boards.md. */
  legend: Record<string, unknown>;
  /** The address of the picture on its box, if it has one. */
  cover: string | null;
  /** The address of its own board, an ES module, if it has one. */
  board: string | null;
}

export interface Games {
  games: GameInfo[];
}

/** A table in a list. */
export interface TableLine {
  id: string;
  game: string;
  title: string;
  stage: "closed" | "countdown" | "gathering" | "over" | "playing";
  seats: number;
  free: number;
  /** Who plays there, or played there at the end. */
  names: string[];
  /** For each seat, the person for whom a bot plays there. */
  before: (string | null)[];
  pace: number;
  created: string;
  started: string | null;
  ended: string | null;
  winners: number[];
  link: string;
}

/** Somebody you have played with, under the name they had then. */
export interface Companion {
  guest: string;
  name: string;
  /** The game you played last. */
  title: string;
  when: string;
}

export interface Companions {
  people: Companion[];
}

export interface Invitation {
  guest: string;
  /** Who invites you. */
  name: string;
  table: TableLine;
}

export interface Tables {
  tables: TableLine[];
  /** Pass as `before` to get the older ones; None at the end. */
  next: string | null;
}

/** You sit. The seat's token comes as an http-only cookie. */
export interface Seated {
  /** None if you made a table without sitting down, and while the others are being asked. */
  seat: number | null;
  room: Room;
  /** If the seat is in a running game: the people there are asked whether you may have it. */
  request?: SeatRequest | null;
}

/** What somebody who has never played this game reads and sees before their own game begins. */
export interface Example {
  seat: number;
  /** What I want, what I do, how long I have: at most three; a heading stands before a colon. */
  lessons: string[];
  /** Table time of `view`; no sand runs here. */
  now: number;
  /** A table that nobody plays, as this seat would see it. It is never the one that is played. */
  view: Record<string, unknown>;
  legal: Record<string, unknown>[];
}

/** A finished game. */
export interface MatchInfo {
  id: string;
  game: string;
  title: string;
  rules: number;
  /** Who played in each seat at the end. */
  names: string[];
  /** The bot level of each seat, None for a person. */
  bots: (string | null)[];
  /** For each seat, the person for whom a bot played there at the end. */
  before: (string | null)[];
  options: Record<string, unknown>;
  pace: number;
  started: string;
  ended: string;
  /** Table time at the end, in milliseconds. */
  length: number;
  acts: number;
  outcome: PlainOutcome | null;
  commitment: string;
  seed: string;
}

export interface Position {
  at: number;
  viewer: "all" | "nobody" | number;
  /** As the seat, or somebody who only watches, saw it. */
  view: Record<string, unknown> | null;
  /** The whole position, secrets included: for viewer `all`. */
  dump: Record<string, unknown> | null;
}

/** One moment of a finished game: what happened, and how that changed the view. */
export interface Frame {
  at: number;
  events: Happened[];
  changes: Change[];
}

/** A game as a viewer saw it, to be watched again; a long one comes in pages. */
export interface Story {
  viewer: string;
  /** Table time of `view`. */
  at: number;
  /** What was seen before the first frame. */
  view: Record<string, unknown>;
  frames: Frame[];
  /** Pass as `start` to get the next page; None at the end. */
  next: number | null;
  /** Table time at the end. */
  length: number;
}

/** One seat on the fairness sheet; milliseconds, one way. */
export interface LagLine {
  seat: number;
  name: string;
  acts: number;
  lag_median: number;
  lag_worst: number;
  credit_total: number;
  credit_most: number;
}

/** Two acts of different seats, judged less than 100 ms apart, whose order mattered. They arrived in the other order, or the second was refused. */
export interface Race {
  at: number;
  first: number;
  second: number;
  /** By effective time, in milliseconds. */
  apart: number;
  /** The seat whose act arrived first. */
  arrived_first: number;
  /** Whether they arrived in the other order. */
  overturned: boolean;
  /** Whether the second act was refused. */
  lost: boolean;
}

export interface FairnessSheet {
  /** The longest the server held an act back, in milliseconds. */
  window: number;
  /** The longest round trip that is ever credited to an act, in milliseconds. */
  cap: number;
  seats: LagLine[];
  races: Race[];
}

/** An RFC 9457 problem, served as application/problem+json. */
export interface Wrong {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** An SV number, or the rule that forbids it. */
  code: string;
  /** What would be accepted instead: with SV-13 a name that is not taken. */
  suggestion?: string | null;
}

export type FromClient =
  | Hello
  | DoAct
  | SayReady
  | WantPause
  | AnswerRequest
  | Say
  | MakeOffer
  | React
  | Ping
  | Echo
  | Ask
  | Hint;

export type FromServer =
  | Welcome
  | RoomNow
  | Snapshot
  | Delta
  | Ack
  | Refusal
  | Chatted
  | Reacted
  | Pong
  | Probe
  | Answered
  | Hinted
  | Problem
  | Bye;
