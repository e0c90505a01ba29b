import { describe, expect, it } from 'vitest';
import { selectTopInStableOrder } from './stable-order.ts';

const selectOffers = (place: string, ranked: string, max = 4) =>
  selectTopInStableOrder(
    place,
    ranked.split('').map((name) => ({ id: name, name })),
    max,
  )
    .map(({ name }) => name)
    .join('');

describe('P10.232 stable order of the usual choices', () => {
  it('the initial order of the usual choices is by name, not by rank', () => {
    expect(selectOffers('by name', 'DBCA')).toBe('ABCD');
    expect(selectOffers('by name', 'CDAB')).toBe('ABCD');
  });

  it('a new usual choice takes the place of the choice that it replaces, and the others do not move', () => {
    expect(selectOffers('one', 'DBCA')).toBe('ABCD');
    expect(selectOffers('one', 'ZDBCA')).toBe('ZBCD');
    expect(selectOffers('one', 'DBCAZ')).toBe('ABCD');
  });

  it('the usual choices keep their order when fewer are shown, and a choice that is new or shown again comes last', () => {
    expect(selectOffers('few', 'CA')).toBe('AC');
    expect(selectOffers('few', 'BCA')).toBe('ACB');
    expect(selectOffers('few', 'BA')).toBe('AB');
  });

  it('each list of usual choices has its own order', () => {
    expect(selectOffers('types', 'BA')).toBe('AB');
    expect(selectOffers('companies', 'DC')).toBe('CD');
  });
});
