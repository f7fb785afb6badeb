/** For the gallery: pieces that belong to one board. */

import type { Component } from 'svelte';
import OutOfTime from './out-of-time/Pieces.svelte';

export const ownPieces: Component[] = [OutOfTime];
