import * as fc from 'fast-check';
import type { Cardholder } from './invented-card.ts';

const SURNAMES = [
  'GIL',
  'PAZ',
  'ROA',
  'NUÑEZ',
  'PEÑA',
  'YTURRALDE',
  'XIRGU',
  'DE LA CRUZ',
  'SAN JUAN',
  'ÑUNGO',
  'ZUBIZARRETA',
];
const GIVEN_NAMES = ['ANA', 'EVA', 'MARIA', 'ÑANDUMARA', 'QUIRICO', 'DEL CARMEN', 'JOSE', 'WAMBA', 'LUZ'];

const arbitraryBirthDate = fc
  .date({ min: new Date('1925-01-01'), max: new Date('2010-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** Arbitrary holders of cédulas with eight and ten digits and of tarjetas; their numbers were never issued (9999…). */
export const arbitraryCardholder: fc.Arbitrary<Cardholder> = fc.record({
  prefix: fc.constantFrom('03' as const, 'I3' as const),
  number: fc.oneof(
    fc.integer({ min: 0, max: 999_999 }).map((n) => `9999${String(n).padStart(6, '0')}`),
    fc.integer({ min: 0, max: 9_999 }).map((n) => `9999${String(n).padStart(4, '0')}`),
  ),
  last_name: fc.constantFrom(...SURNAMES),
  second_last_name: fc.constantFrom('', ...SURNAMES),
  first_name: fc.constantFrom(...GIVEN_NAMES.slice(0, 5)),
  middle_name: fc.constantFrom('', ...GIVEN_NAMES),
  sex: fc.constantFrom('F' as const, 'M' as const),
  birth_date: arbitraryBirthDate,
  bloodGroup: fc.constantFrom('O+', 'A-', 'AB+', 'B+'),
});
