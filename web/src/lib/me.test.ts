import { afterEach, expect, test, vi } from 'vitest';
import { api } from './api';
import { myself } from './me.svelte';
import type { Me } from './protocol';

afterEach(() => {
  vi.restoreAllMocks();
  myself.now = null;
});

test('whoever asks for a name twice at the same time gets one', async () => {
  const me = (name: string | null): Me => ({ name }) as unknown as Me;
  vi.spyOn(api, 'me').mockResolvedValue(me(null));
  const naming = vi.spyOn(api, 'nameMe').mockImplementation((name) => Promise.resolve(me(name)));
  await Promise.all([myself.haveName(), myself.haveName()]);
  expect(naming).toHaveBeenCalledTimes(1);
  await myself.haveName();
  expect(naming).toHaveBeenCalledTimes(1);
});

test('a name that could not be had is asked for again', async () => {
  vi.spyOn(api, 'me').mockRejectedValueOnce(new Error('offline'));
  await expect(myself.haveName()).rejects.toThrow('offline');
  vi.spyOn(api, 'me').mockResolvedValue({ name: 'Ada' } as unknown as Me);
  await myself.haveName();
  expect(myself.now?.name).toBe('Ada');
});
