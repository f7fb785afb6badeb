export type Theme = 'auto' | 'light' | 'dark';

function stored(name: string): string | null {
  try {
    return localStorage.getItem(`sandtable.${name}`);
  } catch {
    return null; // storage may be forbidden; then nothing is kept
  }
}

function store(name: string, value: string): void {
  try {
    localStorage.setItem(`sandtable.${name}`, value);
  } catch {
    // as above
  }
}

/** What this browser keeps: how the page looks and whether it may be heard. */
class Settings {
  theme: Theme = $state((stored('theme') as Theme | null) ?? 'auto');
  sound: boolean = $state(stored('sound') === 'on');
  side: boolean = $state(stored('side') !== 'folded');
  reducedMotion: boolean = $state(false);
  private known: string[] = $state((stored('known') ?? '').split(' ').filter(Boolean));
  private atNight: boolean = $state(false);

  private night = matchMedia('(prefers-color-scheme: dark)');
  private still = matchMedia('(prefers-reduced-motion: reduce)');

  constructor() {
    this.reducedMotion = this.still.matches;
    this.still.addEventListener('change', () => (this.reducedMotion = this.still.matches));
    this.night.addEventListener('change', () => this.look());
    this.look();
  }

  get dark(): boolean {
    return this.theme === 'dark' || (this.theme === 'auto' && this.atNight);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    store('theme', theme);
    this.show();
  }

  setSound(on: boolean): void {
    this.sound = on;
    store('sound', on ? 'on' : 'off');
  }

  setSide(open: boolean): void {
    this.side = open;
    store('side', open ? 'open' : 'folded');
  }

  /** Whether somebody at this browser has seen what a game is about. */
  knows(game: string): boolean {
    return this.known.includes(game);
  }

  learn(game: string): void {
    if (this.knows(game)) return;
    this.known = [...this.known, game];
    store('known', this.known.join(' '));
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
