import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { BirthDateField } from './birth-date-field.tsx';

const FORM = 'Formato esperado AAAA-MM-DD';
const NO_DAY = 'Ese día no existe. Ejemplo: 1985-03-20.';
const show = (value: string, error?: string) =>
  renderScreen(<BirthDateField value={value} error={error} onChange={() => undefined} />);

it('P10.56 the birth-date field reports a date that does not exist as a wrong day, not as a wrong format', () => {
  const { unmount } = show('1990-02-31', FORM);
  expect(screen.getByText(NO_DAY)).toBeTruthy();
  expect(screen.queryByText(FORM)).toBeNull();
  unmount();
  show('1990-02-31');
  expect(screen.getByText(NO_DAY)).toBeTruthy();
});

it('P5.5 the birth-date field reports text that is no date as a wrong format', () => {
  show('ayer', FORM);
  expect(screen.getByText(FORM)).toBeTruthy();
  expect(screen.queryByText(NO_DAY)).toBeNull();
});

it('P10.56 the birth-date field reports a year before 1900 as an error, without an additional warning', () => {
  const { unmount } = show('1850-01-01');
  expect(screen.getByText('Revisa el año. Ejemplo: 1985-03-20.')).toBeTruthy();
  expect(screen.queryByText(NO_DAY)).toBeNull();
  unmount();
  const field = (
    <BirthDateField value="2099-01-01" error="Está mal" warning="Revísala" onChange={() => undefined} />
  );
  renderScreen(field);
  expect(screen.getByText('Está mal')).toBeTruthy();
  expect(screen.queryByText('Revísala')).toBeNull();
});
