// In jsdom: the sign dialog of a user without a linked doctor.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { enterText } from '#tests/support/screens/enter-text.ts';
import {
  calls,
  closed,
  openSigning,
  opened,
  provider,
  ready,
  rules,
  show,
} from '#tests/support/screens/evaluation-screen.tsx';

const REASON = 'Por qué firmas como Dra. Ana Demo';
const as_another = { password: 'Secreta-1', reason: 'Está en sala' };
type Dialog = Awaited<ReturnType<typeof openSigning>>;
const signButton = (dialog: Dialog) =>
  dialog.getByRole<HTMLButtonElement>('button', { name: 'Firmar y cierre' });
const sent = () => calls.signEvaluation.mock.lastCall?.[1];

async function openDialog(): Promise<Dialog> {
  show(ready);
  await opened();
  await userEvent.click(screen.getByRole('combobox', { name: 'Médico' }));
  await userEvent.click(await screen.findByRole('option', { name: /Ana Demo/ }));
  return openSigning();
}

async function signWithReason(dialog: Dialog): Promise<void> {
  await enterText(dialog.getByLabelText('Tu contraseña'), as_another.password);
  await enterText(dialog.getByLabelText(REASON), as_another.reason);
  await userEvent.click(signButton(dialog));
  await screen.findByRole('button', { name: 'Reabrir evaluación' });
  expect(sent()).toMatchObject({ doctor_id: 'd1', as_another });
}

beforeEach(() => {
  calls.signEvaluation.mockImplementation(() => {
    provider.now = closed;
    return Promise.resolve({ type: 'saved', body: closed, etag: '"r3"' });
  });
});

describe('P10.275 the dialog of a user without a linked doctor', () => {
  it('P10.275 requires password and reason unless the branch allows signatures without them', async () => {
    calls.fetchSigningRules.mockResolvedValue(rules({ unlinked_signatures: false }));
    const dialog = await openDialog();
    expect(dialog.getByRole('alert').textContent).toContain('Tu usuario no tiene un médico asignado');
    expect(signButton(dialog).disabled).toBe(true);
    await signWithReason(dialog);
  });

  it('P10.275 requires password and reason when the rules do not mention unlinked users', async () => {
    const { unlinked_signatures: _absent, ...earlier } = rules();
    calls.fetchSigningRules.mockResolvedValue(earlier);
    const dialog = await openDialog();
    expect(signButton(dialog).disabled).toBe(true);
    await signWithReason(dialog);
  });

  it('P10.275 requests password and reason after a 409 when the rules could not be loaded', async () => {
    calls.fetchSigningRules.mockResolvedValue(null);
    const dialog = await openDialog();
    expect(dialog.queryByLabelText('Tu contraseña')).toBeNull();
    const details = [
      { field: 'as_another.password', message: 'Escribe tu contraseña.' },
      { field: 'as_another.reason', message: 'Escribe el motivo.' },
    ];
    calls.signEvaluation.mockResolvedValueOnce({
      type: 'refused',
      refusal: { status: 409, code: 'confirmation_missing', message: 'Responde.', details },
    });
    await userEvent.click(signButton(dialog));
    expect(await dialog.findByText('Escribe el motivo.')).toBeTruthy();
    await signWithReason(dialog);
  });

  it('P10.276 signs without password when the branch allows it, and names the record entry', async () => {
    calls.fetchSigningRules.mockResolvedValue(rules({ unlinked_signatures: true }));
    const dialog = await openDialog();
    expect(dialog.getByText(/^Tu usuario no tiene un médico asignado: quedará escrito/)).toBeTruthy();
    expect(dialog.queryByLabelText('Tu contraseña')).toBeNull();
    await userEvent.click(signButton(dialog));
    await screen.findByRole('button', { name: 'Reabrir evaluación' });
    expect(sent()).not.toHaveProperty('as_another');
  });
});
