/** What a box would say that the server does not: how long it takes, and what it feels like. */

export interface Box {
  name: string;
  title: string;
  length: string;
  blurb: string;
  /** What somebody who has never played needs to know first. */
  goal?: string;
}

export const BOXES: Box[] = [
  {
    name: 'watch',
    title: 'The Watch',
    length: '5 minutes',
    blurb: 'Three shared pawns, a secret order, and a timer nobody can see.',
    goal: 'Your secret card says in which order the pawns shall stand when the hidden timer rings. In your turn choose a pawn and spend tokens to move it.',
  },
  {
    name: 'out-of-time',
    title: 'Out of Time',
    length: '15 minutes',
    blurb: 'Two sand timers each, no turns, and three cards to fill.',
    goal: 'Be the first to fill three cards. When a glass has run through, move it next to your other one, and take the cube of that colour if your card has room.',
  },
  {
    name: 'time-n-space',
    title: "Time 'n' Space",
    length: '30 minutes',
    blurb: 'Two sand timers each, one minute an action, half an hour to trade.',
  },
  {
    name: 'time-of-chaos',
    title: 'A Time of Chaos',
    length: '60 minutes',
    blurb: 'Deliver through three eras, and leave as little chaos behind as you can.',
  },
];

export function boxOf(name: string): Box | undefined {
  return BOXES.find((box) => box.name === name);
}

export function playersWords(least: number, most: number): string {
  return least === most ? `${least} players` : `${least} to ${most} players`;
}
