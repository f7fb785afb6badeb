/** Back closes what lies over the table; from the table itself it asks before it leaves a game. */

import type { Said } from '../boards/types';
import { layers } from './layers';
import type { Room } from './protocol';
import { router } from './route.svelte';

export class Leaving {
  private asked = $state(false);

  constructor(
    inGame: () => boolean,
    private readonly room: () => Room,
  ) {
    $effect(() => {
      if (!inGame()) return undefined;
      const ask = (): void => {
        this.asked = true;
        gone = layers().add(ask);
      };
      let gone = layers().add(ask);
      return () => {
        this.asked = false;
        gone();
      };
    });
  }

  /** What is asked in the line, if somebody is about to leave. */
  get said(): Said | null {
    if (!this.asked) return null;
    return {
      words: this.room().over_days
        ? 'Leave this game? Your seat stays yours, and it waits for you.'
        : 'Leave this game? A bot will take over for you.',
      mood: 'go',
      buttons: [
        { label: 'Stay', press: () => (this.asked = false), primary: true },
        { label: 'Leave', press: () => router.go('/') },
      ],
    };
  }
}
