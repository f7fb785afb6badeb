/** How somebody likes to play a game against bots, kept until they like it otherwise. */

import { keep, kept } from './kept';
import { Level, Pace, type BotLevel, type GameInfo } from './protocol';
import type { Field } from './schema';
import { paceWords } from './words';

export interface Liking {
  opponents: number;
  level: string;
  /** In percent, as a table has it. */
  pace: number;
}

const OPPONENTS = 2;

/** "a skilled bot"; just "a bot" until the page knows the game. */
export function botWords(game: GameInfo | null, level: string | null): string {
  const bot = game?.bots.find((one) => one.level === level);
  if (!bot) return 'a bot';
  const words = bot.title.toLowerCase();
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words} bot`;
}

/** Whom one can play against: without the random one, if the game has somebody better. */
export function opponentsOf(game: GameInfo): BotLevel[] {
  const thinking = game.bots.filter((bot) => bot.level !== Level.RANDOM);
  return thinking.length ? thinking : game.bots;
}

/** The level that is seated where nobody asked for another: the usual one, if the game has it. */
export function usualBot(game: GameInfo): string {
  const levels = game.bots.map((bot) => bot.level);
  return levels.includes(Level.USUAL) ? Level.USUAL : (levels.at(-1) ?? Level.USUAL);
}

export function fewestOpponents(game: GameInfo): number {
  return Math.max(1, game.min_seats - 1);
}

/** What was kept, as far as the game still allows it. */
export function likingOf(game: GameInfo): Liking {
  const usual = { opponents: OPPONENTS, level: usualBot(game), pace: 100 };
  const known = { ...usual, ...read(game.name) };
  const offered = opponentsOf(game).some((bot) => bot.level === known.level);
  const level = offered ? known.level : usual.level;
  const opponents = Math.min(
    game.max_seats - 1,
    Math.max(fewestOpponents(game), Math.round(known.opponents)),
  );
  return { opponents, level, pace: known.pace };
}

export function keepLiking(game: GameInfo, liking: Liking): void {
  keep(`like.${game.name}`, JSON.stringify(liking));
}

export function likingWords(game: GameInfo, liking: Liking): string {
  const { opponents, level, pace } = liking;
  const bot = game.bots.find((one) => one.level === level) ?? { level, title: level, about: '' };
  const speed = pace === 100 ? 'normal speed' : paceWords(pace).toLowerCase();
  return `${opponents} ${bot.title.toLowerCase()} ${opponents === 1 ? 'bot' : 'bots'} · ${speed}`;
}

/** What somebody answered on a game's card, as far as it is still asked there. */
export function answersOf(game: GameInfo, asked: Field[]): Record<string, unknown> {
  const known = parsed(`asked.${game.name}`);
  return Object.fromEntries(
    asked.flatMap(({ name, site }) =>
      site?.choices.some((one) => one.value === known[name]) ? [[name, known[name]]] : [],
    ),
  );
}

export function keepAnswers(game: GameInfo, answers: Record<string, unknown>): void {
  keep(`asked.${game.name}`, JSON.stringify(answers));
}

function parsed(name: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(kept(name) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function read(name: string): Partial<Liking> {
  const { opponents, level, pace } = parsed(`like.${name}`);
  return {
    ...(typeof opponents === 'number' && Number.isFinite(opponents) ? { opponents } : {}),
    ...(typeof level === 'string' ? { level } : {}),
    ...(typeof pace === 'number' && pace >= Pace.SLOWEST && pace <= Pace.QUICKEST ? { pace } : {}),
  };
}
