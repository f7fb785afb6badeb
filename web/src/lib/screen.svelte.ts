import { shapeOf, type Shape } from './shape';

const ROOMY = 1400;

/** The screen as it is now. Styles find its shape on the root element. */
class Screen {
  shape: Shape = $state('desk');
  /** There is room beside the table even for a board that needs the width. */
  roomy = $state(true);

  constructor() {
    this.look();
    addEventListener('resize', () => this.look());
  }

  /** Log and talk have a place of their own beside the board. */
  get wide(): boolean {
    return this.shape === 'desk';
  }

  private look(): void {
    // A keyboard that slides up makes the page lower; the phone was not turned.
    if (document.activeElement?.matches('input, textarea') && innerWidth === this.width) return;
    this.width = innerWidth;
    this.roomy = innerWidth >= ROOMY;
    this.shape = shapeOf(innerWidth, innerHeight);
    document.documentElement.dataset['shape'] = this.shape;
  }

  private width = 0;
}

export const screen = new Screen();
