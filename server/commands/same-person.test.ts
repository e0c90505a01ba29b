import { describe, expect, it } from 'vitest';
import { maybeSamePerson } from './same-person.ts';

const person = (given: string, surnames: string) => {
  const [first_name = '', middle_name] = given.split('/');
  const [last_name = '', second_last_name] = surnames.split('/');
  return { first_name, middle_name, last_name, second_last_name };
};
const known = person('Ana/María', 'Gil/Núñez');

describe('S15 names under one document', () => {
  it.each([
    ['word for word', person('Ana/María', 'Gil/Núñez')],
    ['without the second names', person('ANA', 'GIL')],
    ['by the second names alone', person('María', 'Nuñez')],
    ['all in the first field', person('Ana María', 'Gil Núñez')],
    ['with a doubled letter', person('Anna/María', 'Gill')],
    ['with an initial', person('A./M.', 'Gil')],
    ['with a slip', person('Ana', 'Gil/Núñes')],
    ['with a married name', person('Ana María', 'Gil/de Peña')],
  ])('%s: the same person', (_, typed) => {
    expect(maybeSamePerson(known, typed)).toBe(true);
    expect(maybeSamePerson(typed, known)).toBe(true);
  });

  it.each([
    ['another name, second names shared', person('Luz/María', 'Corta/Núñez')],
    ['a brother', person('Pedro', 'Gil/Núñez')],
    ['the same given names, other surnames', person('Ana/María', 'Rojas/Peña')],
    ['given names and surnames exchanged', person('Gil Núñez', 'Ana María')],
  ])('%s: another person', (_, typed) => {
    expect(maybeSamePerson(known, typed)).toBe(false);
    expect(maybeSamePerson(typed, known)).toBe(false);
  });

  it('a short name is not a slip of another; a long one may be', () => {
    expect(maybeSamePerson(person('Luis', 'Gil'), person('Luisa', 'Gil'))).toBe(false);
    expect(maybeSamePerson(person('Jonathan', 'González'), person('Jhonatan', 'Gonsales'))).toBe(true);
  });

  it('a particle is no name', () => {
    expect(maybeSamePerson(person('Rosa', 'de la Cruz'), person('Rosa', 'de la Hoz'))).toBe(false);
    expect(maybeSamePerson(person('Rosa', 'de la Cruz'), person('Rosa', 'Cruz'))).toBe(true);
    expect(maybeSamePerson(person('Rosa', 'De'), person('Rosa', 'de'))).toBe(true);
  });
});
