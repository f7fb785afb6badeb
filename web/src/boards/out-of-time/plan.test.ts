import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Film } from '../../gallery/demo';
import type { Act, SeatInfo } from '../types';
import { Ahead } from './ahead.svelte';
import { NOTHING, targets, type Choice } from './choice';
import films from './demo.json';
import {
  askedAbout,
  dueAct,
  fitted,
  isOff,
  planOf,
  situation,
  tapAhead,
  whyOff,
  type GlassAhead,
  type Plan,
} from './plan';
import { NO_THOUGHTS, status } from './status';
import type { OutOfTimeView } from './view';
import { spaceWords } from './words';

const recorded = films as unknown as Film[];

/** A moment in which the first glass of this player runs, and what the rules say of it. */
function scene(frame = 'All are placed', film = 'Four') {
  const found = recorded.find((one) => one.title.startsWith(film))!;
  const still = found.frames.find((one) => one.title.startsWith(frame))!;
  const me = found.me!;
  const glass = 2 * me;
  const told = still.answers?.find((one) => one.question['glass'] === glass);
  const answer: GlassAhead = { glass, acts: (told?.answer['acts'] ?? []) as Act[] };
  const chosen: Choice = { ...NOTHING, glass };
  return { view: still.view as OutOfTimeView, legal: still.legal, me, glass, answer, chosen };
}

function people(me: number): SeatInfo[] {
  return Array.from({ length: 6 }, (_, seat) => ({
    seat,
    name: `P${seat}`,
    emblem: 'sun' as const,
    color: '',
    me: seat === me,
    bot: false,
    present: true,
  }));
}

function plannedIn({ view, answer }: ReturnType<typeof scene>): Plan {
  return planOf(answer.acts[0]!, view, false);
}

/** The view with one glass changed, and somebody standing somewhere. */
function changed(view: OutOfTimeView, number: number, to: object): OutOfTimeView {
  const glasses = view.glasses.map((glass, nth) => (nth === number ? { ...glass, ...to } : glass));
  return { ...view, glasses };
}

function takenBy(view: OutOfTimeView, space: number, glass: number): OutOfTimeView {
  return { ...view, standing: view.standing.map((there, at) => (at === space ? glass : there)) };
}

const move = (glass: number, to: number, take: string | null = null): Act => ({
  act: 'move',
  glass,
  to,
  take,
});

describe('what can be planned', () => {
  test('is what the rules answer, for a running glass that is chosen', () => {
    const { view, legal, answer, chosen } = scene();
    const now = situation(chosen, answer, view, legal, true);
    expect(now.ahead).toBe(true);
    expect(now.list).toBe(answer.acts);
    expect(answer.acts.length).toBeGreaterThan(0);
    expect([...targets(now.list, now.choice).keys()].length).toBeGreaterThan(0);
  });

  test('is nothing until the answer is there, or while it is about another glass', () => {
    const { view, legal, answer, chosen } = scene();
    expect(situation(chosen, null, view, legal, true).list).toEqual([]);
    const other = { ...answer, glass: answer.glass + 1 };
    expect(situation(chosen, other, view, legal, true).list).toEqual([]);
  });

  test('is nothing where nobody can be asked: there the choice is among legal acts', () => {
    const { view, legal, answer, chosen } = scene();
    const now = situation(chosen, answer, view, legal, false);
    expect(now).toMatchObject({ ahead: false, list: legal });
  });

  test('is nothing once the glass has run out, while one places, or has a duty', () => {
    const { view, legal, answer, chosen, glass } = scene();
    const ready = changed(view, glass, { state: 'ready' });
    expect(situation(chosen, answer, ready, legal, true).ahead).toBe(false);
    const place: Act[] = [{ act: 'place', to: 0, take: null }];
    expect(situation(chosen, answer, view, place, true).ahead).toBe(false);
    const duty: Act[] = [{ act: 'stand_up', glass: 0 }];
    expect(situation(chosen, answer, view, duty, true).ahead).toBe(false);
    expect(situation(chosen, answer, view, duty, true).choice.glass).toBeNull();
  });

  test('is asked about the chosen glass, else about the planned one while it runs', () => {
    const at = scene();
    const { view, legal, answer, chosen, glass } = at;
    const plan = plannedIn(at);
    const calm = situation(NOTHING, answer, view, legal, true);
    expect(askedAbout(calm, null, view, legal)).toBeNull();
    expect(askedAbout(calm, plan, view, legal)).toBe(glass);
    const other = situation({ ...chosen, glass: glass + 1 }, null, view, legal, true);
    expect(askedAbout(other, plan, view, legal)).toBe(glass + 1);
    expect(askedAbout(calm, plan, changed(view, glass, { state: 'ready' }), legal)).toBeNull();
    expect(askedAbout(calm, plan, view, [{ act: 'stand_up', glass: 0 }])).toBeNull();
  });
});

