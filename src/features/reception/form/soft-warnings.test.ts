import { describe, expect, it } from 'vitest';
import { softWarnings } from './soft-warnings.ts';

const TODAY = '2026-11-21';
const adult = {
  identificationType: 'CC',
  identificationNumber: '9999000017',
  birthDate: '1990-05-12',
} as const;

describe('soft warnings', () => {
  it('say nothing about an ordinary document', () => expect(softWarnings(adult, TODAY)).toEqual([]));

  it('point out a cédula of nine digits, dots or not', () => {
    expect(softWarnings({ ...adult, identificationNumber: '999.900.001' }, TODAY)).toHaveLength(1);
    expect(
      softWarnings({ ...adult, identificationType: 'CE', identificationNumber: '999900001' }, TODAY),
    ).toEqual([]);
  });

  it('ask for the guardian of a person with tarjeta de identidad', () =>
    expect(softWarnings({ ...adult, identificationType: 'TI' }, TODAY)).toEqual([
      'Tarjeta de identidad: menor de edad, se requiere autorización del acudiente.',
    ]));

  it('point out a birth date in the future', () =>
    expect(softWarnings({ ...adult, birthDate: '2062-01-01' }, TODAY)).toHaveLength(1));
});
