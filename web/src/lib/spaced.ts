/** Follows what changes, but not too closely: what is done again and again has a distance in time. */
export class Spaced {
  private doneAt = -Infinity;
  private later: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly spacing: number) {}

  /** Do it now, or as soon as the distance allows, instead of what still waits. */
  soon(what: () => void): void {
    clearTimeout(this.later);
    const run = (): void => {
      this.doneAt = performance.now();
      what();
    };
    const wait = this.doneAt + this.spacing - performance.now();
    if (wait > 0) this.later = setTimeout(run, wait);
    else run();
  }

  /** Do not do what still waits. */
  cancel(): void {
    clearTimeout(this.later);
  }

  /** The next one is about something else: it need not wait. */
  forget(): void {
    clearTimeout(this.later);
    this.doneAt = -Infinity;
  }
}
