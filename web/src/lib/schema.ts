/** The form of a game's options, read from its JSON Schema: one plain question each. */

export interface Choice {
  value: unknown;
  words: string;
}

/** What everybody who opens a table on a site is asked; its tables are opened with the first. */
export interface SiteQuestion {
  title: string;
  choices: (Choice & { text: string })[];
}

interface Base {
  name: string;
  title: string;
  text: string;
  rule: string | null;
  default: unknown;
  site: SiteQuestion | null;
}

export type Field =
  | (Base & { kind: 'number'; least: number; most: number; step: number; none: string | null })
  | (Base & { kind: 'choice'; choices: Choice[] })
  | (Base & { kind: 'flag' })
  | (Base & { kind: 'numbers'; least: number; most: number; count: number; none: string | null });

type Schema = Record<string, unknown>;

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function schemas(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function number(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

/** Seats as people count them, from 1. */
function seatChoices(shape: Schema, none: string | null, seats: number): Choice[] {
  const most = Math.min(number(shape['maximum'], 0), seats - 1);
  const each = Array.from({ length: most + 1 }, (_, seat) => ({
    value: seat,
    words: seat === 0 ? 'Seat 1, the host' : `Seat ${seat + 1}`,
  }));
  return none === null ? each : [{ value: null, words: capital(none) }, ...each];
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function siteQuestion(schema: unknown): SiteQuestion | null {
  if (!isSchema(schema)) return null;
  const choices = schemas(schema['choices']).map((one) => ({
    value: one['const'],
    words: String(one['title'] ?? one['const']),
    text: String(one['description'] ?? ''),
  }));
  return choices.length ? { title: String(schema['title'] ?? ''), choices } : null;
}

function fieldOf(name: string, schema: Schema, seats: number): Field | null {
  const base: Base = {
    name,
    title: String(schema['title'] ?? name),
    text: String(schema['description'] ?? ''),
    rule: typeof schema['x-rule'] === 'string' ? schema['x-rule'] : null,
    default: schema['default'] ?? null,
    site: siteQuestion(schema['x-site']),
  };
  const choices = [...schemas(schema['oneOf'])].filter((one) => 'const' in one);
  if (choices.length) {
    const words = choices.map((one) => ({
      value: one['const'],
      words: String(one['title'] ?? one['const']),
    }));
    return { ...base, kind: 'choice', choices: words };
  }
  if (Array.isArray(schema['enum'])) {
    const words = schema['enum'].map((value) => ({ value, words: String(value) }));
    return { ...base, kind: 'choice', choices: words };
  }
  const ways = schemas(schema['anyOf']);
  const nothing = ways.find((way) => way['type'] === 'null');
  const none = nothing ? String(nothing['title'] ?? 'not set') : null;
  const shape = ways.find((way) => way['type'] !== 'null') ?? schema;
  if (schema['x-of'] === 'seats') {
    return { ...base, kind: 'choice', choices: seatChoices(shape, none, seats) };
  }
  if (shape['type'] === 'boolean') return { ...base, kind: 'flag' };
  if (shape['type'] === 'integer' || shape['type'] === 'number') {
    const least = number(shape['minimum'], 0);
    const most = number(shape['maximum'], 999);
    return { ...base, kind: 'number', least, most, step: number(shape['multipleOf'], 1), none };
  }
  if (shape['type'] === 'array' && isSchema(shape['items'])) {
    const items = shape['items'];
    const count = number(shape['minItems'], 1);
    if (items['type'] !== 'integer' || shape['maxItems'] !== count) return null;
    const least = number(items['minimum'], 0);
    const most = number(items['maximum'], 999);
    return { ...base, kind: 'numbers', least, most, count, none };
  }
  return null;
}

/**
 * The questions of a form for so many seats; an option whose shape the page does not know is left
 * at its default.
 */
export function fieldsOf(schema: Schema, seats = 64): Field[] {
  const properties = schema['properties'];
  if (!isSchema(properties)) return [];
  return Object.entries(properties).flatMap(([name, value]) => {
    const field = isSchema(value) ? fieldOf(name, value, seats) : null;
    return field ? [field] : [];
  });
}

/** What a table on a site is opened with, where that is not what the rules say by default. */
export function siteValues(fields: Field[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, site }) => (site ? [[name, site.choices[0]?.value]] : [])),
  );
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Only what differs from the default is sent, and no choice that is no longer among the choices. */
export function chosen(fields: Field[], values: Record<string, unknown>): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const field of fields) {
    if (!(field.name in values) || same(values[field.name], field.default)) continue;
    const value = values[field.name];
    if (field.kind === 'choice' && !field.choices.some((one) => same(one.value, value))) continue;
    out[field.name] = value;
  }
  return out;
}

function valueWords(field: Field, value: unknown): string {
  if (field.kind === 'choice') {
    return field.choices.find((choice) => same(choice.value, value))?.words ?? String(value);
  }
  if (field.kind === 'flag') return value ? 'yes' : 'no';
  if (value === null) return field.none ?? 'not set';
  return Array.isArray(value) ? value.join(' and ') : String(value);
}

/** The first sentence about a value that a site asks for by name, without its full stop. */
export function siteWords(field: Field, value: unknown): string | null {
  const choice = field.site?.choices.find((one) => same(one.value, value));
  return choice ? choice.text.replace(/\.( .*)?$/, '') : null;
}

/**
 * What is special about this table, in words: `Minutes: 3`. What a site asks everybody is always
 * among it, for neither answer goes without saying.
 */
export function specialties(fields: Field[], values: Record<string, unknown>): string[] {
  const special = chosen(fields, values);
  return fields.flatMap((field) => {
    const said = field.name in values ? siteWords(field, values[field.name]) : null;
    if (said) return [said];
    if (!(field.name in special)) return [];
    return [`${field.title}: ${valueWords(field, special[field.name])}`];
  });
}
