// @vitest-environment jsdom

import { beforeEach, expect, test, vi } from 'vitest';
import { CallMe } from './callme.svelte';
import { TurnCalls } from './turncalls.svelte';

/** A browser's notifications, as far as they are used here. */
function stub(permission: NotificationPermission, answer = permission): Made[] {
  const made: Made[] = [];
  class Fake implements Made {
    static permission = permission;
    static requestPermission = vi.fn(() => {
      Fake.permission = answer;
      return Promise.resolve(answer);
    });
    onclick: (() => void) | null = null;
    close = vi.fn();
    constructor(
      readonly title: string,
      readonly options: NotificationOptions,
    ) {
      made.push(this);
    }
  }
  vi.stubGlobal('Notification', Fake);
  vi.stubGlobal('isSecureContext', true);
  return made;
}

interface Made {
  title: string;
  options: NotificationOptions;
  onclick: (() => void) | null;
  close: () => void;
}

let visibility: DocumentVisibilityState = 'hidden';
vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
const CALL = { about: 't', title: 'Your turn: Chess', body: '', onclick: vi.fn() };

beforeEach(() => {
  localStorage.clear();
  visibility = 'hidden';
  CALL.onclick.mockClear();
});

test('the offer comes once, when my turn has passed, and only where one may go away', () => {
  stub('default');
  const turns = new TurnCalls(new CallMe());
  turns.look(true, true, () => CALL);
  expect(turns.said).toBeNull();
  turns.look(false, false, () => CALL);
  expect(turns.said).toBeNull();
  turns.look(true, true, () => CALL);
  turns.look(false, true, () => CALL);
  expect(turns.said?.buttons?.map((one) => one.label)).toEqual(['Yes', 'No']);
  // It goes when there is something else to do, and does not come back, at any table.
  turns.look(true, true, () => CALL);
  turns.look(false, true, () => CALL);
  expect(turns.said).toBeNull();
  expect(new CallMe().offers).toBe(false);
});

test('once allowed, somebody who looks elsewhere is called, and nobody else', async () => {
  const made = stub('default', 'granted');
  const calls = new CallMe();
  const turns = new TurnCalls(calls);
  turns.look(true, true, () => CALL);
  turns.look(false, true, () => CALL);
  turns.said?.buttons?.[0]?.press();
  await vi.waitFor(() => expect(calls.on).toBe(true));
  await vi.waitFor(() =>
    expect(turns.said?.words).toBe('You will get a notification when it is your turn.'),
  );
  turns.look(true, true, () => CALL);
  expect(made.map((one) => one.title)).toEqual(['Your turn: Chess']);
  expect(made[0]?.options.tag).toBe('t');
  visibility = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(made[0]?.close).toHaveBeenCalled();
  turns.look(false, true, () => CALL);
  turns.look(true, true, () => CALL);
  expect(made).toHaveLength(1);
  // It is remembered, until it is turned off.
  visibility = 'hidden';
  const later = new CallMe();
  later.call(CALL);
  made[1]?.onclick?.();
  expect(CALL.onclick).toHaveBeenCalledTimes(1);
  await later.turn(false);
  later.call(CALL);
  expect(made).toHaveLength(2);
});

test('a browser that blocks it, or cannot do it, is spoken of in words', async () => {
  const made = stub('default', 'denied');
  const calls = new CallMe();
  const turns = new TurnCalls(calls);
  turns.look(true, true, () => CALL);
  turns.look(false, true, () => CALL);
  turns.said?.buttons?.[0]?.press();
  await vi.waitFor(() => expect(turns.said?.words).toMatch(/blocks notifications/));
  expect(calls.on).toBe(false);
  expect(calls.words).toMatch(/allow them in its own settings/);
  calls.call(CALL);
  expect(made).toHaveLength(0);

  vi.stubGlobal('isSecureContext', false);
  const unsafe = new CallMe();
  expect(unsafe.permission).toBe('unsupported');
  expect(unsafe.words).toMatch(/no notifications from this address/);

  // Some phones have the name of it and nothing behind it.
  stub('granted');
  localStorage.setItem('sandtable.call', 'on');
  const phone = new CallMe();
  vi.stubGlobal(
    'Notification',
    Object.assign(
      function () {
        throw new TypeError('Illegal constructor');
      },
      { permission: 'granted' },
    ),
  );
  phone.call(CALL);
  expect(phone.permission).toBe('unsupported');
});
