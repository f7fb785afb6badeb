/** How much room there is: a wide screen has the others around the board, a phone above it. */
class Screen {
  wide: boolean = $state(true);
  private query = matchMedia('(min-width: 900px)');

  constructor() {
    this.wide = this.query.matches;
    this.query.addEventListener('change', () => (this.wide = this.query.matches));
  }
}

export const screen = new Screen();