describe('a tap while a running glass is chosen', () => {
  test('on a dashed space makes a plan and sends nothing', () => {
    const { view, legal, answer, chosen, me, glass } = scene();
    const now = situation(chosen, answer, view, legal, true);
    const { to } = answer.acts[0] as { to: number };
    const step = tapAhead(to, view, me, now)!;
    expect(step.plan).toMatchObject({ glass, to, from: view.glasses[glass]!.space, meant: false });
    expect(step.choice).toEqual(NOTHING);
  });

  test('takes the only cube there is, or none if this player leaves it', () => {
    const { view, legal, chosen, me, glass } = scene();
    const free = view.standing.indexOf(null);
    const answer = { glass, acts: [move(glass, free), move(glass, free, 'red')] };
    const now = situation(chosen, answer, view, legal, true);
    expect(tapAhead(free, view, me, now)?.plan).toMatchObject({ take: 'red', meant: false });
    const leaves = situation({ ...chosen, leaveCube: true }, answer, view, legal, true);
    expect(tapAhead(free, view, me, leaves)?.plan).toMatchObject({ take: null, meant: true });
  });

  test('asks where there is a choice of cubes', () => {
    const { view, legal, chosen, me, glass } = scene();
    const free = view.standing.indexOf(null);
    const acts = [null, 'red', 'blue'].map((take) => move(glass, free, take));
    const now = situation(chosen, { glass, acts }, view, legal, true);
    const step = tapAhead(free, view, me, now)!;
    expect(step.plan).toBeNull();
    expect(step.choice.asking).toEqual({ to: free, takes: [null, 'red', 'blue'] });
    // The question stays on the board although the acts are not legal yet.
    const then = situation(step.choice, { glass, acts }, view, legal, true);
    expect(then.choice.asking?.to).toBe(free);
  });

  test('elsewhere is no plan and no attempt; on the glass itself it ends the choice', () => {
    const { view, legal, answer, chosen, me, glass } = scene();
    const now = situation(chosen, answer, view, legal, true);
    const reached = new Set(answer.acts.map((act) => act['to']));
    const other = view.standing.findIndex((there, at) => there === null && !reached.has(at));
    expect(tapAhead(other, view, me, now)).toBeNull();
    const own = tapAhead(view.glasses[glass]!.space!, view, me, now)!;
    expect(own).toEqual({ choice: NOTHING, plan: null });
  });
});

