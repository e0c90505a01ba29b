import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { BirthDateField } from './birth-date-field.tsx';

const WRONG_FORMAT_TEXT = 'Formato esperado AAAA-MM-DD';
const NO_SUCH_DAY_TEXT = 'Ese día no existe. Ejemplo: 1985-03-20.';
const renderBirthDateField = (value: string, error?: string) =>
  renderScreen(<BirthDateField value={value} error={error} onChange={() => undefined} />);

it('P10.56 the birth-date field reports a date that does not exist as a wrong day, not as a wrong format', () => {
  const { unmount } = renderBirthDateField('1990-02-31', WRONG_FORMAT_TEXT);
  expect(screen.getByText(NO_SUCH_DAY_TEXT)).toBeTruthy();
  expect(screen.queryByText(WRONG_FORMAT_TEXT)).toBeNull();
  unmount();
  renderBirthDateField('1990-02-31');
  expect(screen.getByText(NO_SUCH_DAY_TEXT)).toBeTruthy();
});

it('P5.5 the birth-date field reports text that is no date as a wrong format', () => {
  renderBirthDateField('ayer', WRONG_FORMAT_TEXT);
  expect(screen.getByText(WRONG_FORMAT_TEXT)).toBeTruthy();
  expect(screen.queryByText(NO_SUCH_DAY_TEXT)).toBeNull();
});

it('P10.56 the birth-date field reports a year before 1900 as an error, without an additional warning', () => {
  const { unmount } = renderBirthDateField('1850-01-01');
  expect(screen.getByText('Revisa el año. Ejemplo: 1985-03-20.')).toBeTruthy();
  expect(screen.queryByText(NO_SUCH_DAY_TEXT)).toBeNull();
  unmount();
  const field = (
    <BirthDateField value="2099-01-01" error="Está mal" warning="Revísala" onChange={() => undefined} />
  );
  renderScreen(field);
  expect(screen.getByText('Está mal')).toBeTruthy();
  expect(screen.queryByText('Revísala')).toBeNull();
});
