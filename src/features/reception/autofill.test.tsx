import '#tests/support/device/indexeddb.ts';
import { fireEvent, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PATIENT_FIELDS } from '#contract/records/evaluation/patient-fields.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  prepareEmptyReception,
  findField,
  readSavedForm,
  renderReception,
} from '#tests/support/screens/reception.tsx';

beforeEach(prepareEmptyReception);
afterEach(() => vi.restoreAllMocks());

/** Fills the field like a browser: dispatches a change while the field matches `:autofill`. */
function autofill(target: HTMLInputElement | HTMLSelectElement, value: string): void {
  const matches = target.matches.bind(target);
  vi.spyOn(target, 'matches').mockImplementation((selector) => selector === ':autofill' || matches(selector));
  fireEvent.change(target, { target: { value } });
  vi.restoreAllMocks();
}

it('P10.339 the text fields of the registration form take no more characters than their definitions allow', async () => {
  renderReception();
  for (const definition of Object.values(PATIENT_FIELDS))
    if ('maxLength' in definition)
      expect((await findField(definition.label)).maxLength).toBe(definition.maxLength);
});

it('P10.311 the registration form ignores values that the browser fills in, and keeps typed values', async () => {
  renderReception();
  await enterText(await findField('Primer apellido'), 'Quiñones');
  for (const label of ['Segundo nombre', 'Primer apellido', 'Fecha de nacimiento', 'Cargo']) {
    const target = await findField(label);
    const { value } = target;
    autofill(target, 'Recepcionista');
    expect(target.value, label).toBe(value);
  }
  autofill(await findField('Género'), 'F');
  expect((await findField('Género')).value).toBe('');
  await enterText(await findField('Segundo nombre'), 'Inés');
  await userEvent.tab();
  await waitFor(async () =>
    expect(await readSavedForm()).toMatchObject({ middle_name: 'Inés', last_name: 'Quiñones', gender: '' }),
  );
});