describe('a plan', () => {
  test('waits while the sand runs, and is due when its act is legal', () => {
    const at = scene();
    const { view, legal, answer, glass } = at;
    const plan = plannedIn(at);
    expect(dueAct(plan, view, legal)).toBeNull();
    expect(isOff(plan, view, legal, answer)).toBe(false);
    const ready = changed(view, glass, { state: 'ready' });
    expect(dueAct(plan, ready, answer.acts)).toEqual(move(glass, plan.to, plan.take));
    expect(isOff(plan, ready, answer.acts, null)).toBe(false);
  });

  test('is off when the rules no longer offer it, before or after the sand has run through', () => {
    const at = scene();
    const { view, legal, answer, glass, me } = at;
    const plan = plannedIn(at);
    const without = answer.acts.filter((act) => act['to'] !== plan.to);
    const taken = takenBy(view, plan.to, 0);
    expect(isOff(plan, taken, legal, { glass, acts: without })).toBe(true);
    expect(isOff(plan, changed(taken, glass, { state: 'ready' }), without, null)).toBe(true);
    expect(whyOff(plan, taken, people(me))).toBe('P0 was there first: your plan is off.');
    expect(whyOff(plan, takenBy(view, plan.to, glass + 1), people(me))).toMatch(/other glass/);
    expect(whyOff(plan, view, people(me))).toMatch(/cannot go there any more/);
    expect(whyOff(plan, view, people(me), 'Not so.')).toBe('Not so. Your plan is off.');
  });

  test('does not mind answers about another glass, or none', () => {
    const at = scene();
    const { view, legal, glass } = at;
    const plan = plannedIn(at);
    expect(isOff(plan, view, legal, null)).toBe(false);
    expect(isOff(plan, view, legal, { glass: glass + 1, acts: [] })).toBe(false);
  });

  test('is off when its glass falls, has moved, or the game is over; only the first is news', () => {
    const at = scene();
    const { view, legal, answer, glass, me } = at;
    const plan = plannedIn(at);
    const fallen = changed(view, glass, { state: 'fallen' });
    expect(isOff(plan, fallen, legal, answer)).toBe(true);
    expect(whyOff(plan, fallen, people(me))).toMatch(/knocked over/);
    const moved = changed(view, glass, { space: plan.to });
    expect(isOff(plan, moved, legal, answer)).toBe(true);
    expect(dueAct(plan, changed(moved, glass, { state: 'ready' }), answer.acts)).toBeNull();
    expect(whyOff(plan, moved, people(me))).toBe('');
    const over = { ...view, phase: 'over' as const };
    expect(isOff(plan, over, legal, answer)).toBe(true);
    expect(whyOff(plan, over, people(me))).toBe('');
  });

  test('is kept while its player has to stand a glass up first', () => {
    const at = scene();
    const ready = changed(at.view, at.glass, { state: 'ready' });
    const duty: Act[] = [{ act: 'stand_up', glass: 0 }];
    expect(isOff(plannedIn(at), ready, duty, null)).toBe(false);
    expect(dueAct(plannedIn(at), ready, duty)).toBeNull();
  });

  test('goes without its cube when there is none any more, and with one that has come up', () => {
    const plan: Plan = { glass: 2, from: 1, to: 5, take: 'red', meant: false };
    expect(fitted(plan, [move(2, 5), move(2, 5, 'red')])).toBe(plan);
    expect(fitted(plan, [move(2, 5)])?.take).toBeNull();
    expect(fitted({ ...plan, take: null }, [move(2, 5), move(2, 5, 'red')])?.take).toBe('red');
    const none: Plan = { ...plan, take: null, meant: true };
    expect(fitted(none, [move(2, 5), move(2, 5, 'red')])).toBe(none);
    const blue: Plan = { ...plan, take: 'blue', meant: true };
    expect(fitted(blue, [move(2, 5), move(2, 5, 'red')])?.take).toBeNull();
    expect(fitted(plan, [move(2, 6)])).toBeNull();
    expect(fitted(plan, [move(3, 5)])).toBeNull();
  });
});

