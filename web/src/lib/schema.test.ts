import { describe, expect, it } from 'vitest';
import { chosen, fieldsOf, siteValues, specialties } from './schema';

const schema = {
  type: 'object',
  properties: {
    minutes: {
      type: 'integer',
      minimum: 1,
      maximum: 60,
      title: 'Minutes',
      description: 'How long the hidden timer runs.',
      default: 5,
      'x-rule': 'WA-C4',
    },
    squares: { type: 'integer', minimum: 12, maximum: 60, multipleOf: 3, default: 12 },
    first: {
      anyOf: [
        { type: 'integer', minimum: 0, maximum: 5 },
        { type: 'null', title: 'drawn at random' },
      ],
      title: 'First player',
      default: null,
    },
    play: {
      oneOf: [
        { const: 'single', title: 'One game' },
        { const: 'match', title: 'A match' },
      ],
      title: 'How many games',
      default: 'single',
    },
    yellow: {
      anyOf: [
        {
          type: 'array',
          items: { type: 'integer', minimum: 1, maximum: 59 },
          minItems: 2,
          maxItems: 2,
        },
        { type: 'null', title: 'at a third and at two thirds' },
      ],
      title: 'Yellow squares',
      default: null,
    },
    swapping: { type: 'boolean', title: 'Swapping', default: false },
    strange: { type: 'object', default: {} },
  },
};

describe('the form of the options', () => {
  const fields = fieldsOf(schema);

  it('asks one question for each option it understands', () => {
    expect(fields.map((field) => [field.name, field.kind])).toEqual([
      ['minutes', 'number'],
      ['squares', 'number'],
      ['first', 'number'],
      ['play', 'choice'],
      ['yellow', 'numbers'],
      ['swapping', 'flag'],
    ]);
  });

  it('knows range, step and rule of a number', () => {
    expect(fields[0]).toMatchObject({ least: 1, most: 60, step: 1, rule: 'WA-C4', none: null });
    expect(fields[1]).toMatchObject({ step: 3 });
    expect(fields[2]).toMatchObject({ none: 'drawn at random' });
  });

  it('sends only what differs from the default', () => {
    expect(chosen(fields, { minutes: 5, play: 'match', first: null, swapping: false })).toEqual({
      play: 'match',
    });
  });

  it('says in words what is special about a table', () => {
    expect(specialties(fields, { minutes: 3, play: 'match', yellow: [2, 7], first: 1 })).toEqual([
      'Minutes: 3',
      'First player: 1',
      'How many games: A match',
      'Yellow squares: 2 and 7',
    ]);
  });

  it('opens a table with what the site asks, and says so whatever the answer', () => {
    const off = {
      type: 'integer',
      minimum: 0,
      maximum: 30,
      title: 'Seconds the timer may be off',
      default: 0,
      'x-site': {
        title: 'How exact is the timer?',
        choices: [
          {
            const: 20,
            title: 'Wound by hand',
            description: 'Nobody can count along. It rings early or late.',
          },
          { const: 0, title: 'Exact', description: 'Anybody can count along.' },
        ],
      },
    };
    const asked = fieldsOf({ properties: { off, minutes: schema.properties.minutes } });
    expect(siteValues(asked)).toEqual({ off: 20 });
    expect(siteValues(fields)).toEqual({});
    // The page sends it, for to a program the default of the rules is what goes without saying.
    expect(chosen(asked, siteValues(asked))).toEqual({ off: 20 });
    expect(chosen(asked, { off: 0 })).toEqual({});
    expect(specialties(asked, { off: 20, minutes: 5 })).toEqual(['Nobody can count along']);
    expect(specialties(asked, { off: 0 })).toEqual(['Anybody can count along']);
    expect(specialties(asked, { off: 7 })).toEqual(['Seconds the timer may be off: 7']);
    expect(asked[0]).toMatchObject({ kind: 'number', least: 0, most: 30 });
  });

  it('has no questions for a game without options', () => {
    expect(fieldsOf({ type: 'object' })).toEqual([]);
  });

  it('let a seat be chosen as people count, and only one that is there', () => {
    const first = {
      anyOf: [
        { type: 'integer', minimum: 0, maximum: 5 },
        { type: 'null', title: 'drawn at random' },
      ],
      'x-of': 'seats',
      title: 'First player',
      default: null,
    };
    const [field] = fieldsOf({ properties: { first } }, 3);
    expect(field?.kind === 'choice' && field.choices).toEqual([
      { value: null, words: 'Drawn at random' },
      { value: 0, words: 'Seat 1, the host' },
      { value: 1, words: 'Seat 2' },
      { value: 2, words: 'Seat 3' },
    ]);
    expect(chosen([field!], { first: 2 })).toEqual({ first: 2 });
    expect(chosen([field!], { first: 4 })).toEqual({});
    expect(specialties([field!], { first: 1 })).toEqual(['First player: Seat 2']);
  });
});
