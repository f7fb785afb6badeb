import type {
  Companions,
  Example,
  FairnessSheet,
  GameInfo,
  Games,
  MatchInfo,
  Me,
  NewTable,
  Reach,
  Room,
  Seated,
  Story,
  Tables,
  Wrong,
} from './protocol';

/** Something the server did not do, with its sentence. */
export class NotDone extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    /** What would be accepted instead, such as another name. */
    readonly suggestion: string | null = null,
  ) {
    super(message);
  }
}

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new NotDone('offline', 'The server cannot be reached just now.', 0);
  }
  if (response.ok) return response;
  let wrong: Partial<Wrong> = {};
  try {
    wrong = (await response.json()) as Partial<Wrong>;
  } catch {
    // not one of the server's own answers
  }
  const sentence = wrong.detail ?? wrong.title ?? 'That did not work. Please try again.';
  throw new NotDone(wrong.code ?? '', sentence, response.status, wrong.suggestion ?? null);
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await ask(method, path, body)).json() as Promise<T>;
}

function query(parts: Record<string, string | undefined>): string {
  const given = Object.entries(parts).filter((part): part is [string, string] => !!part[1]);
  return given.length ? `?${new URLSearchParams(given)}` : '';
}

export const api = {
  me: () => json<Me>('GET', '/me'),
  nameMe: (name: string) => json<Me>('PUT', '/me', { name }),
  renewMe: () => json<Me>('POST', '/me/renew'),
  forgetMe: () => json<Me>('DELETE', '/me'),
  companions: () => json<Companions>('GET', '/me/companions'),
  decline: (table: string) => json<Me>('DELETE', `/me/invitations/${table}`),
  invite: (table: string, guest: string) => json<Room>('PUT', `/tables/${table}/invited/${guest}`),
  reach: () => json<Reach>('GET', '/reach'),
  games: () => json<Games>('GET', '/games'),
  game: (name: string) => json<GameInfo>('GET', `/games/${name}`),
  rules: async (name: string) => (await ask('GET', `/games/${name}/rules`)).text(),
  tables: (stage: 'gathering' | 'playing') => json<Tables>('GET', `/tables${query({ stage })}`),
  /** A seat beside somebody who wants to play this game, or at a new table that waits for them. */
  quick: (game: string) => json<Seated>('POST', '/quick', { game }),
  /** A game that bots play to be watched. */
  show: (game: string) => json<Room>('POST', `/games/${game}/show`),
  newTable: (table: NewTable) => json<Seated>('POST', '/tables', table),
  room: (id: string) => json<Room>('GET', `/tables/${id}`),
  example: (id: string) => json<Example>('GET', `/tables/${id}/example`),
  /** In a game played over several days: what my seat was shown after this table time. */
  lately: (id: string, since: number) =>
    json<Story>('GET', `/tables/${id}/lately${query({ since: String(since) })}`),
  sit: (id: string) => json<Seated>('POST', `/tables/${id}/sit`),
  sitAt: (id: string, seat: number) => json<Seated>('POST', `/tables/${id}/seats/${seat}/sit`),
  stand: (id: string) => json<Room>('POST', `/tables/${id}/stand`),
  seatBot: (id: string, seat: number, level: string) =>
    json<Room>('PUT', `/tables/${id}/seats/${seat}/bot`, { level }),
  clearSeat: (id: string, seat: number) => json<Room>('DELETE', `/tables/${id}/seats/${seat}`),
  mute: (id: string, guest: string) => json<Room>('PUT', `/tables/${id}/muted/${guest}`),
  unmute: (id: string, guest: string) => json<Room>('DELETE', `/tables/${id}/muted/${guest}`),
  start: (id: string) => json<Room>('POST', `/tables/${id}/start`),
  rematch: (id: string) => json<Seated>('POST', `/tables/${id}/rematch`),
  matches: (mine: boolean) =>
    json<Tables>('GET', `/matches${query({ mine: mine ? '1' : undefined })}`),
  match: (id: string) => json<MatchInfo>('GET', `/matches/${id}`),
  story: (id: string, viewer: string, start: number) =>
    json<Story>('GET', `/matches/${id}/story${query({ viewer, start: String(start) })}`),
  fairness: (id: string) => json<FairnessSheet>('GET', `/matches/${id}/fairness`),
};
