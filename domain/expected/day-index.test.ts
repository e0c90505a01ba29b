import { describe, expect, it } from 'vitest';
import { EXPECTED_LIST, createExpectedPersonOnDevice } from '#tests/support/device/expected.ts';
import {
  createExpectedDayIndex,
  findExpectedByDocument,
  findExpectedByName,
  searchExpectedDay,
} from './day-index.ts';

const person = createExpectedPersonOnDevice;
const ANA = person(1, { first_name: 'Ana', last_name: 'Ñáñez', hour: '08:00' });
const BEA = person(2, { first_name: 'Beatriz', last_name: 'Gil', hour: '07:00' });
const LATE = person(3, { first_name: 'Ana', last_name: 'Rojas' });
const indexOf = (...people: (typeof ANA)[]) =>
  createExpectedDayIndex({ day: '2026-12-01', lists: [{ ...EXPECTED_LIST, brigade: 'Mina Sur' }], people });
const index = indexOf(LATE, ANA, BEA);
const namesFound = (query: string, limit = 10) =>
  searchExpectedDay(index, query, limit).people.map(({ last_name }) => last_name);

describe('P11.41 search of the expected people of a day', () => {
  it('an empty query returns all people by hour, those without an hour last', () => {
    expect(namesFound('')).toEqual(['Gil', 'Ñáñez', 'Rojas']);
  });

  it('people of the same hour, or without one, are in the order of their names', () => {
    const early = person(4, { first_name: 'Álvaro', last_name: 'Paz', hour: '08:00' });
    const other = person(5, { first_name: 'Óscar', last_name: 'Gil' });
    const { entries } = indexOf(other, LATE, ANA, early);
    expect(entries.map((entry) => entry.person.first_name)).toEqual(['Álvaro', 'Ana', 'Ana', 'Óscar']);
  });

  it('words find names without accents, numbers with dots, company and brigade', () => {
    expect(namesFound('nanez ana')).toEqual(['Ñáñez']);
    expect(namesFound('9.999.000.002')).toEqual(['Gil']);
    expect(namesFound('CC 9999000003')).toEqual(['Rojas']);
    expect(namesFound('minas norte')).toHaveLength(3);
    expect(namesFound('mina sur ana')).toEqual(['Ñáñez', 'Rojas']);
    expect(namesFound('nadie')).toEqual([]);
  });

  it('the result is limited and counts all matches that are wanted', () => {
    expect(searchExpectedDay(index, 'ana', 1)).toEqual({ people: [ANA], total: 2 });
    expect(searchExpectedDay(index, '', 9, ({ hour }) => hour !== null).total).toBe(2);
  });
});

describe('P11.39 announcement of a document or name', () => {
  it('a document is found in every spelling, and of another type is not', () => {
    expect(
      findExpectedByDocument(index, { identification_type: 'CC', identification_number: '9.999.000.001' }),
    ).toEqual([ANA]);
    expect(
      findExpectedByDocument(index, { identification_type: 'CE', identification_number: '9999000001' }),
    ).toEqual([]);
  });

  it('a full name is found without accents and capitals; a given name alone is not', () => {
    expect(findExpectedByName(index, { first_name: 'ANA', last_name: 'nañez' })).toEqual([ANA]);
    expect(findExpectedByName(index, { first_name: 'Ana', last_name: '' })).toEqual([]);
  });

  it('a cancelled announcement comes after the others of the document', () => {
    const cancelled = {
      ...ANA,
      status: { state: 'cancelled', at: '2026-12-01T12:00:00Z', by: 'Bea' },
    } as const;
    const again = { ...ANA, id: BEA.id };
    expect(findExpectedByDocument(indexOf(cancelled, again), ANA)).toEqual([again, cancelled]);
  });
});
