const FIRST = ['Curious', 'Early', 'Gentle', 'Late', 'Lucky', 'Merry', 'Patient', 'Quiet', 'Sunny'];
const LAST = ['Badger', 'Crane', 'Finch', 'Fox', 'Hare', 'Heron', 'Lynx', 'Otter', 'Wren'];

/** Whether somebody has such a name, and so did not choose it. */
export function isSuggested(name: string): boolean {
  const [first, last, ...more] = name.split(' ');
  return FIRST.includes(first ?? '') && LAST.includes(last ?? '') && more.every((one) => +one > 0);
}

/** A name to begin with, so that nobody has to fill in a form before playing. */
export function suggestedName(chance: () => number = Math.random): string {
  const pick = (words: string[]): string => words[Math.floor(chance() * words.length)] ?? 'Guest';
  return `${pick(FIRST)} ${pick(LAST)}`;
}
