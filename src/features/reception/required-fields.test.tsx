import '#tests/support/device/jsdom-device.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { emptyRegistration } from '#domain/registration.ts';
import type { LookupResult } from '#sync/reads/lookup.ts';
import { enterText } from '#tests/support/screens/enter-text.ts';
import { NUMBER, button, emptyDesk, field, show } from '#tests/support/screens/reception.tsx';
import { LABELS } from './form/field-details.ts';
import { formErrors } from './form/registration-schema.ts';

const lookUpPatient = vi.hoisted(() => vi.fn<() => Promise<LookupResult>>());
vi.mock('#sync/reads/lookup.ts', async (original) => ({ ...(await original<object>()), lookUpPatient }));

beforeEach(emptyDesk);

it('P10.225 what has to be filled is marked, and nothing else', async () => {
  lookUpPatient.mockResolvedValue({ source: 'server', patient: null });
  const labels = () =>
    [...document.querySelectorAll<HTMLInputElement>(':required')].map((one) => one.labels?.[0]?.textContent);
  show();
  await button('Siguiente');
  expect(labels()).toEqual([
    'Tipo de identificación',
    'Número de identificación',
    'Primer nombre',
    'Primer apellido',
  ]);
  // The type is chosen from the beginning.
  const needed = ['identificationType', ...Object.keys(formErrors(emptyRegistration))];
  expect(needed.map((name) => LABELS[name as keyof typeof LABELS])).toEqual([
    ...labels(),
    'Tipo de evaluación',
    'Empresa empleadora',
  ]);
  await enterText(await field('Número de identificación'), NUMBER);
  await enterText(await field('Primer nombre'), 'Zoraida');
  await enterText(await field('Primer apellido'), 'Quiñones');
  await userEvent.click(await button('Siguiente'));
  await screen.findByLabelText('Tipo de evaluación');
  expect(labels()).toEqual(['Tipo de evaluación', 'Empresa empleadora']);
});
