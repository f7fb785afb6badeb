import { keep, kept } from './kept';

export type Theme = 'auto' | 'light' | 'dark';
export type Motion = 'auto' | 'full' | 'little';

function words(name: string): string[] {
  return (kept(name) ?? '').split(' ').filter(Boolean);
}

/** What this browser keeps: how the page looks and whether it may be heard. */
class Settings {
  theme: Theme = $state((kept('theme') as Theme | null) ?? 'auto');
  sound: boolean = $state(kept('sound') === 'on');
  side: boolean = $state(kept('side') !== 'folded');
  motion: Motion = $state((kept('motion') as Motion | null) ?? 'auto');
  vibration: boolean = $state(kept('vibration') !== 'off');
  hints: boolean = $state(kept('hints') !== 'off');
  /** Against bots alone one's own cards lie open. */
  openCards: boolean = $state(kept('cards') === 'open');
  /** Tables in words and buttons, whatever board a game has. */
  plainBoards: boolean = $state(kept('boards') === 'plain');
  reducedMotion: boolean = $state(false);
  private known: string[] = $state(words('known'));
  private met: string[] = $state(words('met'));
  /** Games met since this page was opened: whoever has just read about one needs no hint. */
  private metNow: string[] = $state([]);
  private soundAnswered: boolean = $state(kept('sound') !== null || kept('sound-offered') !== null);
  private atNight: boolean = $state(false);

  private night = matchMedia('(prefers-color-scheme: dark)');
  private still = matchMedia('(prefers-reduced-motion: reduce)');

  constructor() {
    this.move();
    this.still.addEventListener('change', () => this.move());
    this.night.addEventListener('change', () => this.look());
    this.look();
  }

  get dark(): boolean {
    return this.theme === 'dark' || (this.theme === 'auto' && this.atNight);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    keep('theme', theme);
    this.show();
  }

  setSound(on: boolean): void {
    this.sound = on;
    keep('sound', on ? 'on' : 'off');
    this.soundAnswered = true;
  }

  /** Whether it was never said if there should be sound, nor asked in an earlier game. */
  get offersSound(): boolean {
    return this.hints && !this.soundAnswered;
  }

  /** The offer was there for a whole game: that is an answer, too. */
  soundWasOffered(): void {
    if (this.soundAnswered) return;
    this.soundAnswered = true;
    keep('sound-offered', 'yes');
  }

  setMotion(motion: Motion): void {
    this.motion = motion;
    keep('motion', motion);
    this.move();
  }

  setVibration(on: boolean): void {
    this.vibration = on;
    keep('vibration', on ? 'on' : 'off');
  }

  setHints(on: boolean): void {
    this.hints = on;
    keep('hints', on ? 'on' : 'off');
    // Whoever asks for hints wants those that they have seen, too.
    if (on) this.unlearn();
  }

  setOpenCards(open: boolean): void {
    this.openCards = open;
    keep('cards', open ? 'open' : 'shut');
  }

  setPlainBoards(plain: boolean): void {
    this.plainBoards = plain;
    keep('boards', plain ? 'plain' : 'drawn');
  }

  setSide(open: boolean): void {
    this.side = open;
    keep('side', open ? 'open' : 'folded');
  }

  /** Whether nobody at this browser has ever begun this game. */
  isNew(game: string): boolean {
    return this.hints && !this.known.includes(game) && !this.met.includes(game);
  }

  /** Somebody has read what the game is about and begins. */
  meet(game: string): void {
    if (!this.isNew(game)) return;
    this.met = [...this.met, game];
    this.metNow = [...this.metNow, game];
    keep('met', this.met.join(' '));
  }

  /** Whether a hint helps: not somebody who knows the game, nor somebody who has just read it all. */
  wantsHint(game: string): boolean {
    return !this.knows(game) && !this.metNow.includes(game);
  }

  /** Whether somebody at this browser has seen what a game is about. */
  knows(game: string): boolean {
    return !this.hints || this.known.includes(game);
  }

  learn(game: string): void {
    if (this.knows(game)) return;
    this.known = [...this.known, game];
    keep('known', this.known.join(' '));
  }

  private unlearn(): void {
    this.known = [];
    this.met = [];
    this.metNow = [];
    keep('known', '');
    keep('met', '');
  }

  private move(): void {
    this.reducedMotion = this.motion === 'little' || (this.motion === 'auto' && this.still.matches);
    document.documentElement.dataset['motion'] = this.reducedMotion ? 'little' : 'full';
  }

  private look(): void {
    this.atNight = this.night.matches;
    this.show();
  }

  private show(): void {
    document.documentElement.dataset['theme'] = this.dark ? 'dark' : 'light';
  }
}

export const settings = new Settings();
