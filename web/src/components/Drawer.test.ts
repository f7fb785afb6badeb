// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import Drawer from './Drawer.svelte';

// A wide screen, and what jsdom does not have and a browser does.
vi.hoisted(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal('innerWidth', 1440);
  HTMLDialogElement.prototype.show = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

afterEach(cleanup);

function opened() {
  const close = vi.fn();
  const children = createRawSnippet(() => ({ render: () => '<p>The rules.</p>' }));
  render(Drawer, { title: 'Rules', close, children });
  return close;
}

test('Escape closes it from inside, and when it is pressed nowhere', async () => {
  const close = opened();
  await fireEvent.keyDown(screen.getByText('The rules.'), { key: 'Escape' });
  expect(close).toHaveBeenCalledTimes(1);
  await fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(close).toHaveBeenCalledTimes(2);
});

test('Escape is left to what has the focus beside it', async () => {
  const close = opened();
  const field = document.body.appendChild(document.createElement('input'));
  const heard = vi.fn();
  field.addEventListener('keydown', heard);
  await fireEvent.keyDown(field, { key: 'Escape' });
  expect(heard).toHaveBeenCalledTimes(1);
  expect(close).not.toHaveBeenCalled();
  field.remove();
});
