/** Whole games by a screen reader's tree alone; each turn, refusal and result is heard once. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, Person } from './browser';
import { heardOn, listen, timesHeard, type Heard } from './heard';
import { openTable } from './pages';
import { contented, nameMe, until, wholeLog } from './table';
import { Tree } from './tree';

const address = process.env['SANDTABLE_ADDRESS'] ?? '';
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

const RESULT = /(won|win)\.( |$)/;

interface Played {
  ada: Person;
  heard: Heard[];
  /** The log, line by line. */
  log: string[];
  /** How often the server refused something. */
  refusals: number;
}

/** A game of Ada against a bot, from the table as it is opened to its result. */
async function play(
  table: Record<string, unknown>,
  step: (tree: Tree, refusals: number, page: Page) => Promise<unknown>,
  plain = false,
): Promise<Played> {
  const ada = await Person.arrive(browser, address, { plain });
  const { page } = ada;
  await listen(page);
  let refusals = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (/"type": ?"refused"/.test(String(payload))) refusals += 1;
    }),
  );
  await nameMe(ada, 'Ada');
  await openTable(ada, { pace: 200, start: true, ...table });
  const tree = await Tree.of(page);
  await until(
    'the result is there',
    async () => {
      if (await tree.has('dialog', /^The end$/)) return true;
      await step(tree, refusals, page);
      return false;
    },
    120_000,
  );
  // The board's last moment and the dialog are on the page a little before they are read out.
  await until('the result is heard', async () => timesHeard(await heardOn(page), RESULT) > 0);
  const heard = await heardOn(page);
  // On a board that needs the width the log is behind a button.
  if (!(await tree.has('log', /^What happened$/))) await tree.press(/^Log and chat/);
  const log = await wholeLog(page);
  return { ada, heard, log, refusals };
}

const count = (lines: string[], what: RegExp): number =>
  lines.filter((line) => what.test(line)).length;

