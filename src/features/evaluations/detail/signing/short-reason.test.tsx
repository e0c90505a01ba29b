// In jsdom: a reason that is too short, over answers that the test gives.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { SHORT_REASON } from '#contract/primitives.ts';
import { enterText } from '#tests/support/screens/enter-text.ts';
import { calls, openSigning, opened, ready, rules, show } from '#tests/support/screens/evaluation-screen.tsx';

const luis = { id: 'd2', name: 'Dr. Luis Demo', license_number: 'RM-2', license_valid_until: null };

it("P10.234 one letter is no reason for another's name: the field says so, and nothing is sent", async () => {
  calls.fetchSigningRules.mockResolvedValue(rules({ doctor: luis }));
  show(ready);
  await opened();
  await userEvent.click(screen.getByRole('combobox', { name: 'Médico' }));
  await userEvent.click(await screen.findByRole('option', { name: /Ana Demo/ }));
  const dialog = await openSigning();
  await enterText(dialog.getByLabelText('Tu contraseña'), 'Secreta-1');
  const why = dialog.getByLabelText('Por qué firmas como Dra. Ana Demo');
  await enterText(why, 'x');
  await userEvent.click(dialog.getByRole('button', { name: 'Firmar y cierre' }));
  expect(await dialog.findByText(SHORT_REASON)).toBeTruthy();
  expect(document.activeElement).toBe(why);
  expect(calls.signEvaluation).not.toHaveBeenCalled();
});
