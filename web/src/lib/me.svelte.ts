import { api } from './api';
import { suggestedName } from './names';
import type { Me } from './protocol';
import { forgetSeen } from './seen';

/** Who sits before this page. */
class Myself {
  now: Me | null = $state.raw(null);
  private naming: Promise<void> | null = null;

  async load(): Promise<Me> {
    this.now = await api.me();
    return this.now;
  }

  async rename(name: string): Promise<void> {
    this.now = await api.nameMe(name);
  }

  async decline(table: string): Promise<void> {
    this.now = await api.decline(table);
  }

  async signOutElsewhere(): Promise<void> {
    this.now = await api.renewMe();
  }

  async forget(): Promise<void> {
    this.now = await api.forgetMe();
    forgetSeen();
  }

  /**
   * Whoever has no name yet gets one, so that one click is enough to play. Asked again meanwhile,
   * it is the same name: two would be two people.
   */
  haveName(): Promise<void> {
    this.naming ??= this.takeName().finally(() => (this.naming = null));
    return this.naming;
  }

  private async takeName(): Promise<void> {
    const me = this.now ?? (await this.load());
    if (!me.name) await this.rename(suggestedName());
  }
}

export const myself = new Myself();
