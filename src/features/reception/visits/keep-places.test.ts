import { describe, expect, it } from 'vitest';
import { keepPlaces } from './keep-places.ts';

const same = (text: string) => text;
const offer = (place: string, ranked: string, max = 4) =>
  keepPlaces({ place, ranked: ranked.split(''), max, idOf: same, nameOf: same }).join('');

describe('P10.232 what is usual stands in the same places', () => {
  it('by name, whatever its rank', () => {
    expect(offer('by name', 'DBCA')).toBe('ABCD');
    expect(offer('by name', 'CDAB')).toBe('ABCD');
  });

  it('whoever comes in takes the place of whoever went, and nothing else moves', () => {
    expect(offer('one', 'DBCA')).toBe('ABCD');
    expect(offer('one', 'ZDBCA')).toBe('ZBCD');
    expect(offer('one', 'DBCAZ')).toBe('ABCD');
  });

  it('where fewer are offered the rest keeps its order, and who is new stands last', () => {
    expect(offer('few', 'CA')).toBe('AC');
    expect(offer('few', 'BCA')).toBe('ACB');
    expect(offer('few', 'BA')).toBe('AB');
  });

  it('each has its own', () => {
    expect(offer('types', 'BA')).toBe('AB');
    expect(offer('companies', 'DC')).toBe('CD');
  });
});
