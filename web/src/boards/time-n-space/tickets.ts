/** The open orders of a mat as tickets, as many as there is room for. */

import { COLOURS, openOrders, type Colour, type MatView } from './view';

export interface Shown {
  colour: Colour;
  values: number[];
}

/** Where a ticket is lower than this its mark lies beside the number, not under it. */
export const STANDING = 26;
const GAP = 6;
const LYING = 31;

/** One ticket an order; where these do not fit, one a colour: "gem 33221". */
export function ticketsOf(mat: MatView, room: number, size: number, rows: number): Shown[] {
  const orders = openOrders(mat);
  const each = (size < STANDING ? LYING : Math.round(size * 0.86)) + GAP;
  if (orders.length <= rows * Math.max(1, Math.floor(room / each))) {
    return orders.map(({ colour, value }) => ({ colour, values: [value] }));
  }
  return COLOURS.flatMap((colour) => {
    const values = orders.filter((one) => one.colour === colour).map((one) => one.value);
    return values.length > 0 ? [{ colour, values }] : [];
  });
}
