import { describe, expect, test } from 'vitest';
import type { Act } from '../types';
import { deliveries, litAt, mayHold, needsRack, sorted, stepAt, tapPlace, tapSky } from './deeds';

const turn = (on: string): Act => ({ act: 'turn_over', on });
const lift = (on: string): Act => ({ act: 'lift', on });
const fly = (to: string): Act => ({ act: 'fly', to });
const put = (colour: string, value: number, on: string): Act => ({
  act: 'put_out',
  colour,
  value,
  on,
});
const BLUE = { colour: 'blue', value: 2 } as const;

describe('with nothing in hand', () => {
  const deeds = sorted([lift('H'), turn('A'), turn('research'), fly('moon-0'), fly('planet-0')]);

  test('a glass that has run out is lifted, a free one turned over', () => {
    expect(tapPlace('H', deeds, null, null, false)).toEqual(lift('H'));
    expect(tapPlace('A', deeds, null, null, false)).toEqual(turn('A'));
    expect(tapPlace('research', deeds, null, null, false)).toEqual(turn('research'));
    expect(tapPlace('B', deeds, null, null, false)).toBeNull();
    expect(['H', 'A', 'B'].map((on) => litAt(on, deeds, null, null, false))).toEqual([
      'lift',
      'turn',
      null,
    ]);
  });

  test('one tap on a disc flies there, or stays', () => {
    expect(tapSky('moon-0', deeds, null, 'planet-0', false)).toEqual(fly('moon-0'));
    expect(tapSky('planet-0', deeds, null, 'planet-0', false)).toEqual(fly('planet-0'));
    expect(tapSky('moon-1', deeds, null, 'planet-0', false)).toBeNull();
  });
});

describe('with an action in hand', () => {
  test('a tap never turns a glass over unless the free one was chosen', () => {
    const deeds = sorted([{ act: 'fill' }, { act: 'forfeit' }, turn('A'), fly('moon-0')]);
    expect(tapPlace('H', deeds, 'H', null, false)).toEqual({ act: 'fill' });
    expect(tapPlace('A', deeds, 'H', null, false)).toBeNull();
    expect(tapSky('moon-0', deeds, 'H', 'planet-0', false)).toBeNull();
    expect(tapPlace('A', deeds, 'H', null, true)).toEqual(turn('A'));
    expect(tapPlace('H', deeds, 'H', null, true)).toBeNull();
    expect(tapSky('moon-0', deeds, 'H', 'planet-0', true)).toEqual(fly('moon-0'));
    expect(litAt('A', deeds, 'H', null, true)).toBe('turn');
    expect(litAt('A', deeds, 'H', null, false)).toBeNull();
  });

  test('a station takes from lit plants', () => {
    const beam = { act: 'beam', plant: 'D' };
    const deeds = sorted([beam, { act: 'done' }, turn('D')]);
    expect(tapPlace('D', deeds, 'E', null, false)).toEqual(beam);
    expect(litAt('D', deeds, 'E', null, false)).toBe('step');
    expect(deeds.ends).toEqual({ act: 'done' });
  });

  test('an order goes where it fits, once it is picked', () => {
    const deeds = sorted([put('blue', 2, 'A'), put('grey', 1, 'A'), put('grey', 1, 'B')]);
    expect(needsRack(deeds)).toBe(true);
    expect(stepAt('A', deeds, 'G', null)).toBeNull();
    expect(stepAt('A', deeds, 'G', BLUE)).toEqual(put('blue', 2, 'A'));
    expect(stepAt('B', deeds, 'G', BLUE)).toBeNull();
    expect([mayHold('B', deeds), mayHold('C', deeds)]).toEqual([true, false]);
  });

  test('before the start orders are chosen in the same way', () => {
    const choose = { act: 'choose_order', colour: 'blue', value: 2, on: 'A' };
    const deeds = sorted([choose]);
    expect(needsRack(deeds)).toBe(true);
    expect(tapPlace('A', deeds, null, BLUE, false)).toEqual(choose);
    expect(tapPlace('A', deeds, null, null, false)).toBeNull();
  });

  test('at a moon the tile is taken by a tap on it; at a planet a station with one way to deliver', () => {
    const take = { act: 'take_tile' };
    expect(tapSky('moon-0', sorted([take]), 'ship', 'moon-0', false)).toEqual(take);
    expect(tapSky('moon-1', sorted([take]), 'ship', 'moon-0', false)).toBeNull();
    const [one, two, three] = [
      { act: 'deliver', colour: 'blue', station: 'E' },
      { act: 'deliver', colour: 'grey', station: 'E' },
      { act: 'deliver', colour: 'blue', station: 'F' },
    ] as const;
    const deeds = sorted([one, two, three]);
    expect(tapPlace('F', deeds, 'ship', null, false)).toEqual(three);
    expect(tapPlace('E', deeds, 'ship', null, false)).toBeNull();
    expect(deliveries(deeds)).toEqual([one, two]);
  });
});
