import type { KeyHelp } from '../boards/types';

export const COMMON_KEYS: KeyHelp[] = [
  { keys: ['Tab'], does: 'Go to the next thing you can do' },
  { keys: ['Enter', 'Space'], does: 'Do it' },
  { keys: ['L'], does: 'Go to the message above your mat' },
  { keys: ['?'], does: 'Show these keys' },
  { keys: ['R'], does: 'Rules' },
  { keys: ['T'], does: 'Log and chat' },
  { keys: ['W'], does: 'Who is at this table; the host can remove people' },
  { keys: ['P'], does: 'Ask to pause or to resume' },
  { keys: ['I'], does: 'Ask for a hint (against bots only)' },
  {
    keys: ['Y'],
    does: 'See again what happened while you were away (games played over several days)',
  },
  { keys: ['M'], does: 'Sound on or off' },
  { keys: [','], does: 'Settings' },
  { keys: ['Esc'], does: 'Close whatever is open' },
];

export type Command =
  'help' | 'rules' | 'talk' | 'who' | 'pause' | 'sound' | 'settings' | 'line' | 'lately' | 'hint';

const COMMANDS: Record<string, Command> = {
  '?': 'help',
  r: 'rules',
  t: 'talk',
  w: 'who',
  p: 'pause',
  m: 'sound',
  ',': 'settings',
  l: 'line',
  y: 'lately',
  i: 'hint',
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

export const REPLAY_KEYS: KeyHelp[] = [
  { keys: ['Space'], does: 'Play or pause' },
  { keys: ['←', '→'], does: 'Step back or forward' },
  { keys: ['J', 'L'], does: 'Ten seconds back or forward' },
  { keys: ['+', '-'], does: 'Faster or slower' },
  { keys: ['Home', 'End'], does: 'Go to the start or the end' },
  { keys: ['V'], does: 'Change whose view you see' },
  { keys: ['T'], does: 'Log' },
  { keys: ['R'], does: 'Rules' },
  { keys: ['M'], does: 'Sound on or off' },
  { keys: ['?'], does: 'Show these keys' },
];

export type ReplayCommand =
  | Exclude<Command, 'pause' | 'who' | 'settings' | 'line' | 'lately' | 'hint'>
  | 'play'
  | 'on'
  | 'back'
  | 'later'
  | 'earlier'
  | 'start'
  | 'end'
  | 'faster'
  | 'slower'
  | 'eyes';

const REPLAY_COMMANDS: Record<string, ReplayCommand> = {
  ' ': 'play',
  k: 'play',
  arrowright: 'on',
  arrowleft: 'back',
  l: 'later',
  j: 'earlier',
  home: 'start',
  end: 'end',
  '+': 'faster',
  '=': 'faster',
  '-': 'slower',
  v: 'eyes',
  '?': 'help',
  r: 'rules',
  t: 'talk',
  m: 'sound',
};

/** Keys that mean something else where a choice, a slider or a button has the focus. */
const OWN_KEYS: Record<string, string> = {
  ' ': 'button, a, summary, [role=button]',
  arrowleft: 'input, select, [data-square], [data-space]',
  arrowright: 'input, select, [data-square], [data-space]',
  home: 'input, select',
  end: 'input, select',
};

/** What a key asks of a replay. Held arrows go on stepping; nothing else repeats. */
export function replayCommandOf(
  event: Pressed & { target?: EventTarget | null },
  typing: boolean,
): ReplayCommand | null {
  const key = event.key.toLowerCase();
  if (typing || event.defaultPrevented) return null;
  if (event.repeat && !key.startsWith('arrow')) return null;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const own = OWN_KEYS[key];
  if (own && isElement(event.target) && event.target.closest(own)) return null;
  return REPLAY_COMMANDS[key] ?? null;
}

function isElement(target: EventTarget | null | undefined): target is Element {
  return typeof (target as Partial<Element> | null | undefined)?.closest === 'function';
}

/** Whether somebody writes there, or chooses by letters. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    isElement(target) &&
    target.matches('input:not([type=range], [type=radio], [type=checkbox]), textarea, select')
  );
}
