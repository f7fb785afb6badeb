/** What a newcomer reads: "To win: fill three cards." is a heading and what it is about. */

export interface Lesson {
  heading: string;
  text: string;
}

/** So much may stand before a colon and still be a heading. */
const LONGEST_HEADING = 20;

export function lessonOf(said: string): Lesson {
  const at = said.indexOf(': ');
  if (at <= 0 || at > LONGEST_HEADING) return { heading: '', text: said };
  return { heading: said.slice(0, at + 1), text: said.slice(at + 2) };
}