/** Nothing is read out that nobody can understand; refusals and the result are, once each. */
function wellSpoken({ heard, refusals }: Played): void {
  const all = heard.map((one) => one.words).join('\n');
  expect(all).not.toMatch(/undefined|null|NaN|\[object/);
  expect(timesHeard(heard, /Refused: /)).toBe(refusals);
  expect(heard.filter((one) => /Refused: /.test(one.words)).every(isUrgent)).toBe(true);
  expect(timesHeard(heard, RESULT)).toBe(1);
}

/** Any move; and once to a square that is taken, which is refused. */
async function stepWatch(tree: Tree, refusals: number): Promise<void> {
  if (await tree.press(/^Keep mine$/)) return;
  const taken = refusals === 0 ? await aimAtTaken(tree) : null;
  if (!taken && !(await tree.press(/^The \w+ pawn$/))) return;
  for (let more = (taken ?? 1) - 1; more > 0; more--) await tree.press(/^One token more$/);
  if (!taken) await tree.press(/^One token more$/);
  await tree.press(taken ? new RegExp(`^Spend ${taken}$`) : /^Spend \d+$/);
}

/** Chooses a pawn that stands behind another; gives how many tokens lead to that one's square. */
async function aimAtTaken(tree: Tree): Promise<number | null> {
  const pawns = (await tree.read()).flatMap(({ role, name }) => {
    const found = role === 'button' && /^Square (\d+),.*?(\w+) \S+ pawn/.exec(name);
    return found ? [{ square: Number(found[1]), pawn: found[2]! }] : [];
  });
  const [one, other] = pawns.filter(({ square }) => square > 0);
  if (!one || !other || !(await tree.press(new RegExp(`^The ${one.pawn} pawn$`)))) return null;
  return (other.square - one.square + 12) % 12;
}

test('the watch', async () => {
  const bots = ['random'];
  // With three cards each somebody wins at the first ring.
  const options = { minutes: 1, ring_jitter_seconds: 0, turn_seconds: 20, cards: 'several' };
  const played = await play({ game: 'watch', bots, options }, stepWatch);
  const { heard, log, ada } = played;
  wellSpoken(played);
  const moves = count(log, /^You spend|^Time is up for you/);
  const turns = timesHeard(heard, /Your move, \d+ seconds?\./);
  expect(moves).toBeGreaterThan(2);
  // The timer may have rung in the midst of one.
  expect(turns - moves).toBeGreaterThanOrEqual(0);
  expect(turns - moves).toBeLessThanOrEqual(1);
  expect(heard.filter((one) => /Your move, /.test(one.words)).every(isUrgent)).toBe(true);
  for (const line of log.filter((one) => /spends? \d/.test(one))) {
    expect(timesHeard(heard, new RegExp(escaped(line)))).toBe(
      count(log, new RegExp(escaped(line))),
    );
  }
  expect(timesHeard(heard, /timer rings!/)).toBe(count(log, /timer rings!/));
  contented(ada);
  await ada.leave();
});

test('out of time', async () => {
  const options = { timer_seconds: 1, placement_seconds: 5, give_back_seconds: 2 };
  const played = await play({ game: 'out-of-time', bots: ['club'], options }, (tree) =>
    tree.press(
      /^Stand up /,
      /^Give back /,
      /^Take an? \w+ cube$/,
      /^Take no cube$/,
      /can be reached, takes/,
      /can be reached/,
      /^Your glass \d, run out/,
    ),
  );
  const { heard, log, ada } = played;
  wellSpoken(played);
  const placed = count(log, /^You place/);
  expect(placed).toBe(2);
  expect(timesHeard(heard, /Place your glass: tap a lit space\. \d seconds?\./)).toBe(2);
  expect(timesHeard(heard, /You move a glass/)).toBe(count(log, /^You move a glass/));
  expect(timesHeard(heard, /run out/)).toBeGreaterThan(2);
  contented(ada);
  await ada.leave();
});

test('a game on the plain board', async () => {
  const options = { stall_rounds: 5, first: 0 };
  const played = await play(
    { game: 'time-of-chaos', bots: ['random'], options },
    (tree) => tree.press(/^Start in/, /^Let disorder flow from/, /^End the turn$/),
    true,
  );
  const { heard, log, ada } = played;
  wellSpoken(played);
  expect(timesHeard(heard, /Your turn\./)).toBeGreaterThan(0);
  for (const line of new Set(log.filter((one) => /^You /.test(one)))) {
    expect(timesHeard(heard, new RegExp(escaped(line)))).toBe(
      count(log, new RegExp(`^${escaped(line)}$`)),
    );
  }
  contented(ada);
  await ada.leave();
});

test('A Time of Chaos on its board', async () => {
  const options = { stall_rounds: 5, first: 0 };
  let last = '';
  let answered = 0;
  const step = async (tree: Tree, _: number, page: Page): Promise<void> => {
    // What cannot be taken back is asked for twice, in words: the same thing again.
    const heard = await heardOn(page);
    if (heard.length > answered && /Tap again\.$/.test(heard.at(-1)?.words ?? '')) {
      answered = heard.length;
      if (await tree.press(/^Yes, end turn/, new RegExp(`^${escaped(last)}$`))) return;
    }
    const found = await tree.press(
      /Deliver it here$/,
      /Lay the cube here\.$/,
      /^Under the cloak/,
      /Let disorder flow from here\.$/,
      /Start here\.$/,
      /(Search for it|Grab the top card)$/,
      /(Travel here|Time travel here|Restore it)\.$/,
      /^End turn/,
    );
    last = found ?? last;
  };
  const played = await play({ game: 'time-of-chaos', bots: ['random'], options }, step);
  const { heard, log, ada } = played;
  wellSpoken(played);
  const turns = count(log, /^It is your (last )?turn\.$/);
  expect(turns).toBeGreaterThan(2);
  // Each turn once, and once more when it is known what falls at its end; never the same again.
  const said = heard.flatMap((one) => [
    ...one.words.matchAll(/Your turn, (\d) actions? left\.( At the end, [^.]+\.)?/g),
  ]);
  expect(said.filter(([, left, falls]) => left === '3' && !falls).length).toBeLessThanOrEqual(
    turns,
  );
  expect(said.filter(([, left]) => left === '3').length).toBeGreaterThanOrEqual(turns);
  said.slice(1).forEach(([words], nth) => expect(words).not.toBe(said[nth]![0]));
  // Whatever happened is heard as often as it did, whoever did it.
  const told = log.filter((one) => /^(You |Disorder flows|[\w ]+ falls into chaos)/.test(one));
  expect(told.length).toBeGreaterThan(5);
  for (const line of new Set(told)) {
    expect([line, timesHeard(heard, new RegExp(escaped(line)))]).toEqual([
      line,
      log.filter((one) => one.includes(line)).length,
    ]);
  }
  contented(ada);
  await ada.leave();
});

test("Time 'n' Space on its board", async () => {
  const options = {
    mode: 'introductory',
    minutes: 1,
    timer_seconds: 5,
    setup_seconds: 60,
    owner_seconds: 3,
    final_seconds: 5,
  };
  let nth = 0;
  const step = async (tree: Tree): Promise<void> => {
    nth += 1;
    const picked = await tree.press(/^Give the \w+ order worth/, /: do this$/);
    if (picked) return;
    // Plants, stations and the ship in turn.
    const ways = [/fly there$/, /plant.*: turn your free timer over here$/, /over here$/];
    await tree.press(
      /^(All|Fill|Beam|Deliver|Put out|Take tile|Build|Flip|Lift|Go)\b/,
      /^\w+ order worth \d, \d+ left$/,
      /^Done$/,
      ways[nth % 3]!,
      /over here$/,
    );
  };
  const bots = ['club', 'club'];
  const played = await play({ game: 'time-n-space', bots, options }, step);
  const { heard, log, ada } = played;
  wellSpoken(played);
  expect(timesHeard(heard, /Choose your first order for the others to fill/)).toBe(1);
  expect(timesHeard(heard, /Choose your second order for the others to fill/)).toBe(1);
  expect(timesHeard(heard, /has run out\./)).toBeGreaterThan(2);
  expect(timesHeard(heard, /Time is up/)).toBeGreaterThan(0);
  expect(log.join('\n')).toMatch(/You (produce a|lift the timer from)/);
  expect(log.join('\n')).toMatch(/[Yy]our ship/);
  const told = log.filter((one) => /^You turn a timer over/.test(one));
  expect(told.length).toBeGreaterThan(2);
  for (const line of new Set(told)) {
    expect([line, timesHeard(heard, new RegExp(escaped(line)))]).toEqual([
      line,
      log.filter((one) => one.includes(line)).length,
    ]);
  }
  contented(ada);
  await ada.leave();
});

test('a pause is heard, and the turn again after it; a watcher hears that they watch', async () => {
  const ada = await Person.arrive(browser, address);
  const bea = await Person.arrive(browser, address);
  await Promise.all([listen(ada.page), listen(bea.page)]);
  await nameMe(ada, 'Ada');
  const options = { turn_seconds: 120, first: 0 };
  await openTable(ada, { game: 'watch', bots: ['random'], start: true, options });
  const tree = await Tree.of(ada.page);
  const heard = (what: RegExp) => async (): Promise<boolean> =>
    timesHeard(await heardOn(ada.page), what) === 1;
  await until('my turn is heard', heard(/Your move, 1\d\d seconds\./));
  await bea.page.goto(ada.page.url());
  await until('Bea hears whose move it is', async () =>
    (await heardOn(bea.page)).some((one) => /Ada's move\./.test(one.words)),
  );
  expect(timesHeard(await heardOn(bea.page), /You are watching\./)).toBe(1);
  expect((await heardOn(bea.page)).some(isUrgent)).toBe(false);
  await tree.press(/^Pause$/);
  await until('the pause is heard', heard(/The game is paused\./));
  await until('it can be resumed', async () => (await tree.press(/^Resume$/)) !== null);
  await until('my turn is heard again', async () => {
    const all = await heardOn(ada.page);
    return timesHeard(all, /Your move, \d+ seconds\./) === 2;
  });
  const all = await heardOn(ada.page);
  expect(timesHeard(all, /The sand runs again in/)).toBe(1);
  expect(timesHeard(all, /The game is paused/)).toBe(1);
  contented(ada, bea);
  await Promise.all([ada.leave(), bea.leave()]);
});

const isUrgent = (one: Heard): boolean => one.live === 'assertive';

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
