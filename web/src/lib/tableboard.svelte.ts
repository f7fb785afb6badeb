/** The board of a table: loaded with what its game says, and replaced when it fails. */

import { boardOf, plainBoard } from '../boards';
import type { GameAtTable, GameBoard } from '../boards/types';
import { atTable, gameInfo } from './games';
import type { GameInfo } from './protocol';
import { settings } from './settings.svelte';

interface AtTable {
  game: string;
  title: string;
  options: Record<string, unknown>;
}

export class TableBoard {
  board: GameBoard | null = $state.raw(null);
  info: GameInfo | null = $state.raw(null);
  /** Said to players when they do not see the board that the game has. */
  said: string = $state('');
  /** Whether the plain board stands in for one that failed. */
  private plain = false;

  constructor(private readonly table: AtTable) {
    void this.load();
  }

  /** The game as a board is told of it. */
  get game(): GameAtTable {
    return atTable(this.info, this.table);
  }

  get goal(): string {
    return this.info?.goal ?? '';
  }

  private async load(): Promise<void> {
    const { game } = this.table;
    // A board without words for things is still a board.
    this.info = await gameInfo(game).catch(() => null);
    try {
      this.board = settings.plainBoards
        ? await plainBoard()
        : await boardOf(game, this.info?.board ?? null);
    } catch (why) {
      this.fail(why);
    }
  }

  /** The board does not work: the plain one takes its place, and says so. */
  fail = (why: unknown): void => {
    console.warn(`The board of ${this.table.game} failed:`, why);
    if (this.plain) {
      this.board = null;
      this.said = 'The board could not be shown. Reload the page to try again.';
      return;
    }
    this.plain = true;
    this.said = 'The board that comes with this game does not work here, so you see the plain one.';
    this.board = null;
    void plainBoard().then((found) => (this.board = found), this.fail);
  };
}
