import { describe, expect, it } from 'vitest';
import { haveSameNames, mayBeSamePatient, type Identity } from './same-patient.ts';

const createIdentity = (
  identification_number: string,
  name: string,
  identification_type: 'CC' | 'TI' | 'PA' = 'CC',
) => ({ identification_type, identification_number, name }) satisfies Identity;
const ANA_IDENTITY = createIdentity('9999000017', 'Ana María Gil Núñez');

describe('P10.71 comparison of an identity before and after a change', () => {
  it.each([
    ['a letter of a name', createIdentity('9999000017', 'Ana María Jil Núñez')],
    ['accents and capitals', createIdentity('9999000017', 'ANA MARIA GIL NUNEZ')],
    ['a second name that is left out', createIdentity('9999000017', 'Ana Gil')],
    ['names that stood in other fields', createIdentity('9999000017', 'Gil Núñez Ana María')],
    ['dots and zeros in the number', createIdentity('0.9999.000.017', 'Ana Gil')],
    ['a tarjeta de identidad that became a cédula', createIdentity('9999000017', 'Ana Gil', 'TI')],
    ['a name that is not there yet', createIdentity('9999000017', '')],
    ['a number that is not there yet', createIdentity('', 'Ana Gil')],
  ])('the app attributes a changed identity to the same patient: %s', (_what, other) => {
    expect([mayBeSamePatient(ANA_IDENTITY, other), mayBeSamePatient(other, ANA_IDENTITY)]).toEqual([
      true,
      true,
    ]);
  });

  it.each([
    ['another number', createIdentity('9999000025', 'Ana María Gil Núñez')],
    ['another name under the same number', createIdentity('9999000017', 'Luis Paz')],
    ['another name without a number', createIdentity('', 'Luis Paz')],
    ['a particle in common', createIdentity('9999000017', 'Luis de la Paz')],
  ])('the app attributes a changed identity to another patient: %s', (_what, other) => {
    const ana = { ...ANA_IDENTITY, name: `${ANA_IDENTITY.name} de la` };
    expect([mayBeSamePatient(ana, other), mayBeSamePatient(other, ana)]).toEqual([false, false]);
  });
});

it('P10.70 two full names count as equal only when all their parts are equal, and two empty names never count as equal', () => {
  expect(haveSameNames(ANA_IDENTITY, createIdentity('1', 'ana maria GIL nuñez'))).toBe(true);
  expect(haveSameNames(ANA_IDENTITY, createIdentity('1', 'Ana Gil'))).toBe(false);
  expect(haveSameNames(createIdentity('1', ' '), createIdentity('2', ''))).toBe(false);
});
