import { describe, expect, it } from 'vitest';
import { isMatchingName, findUniqueRowByName } from './same-name.ts';

describe('P10.277 comparison of personal names (isMatchingName)', () => {
  it.each([
    ['Leonor Ensayo', 'Dra. Leonor Ensayo Vargas'],
    ['DRA LEONOR ENSAYO VARGAS', 'leonor vargas'],
    ['José Peña', 'Dr. Jose Pena'],
    ['Leonor', 'Dra. Leonor Ensayo'],
  ])('P10.277 isMatchingName returns true for the names %j and %j', (one, other) => {
    expect([isMatchingName(one, other), isMatchingName(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['Ada Ensayo', 'Dra. Leonor Ensayo Vargas'],
    ['', 'Dra. Leonor Ensayo'],
    ['Dra.', 'Dra. Leonor Ensayo'],
    ['Leo', 'Dra. Leonor Ensayo'],
  ])('P10.277 isMatchingName returns false for the names %j and %j', (one, other) => {
    expect([isMatchingName(one, other), isMatchingName(other, one)]).toEqual([false, false]);
  });
});

describe('P10.277 search for a row by its name (findUniqueRowByName)', () => {
  const doctors = ['Dra. Leonor Ensayo', 'Dr. Luis Ensayo', 'Dr. Luis Prueba'];
  const findRow = (name: string) => findUniqueRowByName(name, doctors, (doctor) => doctor);

  it('P10.277 findUniqueRowByName returns the row with the name, or null when no row or several rows have it', () => {
    expect(findRow('Leonor Ensayo Vargas')).toBe('Dra. Leonor Ensayo');
    expect(findRow('Luis')).toBeNull();
    expect(findRow('Pedro Pérez')).toBeNull();
  });
});
