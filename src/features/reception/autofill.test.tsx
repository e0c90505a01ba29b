import '#tests/support/device/indexeddb.ts';
import { fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { enterText } from '#tests/support/screens/enter-text.ts';
import { emptyReception, field, saved, show } from '#tests/support/screens/reception.tsx';

beforeEach(emptyReception);
afterEach(() => vi.restoreAllMocks());

/** Fills the field like a browser: dispatches a change while the field matches `:autofill`. */
function autofill(target: HTMLInputElement | HTMLSelectElement, value: string): void {
  const matches = target.matches.bind(target);
  vi.spyOn(target, 'matches').mockImplementation((selector) => selector === ':autofill' || matches(selector));
  fireEvent.change(target, { target: { value } });
  vi.restoreAllMocks();
}

it('P10.311 the registration form ignores values that the browser fills in, and keeps typed values', async () => {
  show();
  await enterText(await field('Primer apellido'), 'Quiñones');
  for (const label of ['Segundo nombre', 'Primer apellido', 'Fecha de nacimiento', 'Cargo']) {
    const target = await field(label);
    const { value } = target;
    autofill(target, 'Recepcionista');
    expect(target.value, label).toBe(value);
  }
  autofill(await field('Género'), 'F');
  expect((await field('Género')).value).toBe('');
  await enterText(await field('Segundo nombre'), 'Inés');
  await userEvent.tab();
  await vi.waitFor(async () =>
    expect(await saved()).toMatchObject({ middle_name: 'Inés', last_name: 'Quiñones', gender: '' }),
  );
});
