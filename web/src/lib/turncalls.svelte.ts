/** When it becomes my turn, and when it has just passed to somebody else. */

import type { Said } from '../boards/types';
import { callMe, type Call, type CallMe } from './callme.svelte';
import { listWords } from './words';

/** The call to a table. */
export function callAt(
  { id, title }: { id: string; title: string },
  others: string[],
  onclick: () => void,
): Call {
  return {
    about: id,
    title: `Your turn: ${title}`,
    body: others.length ? `You play with ${listWords(others)}.` : '',
    onclick,
  };
}

export class TurnCalls {
  private offering: boolean = $state(false);
  /** What came of the offer. */
  private answer: string = $state('');
  private was: boolean | null = null;

  constructor(private readonly calls: CallMe = callMe) {}

  /** Whether it is my turn now; `slow`: one may go away until it is again. */
  look(mine: boolean, slow: boolean, call: () => Call): void {
    const { was } = this;
    this.was = mine;
    if (was === null || was === mine) return;
    if (mine) {
      this.offering = false;
      this.answer = '';
      this.calls.call(call());
    } else if (slow && this.calls.offers) {
      this.calls.wasOffered();
      this.offering = true;
    }
  }

  /** What stands in the line about it. */
  get said(): Said | null {
    if (this.answer) {
      const button = { label: 'OK', press: () => (this.answer = '') };
      return { words: this.answer, mood: 'calm', buttons: [button] };
    }
    if (!this.offering) return null;
    return {
      words: 'Should this browser tell you when it is your turn again?',
      mood: 'calm',
      buttons: [
        { label: 'Yes', press: () => void this.reply(true), primary: true },
        { label: 'No', press: () => void this.reply(false) },
      ],
    };
  }

  private async reply(yes: boolean): Promise<void> {
    this.offering = false;
    await this.calls.turn(yes);
    if (yes) this.answer = this.calls.outcome;
  }
}