describe('what is said', () => {
  const at = scene();
  const { view, legal, me, chosen } = at;
  const say = (thoughts: object, choice: Choice = NOTHING) =>
    status(view, legal, me, people(me), choice, false, { ...NO_THOUGHTS, ...thoughts });
  const plan = plannedIn(at);

  test('when there is nothing else to say: that one can plan', () => {
    expect(say({}).words).toBe('Your sand is running.');
    expect(say({ can: true }).words).toBe('Your sand is running: tap a glass to plan its move.');
  });

  test('while a plan is made', () => {
    expect(say({ ahead: true }, chosen)).toEqual({
      words: 'Where should glass 1 go next? Tap a dashed space.',
      mood: 'plan',
    });
    expect(say({ ahead: true, moves: 0 }, chosen).words).toMatch(/nowhere to go/);
    expect(say({ ahead: true, moves: 0, no: 'Not so.' }, chosen).words).toBe('Not so.');
    expect(say({ ahead: true, moves: 3, plan }, chosen).button).toBe('drop');
  });

  test('of a plan that waits, is due, or is dropped', () => {
    expect(say({ plan })).toMatchObject({ mood: 'plan', words: /^Planned: Glass 1 to space/ });
    expect(say({ plan })).not.toHaveProperty('button');
    expect(say({ plan, due: true })).toMatchObject({
      mood: 'go',
      button: 'go',
      spoken: /^Glass 1 can go to space \d+ now( and take an? \w+ cube)?: press G\.$/,
    });
    expect(say({ dropped: 'Gone.' })).toEqual({ words: 'Gone.', mood: 'plan' });
  });

  test('of the spaces, to whoever does not see them', () => {
    const ahead = { plans: true, plan };
    expect(spaceWords(view, plan.to, people(me), [null], false, ahead)).toMatch(
      /can be planned, no cube; planned for glass 1$/,
    );
    expect(spaceWords(view, plan.to, people(me), [null])).toMatch(/can be reached, no cube$/);
  });
});

describe('asking the game', () => {
  let asked: { question: unknown; answer: (told: object) => void; fail: (why: object) => void }[];
  let ahead: Ahead;
  const ask = (question: Record<string, unknown>) =>
    new Promise<Record<string, unknown>>((answer, fail) => {
      asked.push({ question, answer: (told) => answer({ ...told }), fail });
    });

  beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    ahead = new Ahead();
  });
  afterEach(() => vi.useRealTimers());

  test('at once about another glass, and then no more often than the board is worth', () => {
    ahead.look(2, ask);
    expect(asked.map((one) => one.question)).toEqual([{ ask: 'moves', glass: 2 }]);
    ahead.look(2, ask);
    ahead.look(2, ask);
    expect(asked).toHaveLength(1);
    vi.advanceTimersByTime(400);
    expect(asked).toHaveLength(2);
    ahead.look(3, ask);
    expect(asked).toHaveLength(3);
  });

  test('only the newest answer counts', async () => {
    ahead.look(2, ask);
    ahead.look(3, ask);
    asked[1]!.answer({ acts: [move(3, 4)] });
    await vi.advanceTimersByTimeAsync(0);
    asked[0]!.answer({ acts: [move(2, 4)] });
    await vi.advanceTimersByTimeAsync(0);
    expect(ahead.answer).toEqual({ glass: 3, acts: [move(3, 4)] });
    ahead.look(null, ask);
    expect(ahead.answer).toBeNull();
  });

  test('a no has words; a line that is down leaves everything as it was', async () => {
    ahead.look(2, ask);
    asked[0]!.answer({ acts: [move(2, 4)] });
    await vi.advanceTimersByTimeAsync(400);
    ahead.look(2, ask);
    asked[1]!.fail({ rule: null, message: 'There is no connection.' });
    await vi.advanceTimersByTimeAsync(400);
    expect(ahead.answer?.acts).toEqual([move(2, 4)]);
    ahead.look(2, ask);
    asked[2]!.fail({ rule: 'OT-K3', message: 'It lies there.' });
    await vi.advanceTimersByTimeAsync(0);
    expect(ahead).toMatchObject({ no: 'It lies there.', answer: { glass: 2, acts: [] } });
  });

  test('an answer gives a plan the cube that it can have', async () => {
    ahead.make({ glass: 2, from: 1, to: 4, take: 'red', meant: false });
    ahead.look(2, ask);
    asked[0]!.answer({ acts: [move(2, 4)] });
    await vi.advanceTimersByTimeAsync(0);
    expect(ahead.plan?.take).toBeNull();
  });

  test('why a plan was dropped is said for a while, or until there is another', () => {
    ahead.drop('Gone.');
    expect(ahead.dropped).toBe('Gone.');
    vi.advanceTimersByTime(4000);
    expect(ahead.dropped).toBe('');
    ahead.drop('Gone.');
    ahead.make({ glass: 2, from: 1, to: 4, take: null, meant: false });
    expect(ahead.dropped).toBe('');
  });
});
