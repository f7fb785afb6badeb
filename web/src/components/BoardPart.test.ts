// @vitest-environment jsdom

import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { NoBoard, checked } from '../boards';
import type { Mounted, Part } from '../boards/types';
import BoardPart from './BoardPart.svelte';

afterEach(cleanup);

function recorder() {
  const said: string[] = [];
  const part: Part<string> = (target, given) => {
    said.push(`mount ${given}`);
    target.textContent = given;
    return {
      update(next) {
        said.push(`update ${next}`);
        target.textContent = next;
      },
      destroy: () => void said.push('destroy'),
    };
  };
  return { said, part };
}

test('a part is mounted once, told what changes, and taken away', async () => {
  const { said, part } = recorder();
  const onfail = vi.fn();
  const { container, rerender, unmount } = render(BoardPart<string>, {
    part,
    given: 'one',
    onfail,
  });
  await rerender({ given: 'two' });
  await rerender({ given: 'two' });
  expect(container.textContent).toBe('two');
  unmount();
  expect(said).toEqual(['mount one', 'update two', 'destroy']);
  expect(onfail).not.toHaveBeenCalled();
});

test('another part takes the place of the first, on a clean table', async () => {
  const one = recorder();
  const other = recorder();
  const { container, rerender } = render(BoardPart<string>, {
    part: one.part,
    given: 'a',
    onfail: vi.fn(),
  });
  await rerender({ part: other.part });
  expect([one.said, other.said]).toEqual([['mount a', 'destroy'], ['mount a']]);
  expect(container.textContent).toBe('a');
});

test.each<[string, Part<string>, string[]]>([
  [
    'when it is mounted',
    () => {
      throw new Error('broken');
    },
    ['a'],
  ],
  [
    'when it is told something',
    () => ({
      update: () => {
        throw new Error('broken');
      },
      destroy: () => undefined,
    }),
    ['a', 'b', 'c'],
  ],
  ['because it gives nothing back', () => undefined as unknown as Mounted<string>, ['a']],
  [
    'because it cannot be told anything',
    () => ({ destroy: () => undefined }) as unknown as Mounted<string>,
    ['a'],
  ],
  [
    'because it cannot be taken away',
    () => ({ update: () => undefined }) as unknown as Mounted<string>,
    ['a'],
  ],
])('a part that fails %s says so once, and is left alone', async (_, part, givens) => {
  const onfail = vi.fn();
  const { rerender } = render(BoardPart<string>, { part, given: givens[0]!, onfail });
  for (const given of givens.slice(1)) await rerender({ given });
  expect(onfail).toHaveBeenCalledTimes(1);
});

test('what a part leaves behind is taken away for it', async () => {
  const untidy: Part<string> = (target) => {
    target.append('rubbish');
    return { update: () => undefined, destroy: () => undefined };
  };
  const { container, rerender } = render(BoardPart<string>, {
    part: untidy,
    given: 'a',
    onfail: vi.fn(),
  });
  const tidy: Part<string> = (target) => {
    target.append('clean');
    return { update: () => undefined, destroy: () => undefined };
  };
  await rerender({ part: tidy });
  expect(container.textContent).toBe('clean');
});

test('a board from outside is looked at before it is shown', () => {
  const mount = { board: recorder().part as unknown as Part<never> };
  expect(checked({ version: 1, mount })).toEqual({ version: 1, mount });
  for (const wrong of [undefined, null, 'board', {}, { version: 2, mount }, { version: 1 }]) {
    expect(() => checked(wrong)).toThrow(NoBoard);
  }
  expect(() => checked({ version: 2, mount })).toThrow('version 2 of the interface, not 1');
  expect(() => checked({ version: 1, mount: { board: 1 } })).toThrow('no mount.board');
});
