/** What the table itself has to say in the line, with its answers. */

import type { Said } from '../boards/types';
import { play } from '../sound';
import { router } from './route.svelte';
import { settings } from './settings.svelte';

export function soundOffer(): Said {
  const on = (): void => {
    settings.setSound(true);
    play('chime');
  };
  return {
    words: 'Turn the sound on?',
    mood: 'calm',
    buttons: [
      { label: 'Sound on', press: on, primary: true },
      { label: 'No', press: () => settings.setSound(false) },
    ],
  };
}

export function goalWords(game: string, goal: string): Said {
  return {
    // There is room for one sentence; the rest is in the rules.
    words: goal.split(/(?<=\.) /)[0] ?? goal,
    mood: 'calm',
    buttons: [{ label: 'Got it', press: () => settings.learn(game) }],
  };
}

/** For whoever only watched, when these people go on at another table. */
export function elsewhere(table: string): Said {
  return {
    words: 'They are playing again at another table.',
    mood: 'go',
    buttons: [{ label: 'Watch', press: () => router.go(`/t/${table}`), primary: true }],
  };
}
