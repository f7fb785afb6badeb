// @vitest-environment jsdom

import '../testing/jsdom';
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { Goodbye } from '../lib/protocol';
import type { Table } from '../lib/table.svelte';
import ConnectionEnded from './ConnectionEnded.svelte';

afterEach(cleanup);

const table = {
  asking: { busy: false, wrong: '', waiting: null },
  connection: { open: vi.fn() },
} as unknown as Table;

function said(code: number, reason: string): string {
  render(ConnectionEnded, { table, connection: { state: 'ended', code, reason } });
  const words = screen.getByRole('alertdialog').textContent!.replace(/\s+/g, ' ');
  cleanup();
  return words;
}

test('only a page that the server does not understand is called old', () => {
  expect(said(Goodbye.NO_HELLO, 'The first message must be a hello.')).toContain(
    'This page is older than the server',
  );
  const told = said(Goodbye.TOO_BIG, 'That message is too long.');
  expect(told).toContain('The server has closed the connection That message is too long. Reload');
  expect(told).not.toContain('older');
});
