// In jsdom: what is said where a call has failed without words of the server (P8).
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Refused } from '#sync/requests/api-request.ts';
import {
  button,
  calls,
  closed,
  opened,
  ready,
  show,
  signNow,
} from '#tests/support/screens/evaluation-screen.tsx';

const silent = { status: 500, code: null, message: '', details: [] };
const refused = { type: 'refused', refusal: silent };
const alert = async () => (await screen.findByRole('alert')).textContent;

beforeEach(() => {
  for (const call of [calls.signEvaluation, calls.reopenEvaluation, calls.attachFile]) call.mockReset();
});

describe('P8 what failed without words has those of the base contract', () => {
  it('P2.36 loading, which can be asked for again', async () => {
    calls.fetchEvaluation.mockRejectedValueOnce(new Refused({ ...silent, status: 400 }));
    show();
    expect(await screen.findByRole('heading', { name: 'Error al cargar' })).toBeTruthy();
    expect(await alert()).toContain('No se pudo cargar la evaluación.');
    await userEvent.click(button('Reintentar'));
    expect(await opened()).toBeTruthy();
  });

  it('P8.11 signing', async () => {
    show(ready);
    await opened();
    await userEvent.click(screen.getByRole('combobox', { name: 'Médico' }));
    await userEvent.click(await screen.findByRole('option', { name: /Ana Demo/ }));
    calls.signEvaluation.mockResolvedValue(refused);
    await signNow();
    expect(await alert()).toBe('No se pudo completar la firma de la evaluación. (500)');
  });

  it('P8.11 reopening; the dialog stays, and tries again', async () => {
    show(closed);
    await opened();
    await userEvent.click(button('Reabrir evaluación'));
    calls.reopenEvaluation.mockResolvedValue(refused);
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Reabrir evaluación' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('No se pudo reabrir la evaluación. (500)');
    expect(dialog.getByText(/^Vuelve a estar en proceso/)).toBeTruthy();
    const details = [{ field: 'reason', message: 'Falta el motivo.' }];
    const refusal = { status: 422, code: null, message: 'Datos inválidos', details };
    calls.reopenEvaluation.mockResolvedValue({ type: 'refused', refusal });
    await userEvent.click(dialog.getByRole('button', { name: 'Reabrir evaluación' }));
    expect(await dialog.findByText('Datos inválidos. Falta el motivo.')).toBeTruthy();
    calls.reopenEvaluation.mockResolvedValue({ type: 'saved', body: ready, etag: '"r4"' });
    await userEvent.click(dialog.getByRole('button', { name: 'Reabrir evaluación' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('attaching a file that did not read back as it was written', async () => {
    show();
    await opened();
    calls.attachFile.mockResolvedValue({ type: 'unverified' });
    const file = new File(['%PDF-1.7 de prueba'], 'informe.pdf', { type: 'application/pdf' });
    await userEvent.upload(screen.getByLabelText(/^Adjuntar archivo a /), file);
    expect(await screen.findByText('No se pudo adjuntar el archivo.')).toBeTruthy();
  });
});
