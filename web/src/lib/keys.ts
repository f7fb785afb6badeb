import type { KeyHelp } from '../boards/types';

export const COMMON_KEYS: KeyHelp[] = [
  { keys: ['Tab'], does: 'Go to the next thing that can be done' },
  { keys: ['Enter', 'Space'], does: 'Do it' },
  { keys: ['?'], does: 'These keys' },
  { keys: ['R'], does: 'Rules' },
  { keys: ['T'], does: 'Talk: log and chat' },
  { keys: ['P'], does: 'Ask for a pause, or to go on' },
  { keys: ['M'], does: 'Sound on or off' },
  { keys: ['Esc'], does: 'Close what is open' },
];

export type Command = 'help' | 'rules' | 'talk' | 'pause' | 'sound';

const COMMANDS: Record<string, Command> = {
  '?': 'help',
  r: 'rules',
  t: 'talk',
  p: 'pause',
  m: 'sound',
};

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
  defaultPrevented: boolean;
}

/** What a key asks of the table. Boards come first: what they handled is prevented already. */
export function commandOf(event: Pressed, typing: boolean): Command | null {
  if (typing || event.defaultPrevented || event.repeat) return null;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return COMMANDS[event.key.toLowerCase()] ?? null;
}
