// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test } from 'vitest';
import { goToLine, keepFocus } from './focus';

let table: HTMLElement;
let stop: () => void;

beforeEach(() => {
  document.body.innerHTML = `
    <div id="table">
      <section class="line" aria-label="What to do"><p>Your move.</p></section>
      <section aria-label="Your mat">
        <section aria-label="Your cards"><button id="gone">Give</button><button>Keep</button></section>
        <button id="move">Move</button>
      </section>
    </div>
    <p>beside</p>`;
  table = document.querySelector('#table')!;
  stop = keepFocus(table);
});
afterEach(() => stop());

const at = (): string | null | undefined =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName;
const changed = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));
const button = (id: string): HTMLButtonElement => document.querySelector(`#${id}`)!;

test('what had the focus is gone: the part around it has it, and gives it up again', async () => {
  button('gone').focus();
  button('gone').remove();
  await changed();
  expect(at()).toBe('Your cards');
  button('move').focus();
  expect(document.querySelector('[tabindex]')).toBeNull();
});

test('what had the focus can no longer be used: the part around it has it', async () => {
  button('move').focus();
  button('move').blur(); // as a browser does by itself, and jsdom does not
  button('move').disabled = true;
  await changed();
  expect(at()).toBe('Your mat');
});

test('the part around it is gone as well: the next one around', async () => {
  button('gone').focus();
  button('gone').parentElement!.remove();
  await changed();
  expect(at()).toBe('Your mat');
});

test('the whole mat is gone: something of the table', async () => {
  button('move').focus();
  button('move').parentElement!.remove();
  await changed();
  expect(at()).toBe('What to do');
});

test('whoever lets go on purpose is left alone', async () => {
  button('move').focus();
  button('move').blur();
  await changed();
  button('gone').remove();
  await changed();
  expect(at()).toBe('BODY');
});

test('new words and buttons do not take the focus', async () => {
  button('move').focus();
  table.querySelector('.line')!.append(document.createElement('button'));
  await changed();
  expect(document.activeElement).toBe(button('move'));
});

test('L goes to the answer in the line, or to the line itself', () => {
  goToLine();
  expect(at()).toBe('What to do');
  const answer = document.createElement('button');
  table.querySelector('.line')!.append(answer);
  goToLine();
  expect(document.activeElement).toBe(answer);
});
