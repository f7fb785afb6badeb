/**
 * Sand that runs by itself: the browser moves it (Web Animations), script only says from when to
 * when, and says so again when the table's clock changed.
 */

import type { TableClock } from '../boards/types';

/** How far the sand sinks in the upper bulb and rises in the lower one, in units of the glass. */
export const SINKS = 27;
export const RISES = 27;

export interface SandParts {
  upper: Element;
  lower: Element;
  stream: Element;
}

export interface Run {
  runsOutAt: number;
  timerMs: number;
}

/** How much sand is still above, from 1 (just turned over) to 0 (run through). */
export function sandLeft(run: Run, now: number): number {
  const left = (run.runsOutAt - now) / run.timerMs;
  return Math.min(1, Math.max(0, left));
}

/** Lets the sand run until `runsOutAt`; the answer stops it. */
export function runSand(parts: SandParts, run: Run, clock: TableClock): () => void {
  if (typeof parts.upper.animate !== 'function') return () => undefined;
  const timing: KeyframeAnimationOptions = { duration: run.timerMs, fill: 'both' };
  const sands = [
    parts.upper.animate(between(0, SINKS), timing),
    parts.lower.animate(between(RISES, 0), timing),
    parts.stream.animate([{ opacity: 1 }, { opacity: 0 }], {
      ...timing,
      easing: 'step-end',
    }),
  ];
  return followClock(sands, run, clock);
}

/** Lets animations that last `timerMs` go with the table's clock; the answer ends them. */
export function followClock(animations: Animation[], run: Run, clock: TableClock): () => void {
  const set = (): void => {
    for (const animation of animations) setToClock(animation, run, clock);
  };
  set();
  const forget = clock.onchange(set);
  return () => {
    forget();
    for (const animation of animations) animation.cancel();
  };
}

/** Puts an animation that lasts `timerMs` of table time where the table's clock has it. */
export function setToClock(animation: Animation, run: Run, clock: TableClock): void {
  const { rate } = clock;
  if (rate > 0) {
    animation.playbackRate = rate;
    animation.startTime = clock.localTime(run.runsOutAt) - run.timerMs / rate;
  } else {
    animation.pause();
    animation.currentTime = run.timerMs * (1 - sandLeft(run, clock.now()));
  }
}

function between(from: number, to: number): Keyframe[] {
  return [{ transform: `translateY(${from}px)` }, { transform: `translateY(${to}px)` }];
}
