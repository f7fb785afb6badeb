/** Legal acts as buttons: grouped by what is done, each with a label that can be searched. */

import { listWords } from '../../lib/words';
import type { Act, Legend, SeatInfo } from '../types';
import { Reader } from './legend';
import { pieces } from './reading';

/** More than this are chosen step by step, one field after the other. */
const AT_A_GLANCE = 12;

export interface Choice {
  act: Act;
  key: string;
  /** All of it: "Travel to Kyoto". */
  label: string;
  /** Under the title of its group: "to Kyoto". */
  short: string;
}

export interface Group {
  name: string;
  title: string;
  choices: Choice[];
  /** The fields in which its acts differ. */
  fields: string[];
  /** Whether there are too many to stand side by side. */
  many: boolean;
}

export interface Deeds {
  /** What stands alone. */
  single: Choice[];
  groups: Group[];
}

function fieldsOf(act: Act): string[] {
  return Object.keys(act).filter((name) => name !== 'act');
}

/** A value of an act as people read it. */
function valueWords(act: Act, field: string, reader: Reader): string {
  const deed = reader.legend.acts[act.act ?? ''];
  const value = act[field];
  if (value === null || value === undefined) return deed?.none?.[field] ?? 'nothing';
  if (typeof value === 'number') {
    if (deed?.seats?.includes(field)) return reader.name(value);
    if (deed?.named?.includes(field)) return reader.word(`${field}-${value}`);
    return String(deed?.places?.includes(field) ? value + 1 : value);
  }
  if (Array.isArray(value)) return listWords(value.map(String));
  return typeof value === 'string' ? reader.word(value) : JSON.stringify(value);
}

function shortWords(act: Act, reader: Reader): string {
  const each = reader.legend.acts[act.act ?? '']?.each ?? '';
  const template = pieces(each);
  const fits = template.every(({ text, field }) => !field || Object.hasOwn(act, text));
  if (each && fits) {
    return template
      .map(({ text, field }) => (field ? valueWords(act, text, reader) : text))
      .join('');
  }
  return fieldsOf(act)
    .map((name) => {
      const words = valueWords(act, name, reader);
      return typeof act[name] === 'string' ? words : `${reader.word(name)} ${words}`;
    })
    .join(', ');
}

function titleOf(name: string, reader: Reader): string {
  return reader.legend.acts[name]?.title ?? reader.word(name, true);
}

export function choiceOf(act: Act, reader: Reader): Choice {
  const short = shortWords(act, reader);
  const label = `${titleOf(act.act ?? '', reader)} ${short}`.trim();
  return { act, key: JSON.stringify(act), label, short };
}

/** Its button, or the first step that leads there. */
export function pointsOf(act: Act): string[] {
  const quoted = (text: string): string => JSON.stringify(text);
  return [`[data-key=${quoted(JSON.stringify(act))}], [data-step=${quoted(act.act ?? '')}]`];
}

/** An act in words: "Travel to Kyoto". */
export function deedWords(act: Act, legend: Legend, seats: SeatInfo[]): string {
  return choiceOf(act, new Reader(legend, seats)).label;
}

/** Acts in groups, in the order in which the legend names them. */
export function deedsOf(legal: Act[], legend: Legend, seats: SeatInfo[]): Deeds {
  const reader = new Reader(legend, seats);
  const kinds = new Map<string, Act[]>(Object.keys(legend.acts).map((name) => [name, []]));
  for (const act of legal) {
    const name = act.act ?? '';
    const kind = kinds.get(name);
    if (kind) kind.push(act);
    else kinds.set(name, [act]);
  }
  const deeds: Deeds = { single: [], groups: [] };
  for (const [name, acts] of kinds) {
    const choices = acts.map((act) => choiceOf(act, reader));
    if (choices.length === 1) deeds.single.push(...choices);
    if (choices.length < 2) continue;
    const fields = fieldsOf(acts[0] ?? {}).filter(
      (field) => new Set(acts.map((act) => JSON.stringify(act[field]))).size > 1,
    );
    const many = choices.length > AT_A_GLANCE && fields.length > 1;
    deeds.groups.push({ name, title: titleOf(name, reader), choices, fields, many });
  }
  return deeds;
}

/** What can be picked next in a group of many, after what was picked so far. */
export interface NextStep {
  picked: { field: string; words: string }[];
  field: string;
  title: string;
  options: { value: unknown; words: string; choices: Choice[] }[];
}

/** The values that were picked, by field; they may be out of date. */
export type Picked = Record<string, unknown>;

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function nextStep(group: Group, picked: Picked, reader: Reader): NextStep {
  let left = group.choices;
  const done: NextStep['picked'] = [];
  for (const field of group.fields) {
    const values: unknown[] = [];
    for (const { act } of left) {
      if (!values.some((known) => same(known, act[field]))) values.push(act[field]);
    }
    if (values.length < 2) continue;
    const fitting = Object.hasOwn(picked, field)
      ? left.filter(({ act }) => same(act[field], picked[field]))
      : [];
    if (fitting.length > 1) {
      done.push({ field, words: valueWords(fitting[0]!.act, field, reader) });
      left = fitting;
      continue;
    }
    return {
      picked: done,
      field,
      title: reader.word(field, true),
      options: values.map((value) => {
        const choices = left.filter(({ act }) => same(act[field], value));
        return { value, words: valueWords(choices[0]!.act, field, reader), choices };
      }),
    };
  }
  return { picked: done, field: '', title: '', options: [] };
}

/** Acts that name this thing. */
export function naming(deeds: Deeds, thing: string): Choice[] {
  return all(deeds).filter(({ act }) => fieldsOf(act).some((field) => act[field] === thing));
}

/** Acts whose label has all of these words, or their beginnings. */
export function search(deeds: Deeds, text: string): Choice[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return all(deeds).filter(({ label }) => {
    const words = label.toLowerCase();
    return wanted.every((one) => words.includes(one));
  });
}

export function all(deeds: Deeds): Choice[] {
  return [...deeds.single, ...deeds.groups.flatMap((group) => group.choices)];
}

/** The things that acts name, in the game's own words. */
export function targets(legal: Act[]): Set<string> {
  const found = new Set<string>();
  for (const act of legal) {
    for (const field of fieldsOf(act)) {
      const value = act[field];
      if (typeof value === 'string') found.add(value);
    }
  }
  return found;
}
