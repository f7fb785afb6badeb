/** Notifications of this browser: only where they were asked for, and only when nobody looks. */

import { keep, kept } from './kept';

/** What the browser says about it; `unsupported` also where it says so only when one tries. */
export type Permission = 'default' | 'granted' | 'denied' | 'unsupported';

export interface Call {
  /** A newer call about the same thing takes the place of an older one. */
  about: string;
  title: string;
  body: string;
  onclick: () => void;
}

function permissionNow(): Permission {
  // Over plain http, a browser has them and refuses them without asking.
  if (!('Notification' in globalThis) || globalThis.isSecureContext === false) return 'unsupported';
  return Notification.permission;
}

export class CallMe {
  permission: Permission = $state(permissionNow());
  private wanted: boolean = $state(kept('call') === 'on');
  private offered: boolean = $state(kept('call') !== null || kept('call-offered') !== null);
  private open = new Map<string, Notification>();

  constructor() {
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.back();
    });
  }

  /** Whether it was never said if calls are wanted, nor asked before. */
  get offers(): boolean {
    return this.permission === 'default' && !this.offered;
  }

  /** Whether calls come. */
  get on(): boolean {
    return this.wanted && this.permission === 'granted';
  }

  /** The offer has been seen: it is not made again. */
  wasOffered(): void {
    this.offered = true;
    keep('call-offered', 'yes');
  }

  /** Turn calls on or off; the browser asks when it has not yet. */
  async turn(on: boolean): Promise<void> {
    this.wanted = on;
    this.offered = true;
    keep('call', on ? 'on' : 'off');
    if (!on || this.permission !== 'default') return;
    try {
      this.permission = await Notification.requestPermission();
    } catch {
      this.permission = 'unsupported';
    }
  }

  /** What there is to say about it in the settings. */
  get words(): string {
    switch (this.permission) {
      case 'denied':
        return 'This browser blocks notifications from this site; you can allow them in its own settings. The title and the icon of the page will tell you, too';
      case 'unsupported':
        return 'This browser shows no notifications from this address. The title and the icon of the page will tell you instead';
      default:
        return 'A notification when you are on another page';
    }
  }

  /** What came of turning it on. There is room for one sentence. */
  get outcome(): string {
    if (this.on) return 'You will get a notification when it is your turn.';
    return this.permission === 'default'
      ? 'No notifications, then. The title of this page will tell you.'
      : 'This browser blocks notifications. The title of this page will tell you.';
  }

  /** Call somebody who is looking elsewhere. */
  call({ about, title, body, onclick }: Call): void {
    if (!this.on || document.visibilityState === 'visible') return;
    try {
      const made = new Notification(title, { body, tag: about, icon: '/icon-turn.svg' });
      made.onclick = () => {
        window.focus();
        made.close();
        onclick();
      };
      this.open.set(about, made);
    } catch {
      // Some phones have the name of it and nothing behind it.
      this.permission = 'unsupported';
    }
  }

  /** Whoever is back needs no call; the browser's settings may have changed meanwhile. */
  private back(): void {
    for (const one of this.open.values()) one.close();
    this.open.clear();
    if (this.permission !== 'unsupported') this.permission = permissionNow();
  }
}

export const callMe = new CallMe();
