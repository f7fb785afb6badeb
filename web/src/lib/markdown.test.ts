import { describe, expect, it } from 'vitest';
import { inline, parse, plain } from './markdown';

describe('the rules as a tree', () => {
  it('gives a bullet that opens with a rule number that anchor', () => {
    const [list] = parse('- **WA-T5** Exchange, see WA-T6.\n  It goes on here.\n- no number');
    expect(list).toMatchObject({ kind: 'list', items: [{ rule: 'WA-T5' }, { rule: null }] });
    const first = list?.kind === 'list' ? list.items[0]?.blocks[0] : undefined;
    expect(first?.kind === 'paragraph' && plain(first.parts)).toBe(
      'WA-T5 Exchange, see WA-T6. It goes on here.',
    );
  });

  it('knows a rule number anywhere in a sentence', () => {
    expect(inline('see OT-M3 too')).toEqual([
      { kind: 'text', text: 'see ' },
      { kind: 'rule', rule: 'OT-M3' },
      { kind: 'text', text: ' too' },
    ]);
  });

  it('keeps a drawing as it is', () => {
    expect(parse('```\n  RED 0\n11   1\n```')).toEqual([{ kind: 'code', text: '  RED 0\n11   1' }]);
  });

  it('reads headings, paragraphs and tables', () => {
    const found = parse(
      '# The Watch\n\nTwo to\nsix players.\n\n| a | b |\n|---|---|\n| 1 | **2** |',
    );
    expect(found.map((block) => block.kind)).toEqual(['heading', 'paragraph', 'table']);
    expect(found[0]).toMatchObject({ level: 1, id: 'the-watch' });
    expect(found[1]?.kind === 'paragraph' && plain(found[1].parts)).toBe('Two to six players.');
    expect(found[2]).toMatchObject({ rows: [[[{ text: '1' }], [{ kind: 'strong' }]]] });
  });

  it('nests lists', () => {
    const [list] = parse('- outer\n  - inner\n  - inner too\n- next');
    expect(list).toMatchObject({ kind: 'list' });
    if (list?.kind !== 'list') return;
    expect(list.items).toHaveLength(2);
    expect(list.items[0]?.blocks[1]).toMatchObject({ kind: 'list', items: [{}, {}] });
  });

  it('keeps what looks like HTML as words', () => {
    expect(parse('<img src=x onerror=alert(1)>')).toEqual([
      { kind: 'paragraph', parts: [{ kind: 'text', text: '<img src=x onerror=alert(1)>' }] },
    ]);
  });

  it('knows a drawing by its name and what it shows', () => {
    expect(inline('![The board](img/board.svg)')).toEqual([
      { kind: 'picture', from: 'img/board.svg', text: 'The board' },
    ]);
  });

  it('ends, whatever it is given', () => {
    for (const text of ['```', '- ', '|', '>', '**', '1.', '\n\n- a\n\n\n  b', '#']) {
      expect(() => parse(text)).not.toThrow();
    }
  });
});
