import { describe, expect, it } from 'vitest';
import { keepStableOrder } from './stable-order.ts';

const identity = (text: string) => text;
const offer = (place: string, ranked: string, max = 4) =>
  keepStableOrder({ place, ranked: ranked.split(''), max, idOf: identity, nameOf: identity }).join('');

describe('P10.232 stable order of the usual choices', () => {
  it('the initial order of the usual choices is by name, not by rank', () => {
    expect(offer('by name', 'DBCA')).toBe('ABCD');
    expect(offer('by name', 'CDAB')).toBe('ABCD');
  });

  it('a new usual choice takes the place of the choice that it replaces, and the others do not move', () => {
    expect(offer('one', 'DBCA')).toBe('ABCD');
    expect(offer('one', 'ZDBCA')).toBe('ZBCD');
    expect(offer('one', 'DBCAZ')).toBe('ABCD');
  });

  it('the usual choices keep their order when fewer are shown, and a choice that is new or shown again comes last', () => {
    expect(offer('few', 'CA')).toBe('AC');
    expect(offer('few', 'BCA')).toBe('ACB');
    expect(offer('few', 'BA')).toBe('AB');
  });

  it('each list of usual choices has its own order', () => {
    expect(offer('types', 'BA')).toBe('AB');
    expect(offer('companies', 'DC')).toBe('CD');
  });
});
