import { describe, expect, test } from 'vitest';
import type { Film } from '../../gallery/demo';
import type { Act } from '../types';
import {
  attempt,
  CLOAK,
  deckPlace,
  END,
  handPlace,
  needsSure,
  NONE,
  openPlace,
  payPlaces,
  places,
  standing,
  tap,
  tilePlace,
  UNDO,
  type ActAhead,
} from './choice';
import films from './demo.json';
import { pawnAt, type ChaosView } from './view';

const recorded = films as unknown as Film[];
const frame = recorded[0]!.frames.find((one) => one.title === 'Two actions left')!;
const view = frame.view as ChaosView;
const me = recorded[0]!.me!;
const pawn = pawnAt(view, me)!;
const ahead = frame.answers!.find((one) => one.question['ask'] === 'acts')!.answer[
  'acts'
] as ActAhead[];

describe('places', () => {
  test('every act that is legal, in every recorded moment, has a place of its own', () => {
    for (const film of recorded) {
      for (const { legal, view: seen } of film.frames) {
        const found = places(seen as ChaosView, legal, film.me);
        expect([...found.values()].flat()).toHaveLength(legal.length);
        for (const acts of found.values()) {
          // One place, one act: what lies in one place differs only in how it is paid for.
          expect(new Set(acts.map((act) => act.act)).size).toBe(1);
        }
      }
    }
  });

  test('each kind of act is where one would tap for it', () => {
    const acts: [Act, string][] = [
      [{ act: 'travel', city: 'Kyoto' }, tilePlace({ era: pawn.era, city: 'Kyoto' })],
      [{ act: 'restore', era: 'past' }, tilePlace({ era: 'past', city: pawn.city })],
      [
        { act: 'time_travel', era: 'past', cube: 'cloak' },
        tilePlace({ era: 'past', city: pawn.city }),
      ],
      [{ act: 'send', city: 'Cusco', era: 'future' }, tilePlace({ era: 'future', city: 'Cusco' })],
      [{ act: 'place_pawn', city: 'Cusco' }, tilePlace({ era: 'present', city: 'Cusco' })],
      [{ act: 'grab' }, deckPlace(pawn.era)],
      [{ act: 'search', slot: 2, pay: 'cube' }, openPlace(pawn.era, 2)],
      [{ act: 'deliver', card: 'Bell', pay: 'cube' }, handPlace('Bell')],
      [{ act: 'end_turn' }, END],
      [{ act: 'undo' }, UNDO],
    ];
    for (const [act, place] of acts) {
      expect([...places(view, [act], me).keys()]).toEqual([place]);
    }
  });
});

const journey: Act[] = ['departure', 'arrival', 'cloak'].map((cube) => ({
  act: 'time_travel',
  era: pawn.era === 'past' ? 'future' : 'past',
  cube,
}));
const there = tilePlace({ ...pawn, era: journey[0]!['era'] as 'past' });

describe('tapping', () => {
  const said = (act: Act, stands: ActAhead['stands']): ActAhead => ({
    act,
    stands,
    falls: [],
    costs: [],
  });

  test('what can be taken back is sent by one tap', () => {
    const act = { act: 'travel', city: 'Kyoto' };
    const place = tilePlace({ era: pawn.era, city: 'Kyoto' });
    for (const stands of [null, 'off'] as const) {
      expect(tap(place, NONE, view, [act], me, [said(act, stands)])).toEqual({
        choice: NONE,
        send: act,
      });
    }
  });

  test('what cannot is asked for again, and another place is another thought', () => {
    const act = { act: 'grab' };
    const go = { act: 'travel', city: 'Kyoto' };
    const place = deckPlace(pawn.era);
    const legal = [act, go];
    const answers = [said(act, 'card'), said(go, null)];
    const first = tap(place, NONE, view, legal, me, answers);
    expect(first).toEqual({ choice: { kind: 'sure', place, act } });
    expect(tap(place, first.choice, view, legal, me, answers).send).toEqual(act);
    const other = tap(
      tilePlace({ era: pawn.era, city: 'Kyoto' }),
      first.choice,
      view,
      legal,
      me,
      answers,
    );
    expect(other).toEqual({ choice: NONE, send: go });
    expect(tap('nowhere', first.choice, view, legal, me, answers)).toEqual({ choice: NONE });
  });

  test('an act of which the rules have not spoken yet is not sent by one tap', () => {
    expect(needsSure({ act: 'travel', city: 'Kyoto' }, null)).toBe(true);
    expect(needsSure({ act: 'travel', city: 'Kyoto' }, [])).toBe(true);
  });

  test('where the cube goes is a second place to tap', () => {
    const first = tap(there, NONE, view, journey, me, ahead);
    expect(first).toEqual({ choice: { kind: 'pay', place: there, acts: journey } });
    const ways = payPlaces(journey, view, me);
    expect([...ways.keys()]).toEqual([tilePlace(pawn), there, CLOAK]);
    for (const [place, act] of ways) {
      expect(tap(place, first.choice, view, journey, me, ahead).send).toEqual(act);
    }
  });

  test('a search or a delivery is paid for on the tile of the pawn, or with the cloak', () => {
    const acts: Act[] = ['cube', 'cloak'].map((pay) => ({ act: 'search', slot: 0, pay }));
    expect([...payPlaces(acts, view, me).keys()]).toEqual([tilePlace(pawn), CLOAK]);
    const chosen = tap(openPlace(pawn.era, 0), NONE, view, acts, me, ahead).choice;
    expect(tap(openPlace(pawn.era, 0), chosen, view, acts, me, ahead)).toEqual({ choice: NONE });
    expect(tap(CLOAK, chosen, view, acts, me, ahead).send).toEqual(acts[1]);
  });

  test('to take something back is never asked twice', () => {
    const act = { act: 'undo' };
    expect(tap(UNDO, NONE, view, [act], me, null).send).toEqual(act);
  });

  test('a choice ends when what it is about cannot be done any more', () => {
    const choice = { kind: 'pay', place: there, acts: journey } as const;
    expect(standing(choice, journey)).toBe(choice);
    expect(standing(choice, journey.slice(1))).toBe(NONE);
    const sure = { kind: 'sure', place: END, act: { act: 'end_turn' } } as const;
    expect(standing(sure, [{ act: 'end_turn' }])).toBe(sure);
    expect(standing(sure, [])).toBe(NONE);
  });
});

