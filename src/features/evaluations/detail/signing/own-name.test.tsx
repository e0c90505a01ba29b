// In jsdom: the own name comes a moment after the screen.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { SigningRules } from '#contract/records/evaluation/clinical.ts';
import { calls, openSigning, opened, ready, rules, show } from '#tests/support/screens/evaluation-screen.tsx';

it('P10.241 a name that is being typed is not replaced by the own one, which is known a moment later', async () => {
  let arrive: (rules: SigningRules) => void = () => undefined;
  calls.fetchSigningRules.mockReturnValue(new Promise<SigningRules>((resolve) => (arrive = resolve)));
  show(ready);
  await opened();
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Médico' });
  await userEvent.type(box, 'Ana');
  await screen.findByText('Un momento: buscando con qué nombre firmas.');
  arrive(
    rules({ doctor: { id: 'd2', name: 'Dr. Luis Demo', license_number: 'RM-2', license_valid_until: null } }),
  );
  await screen.findByText('Selecciona un médico para firmar la evaluación.');
  expect(box.value).toBe('Ana');
  await userEvent.click(await screen.findByRole('option', { name: /Ana Demo/ }));
  await openSigning();
  expect(screen.getByRole('dialog', { name: 'Vas a firmar como Dra. Ana Demo' })).toBeTruthy();
});
