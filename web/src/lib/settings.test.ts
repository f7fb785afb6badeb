// @vitest-environment jsdom

import { beforeEach, expect, test, vi } from 'vitest';
import type { settings as Settings } from './settings.svelte';

/** The settings as a page finds them that was opened just now. */
async function opened(): Promise<typeof Settings> {
  vi.resetModules();
  return (await import('./settings.svelte')).settings;
}

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
});

test('a game is new until somebody has begun it, in this browser', async () => {
  const settings = await opened();
  expect(settings.isNew('watch')).toBe(true);
  settings.meet('watch');
  expect(settings.isNew('watch')).toBe(false);
  expect(settings.isNew('out-of-time')).toBe(true);
  expect((await opened()).isNew('watch')).toBe(false);
});

test('whoever finished a game before there were lessons is not taught it', async () => {
  localStorage.setItem('sandtable.known', 'watch');
  expect((await opened()).isNew('watch')).toBe(false);
});

test('there is a hint on the second visit, and neither before nor after', async () => {
  let settings = await opened();
  settings.meet('watch');
  expect(settings.wantsHint('watch')).toBe(false);
  settings = await opened();
  expect(settings.wantsHint('watch')).toBe(true);
  settings.learn('watch');
  expect(settings.wantsHint('watch')).toBe(false);
  expect((await opened()).wantsHint('watch')).toBe(false);
});

test('without hints nothing is new; when they are wanted again, everything is', async () => {
  const settings = await opened();
  settings.meet('watch');
  settings.setHints(false);
  expect(settings.isNew('out-of-time')).toBe(false);
  expect(settings.offersSound).toBe(false);
  settings.setHints(true);
  expect(settings.isNew('watch')).toBe(true);
  expect((await opened()).isNew('watch')).toBe(true);
});

test('sound is offered until it was answered, however it was', async () => {
  let settings = await opened();
  expect(settings.offersSound).toBe(true);
  settings.setSound(false);
  expect(settings.offersSound).toBe(false);
  expect((await opened()).offersSound).toBe(false);
  localStorage.clear();
  settings = await opened();
  settings.soundWasOffered();
  expect(settings.sound).toBe(false);
  expect(settings.offersSound).toBe(false);
  settings = await opened();
  expect(settings.offersSound).toBe(false);
  expect(settings.sound).toBe(false);
});
