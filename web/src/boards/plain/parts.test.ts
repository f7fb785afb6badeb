// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { DemoClock, seatsFor } from '../../gallery/demo';
import type { Act, BoardProps, Legend } from '../types';
import Board from './Board.svelte';
import Mat from './Mat.svelte';
import PlateExtra from './PlateExtra.svelte';

afterEach(cleanup);

const LEGEND: Legend = {
  view: {
    turn_ends_at: { kind: 'deadline', title: 'This turn', lasts: 60_000, owner: 'turn' },
    'tiles.*': { kind: 'plain', reads: '{city}' },
    scores: { kind: 'plain', title: 'Points', by_seat: true, plate: true },
  },
  acts: { travel: { title: 'Travel', each: 'to {city}' } },
  words: {},
};

function given(more: Partial<BoardProps> = {}) {
  const clock = new DemoClock();
  clock.set(10_500, 0);
  const act = vi.fn();
  const legal: Act[] = [
    { act: 'wait' },
    ...['Kyoto', 'Cusco', 'Oslo'].map((city) => ({ act: 'travel', city })),
  ];
  const props: BoardProps = {
    game: { name: 'x', title: 'X', legend: LEGEND, specialties: ['Minutes: 3'] },
    view: {
      turn: 0,
      turn_ends_at: 52_000,
      tiles: [{ city: 'Kyoto' }, { city: 'Rome' }],
      scores: [4, 2, 9],
    },
    legal,
    me: 0,
    seats: seatsFor({ title: '', seats: 3, me: 0, frames: [] }),
    clock,
    act,
    happened: [],
    paused: false,
    pendingAct: null,
    reducedMotion: true,
    fail: vi.fn(),
    ...more,
  };
  return { props, act };
}

test('a group has its title, and each of its buttons sends its act', async () => {
  const { props, act } = given();
  render(Mat, props);
  const group = screen.getByRole('group', { name: 'Travel' });
  expect([...group.querySelectorAll('button')].map((one) => one.textContent)).toEqual([
    'to Kyoto',
    'to Cusco',
    'to Oslo',
  ]);
  await fireEvent.click(screen.getByRole('button', { name: 'Travel to Cusco' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Wait' }));
  expect(act.mock.calls).toEqual([[{ act: 'travel', city: 'Cusco' }], [{ act: 'wait' }]]);
});

test('a second tap while an act is on its way sends nothing, nor does a pause', async () => {
  const { props, act } = given({ pendingAct: { act: 'wait' } });
  const { rerender } = render(Mat, props);
  await fireEvent.click(screen.getByRole('button', { name: 'Wait' }));
  await rerender({ ...props, pendingAct: null, paused: true });
  expect(screen.getByRole('button', { name: 'Wait' }).hasAttribute('disabled')).toBe(true);
  await fireEvent.click(screen.getByRole('button', { name: 'Wait' }));
  expect(act).not.toHaveBeenCalled();
});

test('what acts name is lit on the board, and a tap on it shows what can be done with it', async () => {
  const { props } = given();
  render(Board, props);
  render(Mat, props);
  expect(screen.queryByRole('button', { name: 'Rome' })).toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: 'Kyoto' }));
  const found = screen.getByRole('group', { name: 'Search results' });
  expect([...found.querySelectorAll('button')].map((one) => one.textContent)).toEqual([
    'Travel to Kyoto',
  ]);
  await fireEvent.click(screen.getByRole('button', { name: /show everything again/ }));
  screen.getByRole('group', { name: 'Travel' });
});

test('nothing is lit in a pause or for whoever has no act', async () => {
  const { props } = given({ paused: true });
  const { container, rerender } = render(Board, props);
  expect(container.querySelectorAll('.lit')).toHaveLength(0);
  await rerender({ ...props, paused: false, legal: [] });
  expect(container.querySelectorAll('.lit')).toHaveLength(0);
});

test('a deadline is a glass with the time that is left, on the plate of whose it is too', () => {
  const { props } = given();
  const { container: own } = render(Board, props);
  expect(own.querySelectorAll('.timer')).toHaveLength(0);
  render(Mat, props);
  screen.getByRole('img', { name: 'This turn: 0:42 left' });
  cleanup();
  render(Board, { ...props, me: 1 });
  screen.getByRole('img', { name: 'This turn: 0:42 left' });
  cleanup();
  render(PlateExtra, { ...props, seat: 0 });
  screen.getByRole('img', { name: 'Ada: This turn: 0:42 left' });
  cleanup();
  const { container } = render(PlateExtra, { ...props, seat: 1 });
  expect(container.textContent).toContain('Points 2');
  expect(container.querySelectorAll('.timer')).toHaveLength(0);
});

test('a glass is as full as the legend says, or else full when it is first seen', () => {
  const durations: unknown[] = [];
  const still = { cancel: () => undefined, pause: () => undefined };
  SVGElement.prototype.animate = vi.fn((_, timing) => {
    durations.push((timing as KeyframeAnimationOptions).duration);
    return still as unknown as Animation;
  });
  const { props } = given();
  render(Mat, props);
  expect(new Set(durations)).toEqual(new Set([60_000]));
  durations.length = 0;
  cleanup();
  const { lasts: _, ...mark } = LEGEND.view['turn_ends_at']!;
  const legend = { ...LEGEND, view: { ...LEGEND.view, turn_ends_at: mark } };
  render(Mat, { ...props, game: { ...props.game, legend } });
  expect(Math.round(Number(durations[0]))).toBe(41_500);
  delete (SVGElement.prototype as Partial<SVGElement>).animate;
});

test('a glass that has run out says so', () => {
  const { props } = given();
  render(Mat, { ...props, view: { ...props.view, turn_ends_at: 9_000 } });
  screen.getByRole('img', { name: 'This turn: run out' });
});

test('many acts are searched, and the only one that is left goes by Enter', async () => {
  const cities = ['Kyoto', 'Cusco', 'Oslo', 'Rome', 'Bern', 'Lima', 'Riga', 'Nice', 'Pula'];
  const { props, act } = given({ legal: cities.map((city) => ({ act: 'travel', city })) });
  render(Mat, props);
  await fireEvent.keyDown(window, { key: '/' });
  const field = screen.getByRole('searchbox', { name: 'Search what you can do' });
  expect(document.activeElement).toBe(field);
  await fireEvent.input(field, { target: { value: 'zzz' } });
  screen.getByText('Nothing you can do now matches that.');
  await fireEvent.keyDown(field, { key: 'Enter' });
  expect(act).not.toHaveBeenCalled();
  await fireEvent.input(field, { target: { value: 'travel' } });
  await fireEvent.keyDown(field, { key: 'Enter' });
  expect(act).not.toHaveBeenCalled();
  await fireEvent.input(field, { target: { value: 'lim' } });
  await fireEvent.keyDown(field, { key: 'Enter' });
  expect(act).toHaveBeenCalledWith({ act: 'travel', city: 'Lima' });
});

test('what is special about the table is said', () => {
  render(Board, given().props);
  screen.getByText('At this table: Minutes: 3.');
});
