/** A Svelte component as a part of a board. */

import { mount, unmount, type Component } from 'svelte';
import Alive from './Alive.svelte';
import type { Part } from './types';

/** What a part was given last; it is taken whole, so nothing in it is watched piece by piece. */
export class Live<Given> {
  given: Given = $state.raw() as Given;

  constructor(given: Given) {
    this.given = given;
  }
}

// Props are what is given: a component that asks for more is no part of a board.
export function part<Given extends object>(component: Component<Given>): Part<Given> {
  return (target, given) => {
    const live = new Live(given);
    const props = { component: component as Component<object>, live: live as Live<object> };
    const mounted = mount(Alive, { target, props });
    return {
      update: (next) => void (live.given = next),
      destroy: () => void unmount(mounted),
    };
  };
}