describe('a place that is not lit', () => {
  const eras = ['past', 'present', 'future'] as const;
  const other = eras.find((era) => era !== pawn.era)!;
  const far = view.grids[pawn.era].find((tile) => tile.city !== pawn.city)!.city;
  const legal: Act[] = [{ act: 'end_turn' }];
  const tried = (place: string, seen = view, can = legal): Act | null =>
    attempt(place, seen, can, me);
  const turned = (chaos: boolean): ChaosView => ({
    ...view,
    grids: {
      ...view.grids,
      [other]: view.grids[other].map((tile) => ({ ...tile, chaos })),
    },
  });

  test('asks for the act that it stands for, so that the rules say why not', () => {
    expect(tried(tilePlace({ era: pawn.era, city: far }))).toEqual({ act: 'travel', city: far });
    const twin = tilePlace({ era: other, city: pawn.city });
    expect(tried(twin, turned(true))).toEqual({ act: 'restore', era: other });
    expect(tried(twin, turned(false))).toMatchObject({ act: 'time_travel', era: other });
    expect(tried(deckPlace(pawn.era))).toEqual({ act: 'grab' });
    expect(tried(END, view, [{ act: 'send' }])).toEqual({ act: 'end_turn' });
    const place = { ...view, phase: 'place' as const };
    expect(tried(tilePlace({ era: 'present', city: far }), place)).toEqual({
      act: 'place_pawn',
      city: far,
    });
    const send = { ...view, phase: 'send' as const };
    const spot = { era: other, city: far };
    expect(tried(tilePlace(spot), send)).toEqual({ act: 'send', ...spot });
    expect(tap(deckPlace(pawn.era), NONE, view, legal, me, null)).toEqual({
      choice: NONE,
      send: { act: 'grab' },
    });
  });

  test('asks for nothing where it stands for no act alone, or another place does', () => {
    expect(tried(tilePlace({ era: other, city: far }))).toBeNull();
    expect(tried(tilePlace(pawn), turned(false))).toBeNull();
    expect(tried(deckPlace(other))).toBeNull();
    expect(tried(handPlace('Bell'))).toBeNull();
    expect(tried(openPlace(pawn.era, 0))).toBeNull();
    const place = { ...view, phase: 'place' as const };
    expect(tried(tilePlace({ era: 'past', city: far }), place)).toBeNull();
  });

  test('asks for nothing out of turn, nor where it puts a choice back', () => {
    const place = tilePlace({ era: pawn.era, city: far });
    expect(tried(place, view, [])).toBeNull();
    const sure = { kind: 'sure', place: END, act: { act: 'end_turn' } } as const;
    expect(tap(place, sure, view, legal, me, null)).toEqual({ choice: NONE });
  });

  test('never asks for what is legal, in any recorded moment', () => {
    for (const film of recorded) {
      for (const { legal: can, view: seen } of film.frames) {
        const table = seen as ChaosView;
        const lit = places(table, can, film.me);
        const all = [END, ...eras.map(deckPlace)];
        for (const era of eras) {
          all.push(...table.grids[era].map(({ city }) => tilePlace({ era, city })));
        }
        for (const place of all.filter((one) => !lit.has(one))) {
          expect(can).not.toContainEqual(attempt(place, table, can, film.me));
        }
      }
    }
  });
});
