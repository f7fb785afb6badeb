/**
 * The part of Markdown that our rules use, as a tree; never as HTML, so nothing in a text can do
 * more than be read. A bullet that opens with a bold rule number gets that number as its anchor.
 */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; parts: Inline[] }
  | { kind: 'em'; parts: Inline[] }
  | { kind: 'rule'; rule: string }
  | { kind: 'picture'; from: string; text: string }
  | { kind: 'link'; to: string; parts: Inline[] };

export type Block =
  | { kind: 'heading'; level: number; parts: Inline[]; id: string }
  | { kind: 'paragraph'; parts: Inline[] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; ordered: boolean; items: Item[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'line' };

export interface Item {
  rule: string | null;
  blocks: Block[];
}

const RULE = /^[A-Z]{2}-[A-Z]*\d+[a-z]?$/;
const MARK =
  /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|!\[([^\]]*)\]\(([^)\s]+)\)|\[([^\]]+)\]\(([^)\s]+)\)|([A-Z]{2}-[A-Z]+\d+[a-z]?)/;
const BULLET = /^(\s*)([-*]|\d+\.)\s+(.*)$/;
const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;

export function inline(text: string): Inline[] {
  const parts: Inline[] = [];
  let rest = text;
  for (;;) {
    const found = MARK.exec(rest);
    if (!found) break;
    if (found.index > 0) parts.push({ kind: 'text', text: rest.slice(0, found.index) });
    const [whole, code, strong, em, seen, from, label, to, rule] = found;
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (strong !== undefined) {
      parts.push(
        RULE.test(strong)
          ? { kind: 'rule', rule: strong }
          : { kind: 'strong', parts: inline(strong) },
      );
    } else if (em !== undefined) parts.push({ kind: 'em', parts: inline(em) });
    else if (from !== undefined) parts.push({ kind: 'picture', from, text: seen ?? '' });
    else if (rule !== undefined) parts.push({ kind: 'rule', rule });
    else if (label !== undefined && to !== undefined) {
      parts.push({ kind: 'link', to, parts: [{ kind: 'text', text: label }] });
    }
    rest = rest.slice(found.index + whole.length);
  }
  if (rest) parts.push({ kind: 'text', text: rest });
  return parts;
}

/** The plain words of a text, for ids and titles. */
export function plain(parts: Inline[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'text' || part.kind === 'code') return part.text;
      if (part.kind === 'picture') return '';
      return part.kind === 'rule' ? part.rule : plain(part.parts);
    })
    .join('');
}

function cells(row: string): Inline[][] {
  const inner = row.trim().replace(/^\||\|$/g, '');
  return inner.split('|').map((cell) => inline(cell.trim()));
}

function slug(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .trim()
    .replace(/ +/g, '-');
}

function unindent(lines: string[], by: number): string[] {
  return lines.map((line) => (line.slice(0, by).trim() === '' ? line.slice(by) : line.trimStart()));
}

export function parse(text: string): Block[] {
  return blocks(text.replace(/\r\n/g, '\n').split('\n'));
}

function blocks(lines: string[]): Block[] {
  const out: Block[] = [];
  let i = 0;
  const line = (at: number): string => lines[at] ?? '';

  while (i < lines.length) {
    const now = line(i);
    if (now.trim() === '') {
      i += 1;
    } else if (/^\s*(```|~~~)/.test(now)) {
      const end = lines.findIndex((other, at) => at > i && /^\s*(```|~~~)/.test(other));
      const stop = end === -1 ? lines.length : end;
      out.push({ kind: 'code', text: lines.slice(i + 1, stop).join('\n') });
      i = stop + 1;
    } else if (HEADING.test(now)) {
      const [, marks = '#', words = ''] = HEADING.exec(now) ?? [];
      const parts = inline(words);
      out.push({ kind: 'heading', level: marks.length, parts, id: slug(plain(parts)) });
      i += 1;
    } else if (/^\s*(---+|\*\*\*+)\s*$/.test(now)) {
      out.push({ kind: 'line' });
      i += 1;
    } else if (now.startsWith('>')) {
      const start = i;
      while (i < lines.length && line(i).startsWith('>')) i += 1;
      out.push({
        kind: 'quote',
        blocks: blocks(lines.slice(start, i).map((l) => l.replace(/^> ?/, ''))),
      });
    } else if (now.trim().startsWith('|') && /^\s*\|[\s:|-]+\|\s*$/.test(line(i + 1))) {
      const head = cells(now);
      const rows: Inline[][][] = [];
      i += 2;
      while (i < lines.length && line(i).trim().startsWith('|')) rows.push(cells(line(i++)));
      out.push({ kind: 'table', head, rows });
    } else if (BULLET.test(now)) {
      const [list, next] = readList(lines, i);
      out.push(list);
      i = next;
    } else {
      const start = i;
      i += 1;
      while (i < lines.length && line(i).trim() !== '' && !startsBlock(line(i))) i += 1;
      const words = lines.slice(start, i).map((l) => l.trim());
      out.push({ kind: 'paragraph', parts: inline(words.join(' ')) });
    }
  }
  return out;
}

function startsBlock(line: string): boolean {
  return HEADING.test(line) || BULLET.test(line) || /^\s*(```|~~~|>)/.test(line);
}

function readList(lines: string[], start: number): [Block, number] {
  const indent = /^\s*/.exec(lines[start] ?? '')?.[0].length ?? 0;
  const items: Item[] = [];
  const ordered = /^\s*\d+\./.test(lines[start] ?? '');
  let i = start;
  while (i < lines.length) {
    const found = BULLET.exec(lines[i] ?? '');
    if (!found || (found[1] ?? '').length !== indent) break;
    const first = found[3] ?? '';
    const inside = (lines[i] ?? '').length - first.length;
    const own: string[] = [first];
    i += 1;
    while (i < lines.length) {
      const line = lines[i] ?? '';
      const depth = /^\s*/.exec(line)?.[0].length ?? 0;
      const blank = line.trim() === '';
      const nextLine = lines[i + 1] ?? '';
      if (blank && !/^\s+\S/.test(nextLine)) break;
      if (!blank && depth <= indent) break;
      own.push(line);
      i += 1;
    }
    const [head = '', ...tail] = own;
    const inner = blocks([head, ...unindent(tail, inside)]);
    items.push({ rule: leadingRule(inner), blocks: inner });
    while (i < lines.length && (lines[i] ?? '').trim() === '' && BULLET.test(lines[i + 1] ?? ''))
      i += 1;
  }
  return [{ kind: 'list', ordered, items }, i];
}

function leadingRule(inner: Block[]): string | null {
  const first = inner[0];
  if (first?.kind !== 'paragraph') return null;
  const part = first.parts[0];
  return part?.kind === 'rule' ? part.rule : null;
}
