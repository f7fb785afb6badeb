/** Things and acts of Time 'n' Space in words. */

import type { Act, SeatInfo } from '../types';
import {
  COLOURS,
  isGood,
  isOrder,
  openOrders,
  seatOfPlace,
  type BuildingView,
  type MatView,
  type SpaceView,
} from './view';

const MOONS = ['the first moon', 'the second moon', 'the third moon', 'the fourth moon'];

export function nameOf(seat: number | null, seats: SeatInfo[]): string {
  const found = seat === null ? undefined : seats[seat];
  return found?.me ? 'you' : (found?.name ?? 'somebody');
}

export function whose(seat: number | null, seats: SeatInfo[]): string {
  const name = nameOf(seat, seats);
  return name === 'you' ? 'your' : `${name}'s`;
}

/** "Bo's planet", "the first moon". */
export function placeName(place: string, seats: SeatInfo[]): string {
  const seat = seatOfPlace(place);
  if (seat !== null) return `${whose(seat, seats)} planet`;
  return MOONS[Number(place.split('-')[1])] ?? place;
}

/** As short as it can be said on a card: "Bo", "home", "moon". */
export function shortPlace(place: string, seats: SeatInfo[]): string {
  const seat = seatOfPlace(place);
  if (seat === null) return 'moon';
  return seats[seat]?.me ? 'home' : nameOf(seat, seats);
}

export function kindName(kind: string): string {
  return kind.endsWith('plant') ? 'plant' : kind;
}

/** "Plant H", "Research", "Ship". */
export function symbolName(on: string, mat: MatView): string {
  if (on === 'ship') return 'Ship';
  if (on === 'research') return 'Research';
  const building = mat.buildings.find((one) => one.letter === on);
  return building ? `${capital(kindName(building.kind))} ${on}` : on;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a list of steps does, in as few words as it takes: "Fill 2", "Take tile". */
export function stepsWords(acts: Act[]): string {
  const [first] = acts;
  if (!first) return '';
  if (first.act === 'take_tile') return 'Take tile';
  if (first.act === 'build') return `Build on ${String(first['on'])}`;
  if (first.act === 'upgrade') return 'Flip to III';
  const verb = { fill: 'Fill', beam: 'Beam', deliver: 'Deliver', put_out: 'Put out' }[
    String(first.act)
  ];
  return verb ? `${verb} ${acts.length}` : 'Go';
}

/** One building and what lies on it, for whoever does not see it. */
export function buildingWords(building: BuildingView): string {
  const { letter, kind, stage, spots } = building;
  const name = `${letter}, ${kind}, stage ${stage}`;
  if (building.puts_out !== null) return name;
  const lying = spots.flatMap((piece) => {
    if (isGood(piece)) return [`a ${piece.good} good`];
    return isOrder(piece) ? [`a ${piece.order} order worth ${piece.value}`] : [];
  });
  const empty = spots.length - lying.length;
  const free = empty === 0 ? [] : [empty === 1 ? 'one empty spot' : `${empty} empty spots`];
  return `${name}: ${[...lying, ...free].join(', ')}`;
}

/** Minutes and seconds. */
export function clockWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A whole panel, for whoever does not see it. */
export function panelWords(view: SpaceView, seat: number, seats: SeatInfo[]): string {
  const mat = view.mats[seat];
  if (!mat) return '';
  const orders = openOrders(mat).map((one) => `${one.colour} ${one.value}`);
  const open = orders.length > 0 ? `open orders ${orders.join(', ')}` : 'no open orders';
  const glasses = mat.timers.map((timer) => {
    if (timer.held) return `${symbolName(mat.hand?.on ?? '', mat)} in hand`;
    if (timer.on === null) return 'a free timer';
    if (timer.on === 'ship') return `ship to ${placeName(mat.ship.to, seats)}`;
    return `a timer on ${symbolName(timer.on, mat)}`;
  });
  const points = `${mat.score} ${mat.score === 1 ? 'point' : 'points'}`;
  return `${capital(whose(seat, seats))} mat: ${points}, ${open}; ${glasses.join(', ')}`;
}

/** A planet or a moon, for whoever does not see it. */
export function discWords(
  view: SpaceView,
  place: string,
  seats: SeatInfo[],
  lit: boolean,
  fits: string,
): string {
  const name = capital(placeName(place, seats));
  const ships = view.mats.flatMap(({ ship }, seat) =>
    ship.at === place ? [`${whose(seat, seats)} ship`] : [],
  );
  const moon = view.moons.find((one) => one.place === place);
  const top = moon ? [moon.top ? `${moon.top} on top of ${moon.tiles}` : 'no tiles'] : [];
  const seat = seatOfPlace(place);
  const white = seat !== null && view.planets[seat]?.bonus ? ['with its white counter'] : [];
  const fitting = fits ? [fits] : [];
  return [name, ...white, ...top, ...ships, ...fitting, ...(lit ? ['fly there'] : [])].join(', ');
}

/** How many of my goods fit at a planet, and how many more would after the next beam. */
export function fitWords(now: number, more: number): string {
  const goods = now === 0 ? '' : `${now} of your goods ${now === 1 ? 'fits' : 'fit'}`;
  if (more === 0) return goods;
  return goods
    ? `${goods}, ${more} more after a beam`
    : `${more} of your goods would fit after a beam`;
}

/** What everybody's colours were worth: "Grey: Ada 6, Bo nothing. Yellow: ...". */
export function endWords(view: SpaceView, seats: SeatInfo[]): string {
  const lines = COLOURS.map((colour) => {
    const each = view.mats.map((mat, seat) => {
      const { score, counts } = mat.sheet.colours[colour];
      return `${nameOf(seat, seats)} ${counts ? score : score || 'nothing'}`;
    });
    return `${capital(colour)}: ${each.join(', ')}.`;
  });
  return lines.join(' ');
}
