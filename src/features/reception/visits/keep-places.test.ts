import { describe, expect, it } from 'vitest';
import { keepStableOrder } from './keep-places.ts';

const same = (text: string) => text;
const offer = (place: string, ranked: string, max = 4) =>
  keepStableOrder({ place, ranked: ranked.split(''), max, idOf: same, nameOf: same }).join('');

describe('P10.232 places of the usual choices', () => {
  it('are ordered by name at first, whatever the rank', () => {
    expect(offer('by name', 'DBCA')).toBe('ABCD');
    expect(offer('by name', 'CDAB')).toBe('ABCD');
  });

  it('pass from a choice that left to the one that came, and no other choice moves', () => {
    expect(offer('one', 'DBCA')).toBe('ABCD');
    expect(offer('one', 'ZDBCA')).toBe('ZBCD');
    expect(offer('one', 'DBCAZ')).toBe('ABCD');
  });

  it('keep their order when fewer choices are offered, and a new choice comes last', () => {
    expect(offer('few', 'CA')).toBe('AC');
    expect(offer('few', 'BCA')).toBe('ACB');
    expect(offer('few', 'BA')).toBe('AB');
  });

  it('are separate for each list', () => {
    expect(offer('types', 'BA')).toBe('AB');
    expect(offer('companies', 'DC')).toBe('CD');
  });
});
