import { describe, expect, it } from 'vitest';
import {
  agoWords,
  clockWords,
  fieldWords,
  listWords,
  offerWords,
  paceWords,
  playerWords,
  valueWords,
} from './words';

describe('words', () => {
  it('say how long ago something was', () => {
    const now = Date.parse('2025-01-02T12:00:00Z');
    expect(agoWords('2025-01-02T11:59:50Z', now)).toBe('a moment ago');
    expect(agoWords('2025-01-02T11:59:00Z', now)).toBe('a minute ago');
    expect(agoWords('2025-01-02T09:00:00Z', now)).toBe('3 hours ago');
    expect(agoWords('2025-01-01T11:00:00Z', now)).toBe('yesterday');
  });

  it('list names as people do', () => {
    expect(listWords([])).toBe('');
    expect(listWords(['Ada'])).toBe('Ada');
    expect(listWords(['Ada', 'Bo', 'Cy'])).toBe('Ada, Bo and Cy');
  });

  it('name a bot together with the player it plays for', () => {
    expect(playerWords('Brass', 'Ben')).toBe('Brass for Ben');
    expect(playerWords('Ada', null)).toBe('Ada');
  });

  it('show table time as a kitchen clock does', () => {
    expect(clockWords(245_900)).toBe('4:05');
    expect(clockWords(-5)).toBe('0:00');
  });

  it('read a breakdown aloud', () => {
    expect(fieldWords('cubes_left')).toBe('Cubes left');
    expect(valueWords(['green', 'blue'])).toBe('green, blue');
    expect(valueWords({ past: 2, future: 1 })).toBe('past 2, future 1');
    expect(valueWords(null)).toBe('–');
    expect(valueWords([])).toBe('–');
    expect(valueWords([{ red: 2 }, { sky: 1, red: 1 }])).toBe('red 2 / sky 1, red 1');
  });

  it('name the pace', () => {
    expect(paceWords(100)).toBe('Normal');
    expect(paceWords(130)).toBe('130% speed');
  });

  it('say what somebody offers, and to whom', () => {
    const offer = { give: { blue: 2 }, want: { grey: 1, ore_chip: 1 } };
    expect(offerWords(offer, 'Bo')).toBe('offers Bo 2 blue for 1 grey and 1 ore chip');
    expect(offerWords({ give: {}, want: { blue: 1 } }, null)).toBe('offers nothing for 1 blue');
  });
});
