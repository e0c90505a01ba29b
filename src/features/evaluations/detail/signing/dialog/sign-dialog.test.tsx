import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  getButton,
  evaluationMocks,
  closedEvaluation,
  doctorAccount,
  openSigningDialog,
  findNotesRegion,
  serverState,
  unsignedEvaluation,
  createSigningRules,
  renderEvaluation,
} from '#tests/support/screens/evaluation-screen.tsx';
import { SHORT_REASON_MESSAGE } from '#contract/primitives.ts';
import type { SigningRules } from '#contract/records/evaluation/clinical.ts';
import { bogotaDay } from '#domain/time/clock.ts';

const DAY_MS = 24 * 60 * 60_000;
const dayFromNow = (days: number) => bogotaDay(Date.now() + days * DAY_MS);
const createDoctorAna = (license_valid_until: string | null = null) => ({
  id: 'd1',
  name: 'Dra. Ana Demo',
  license_number: 'RM-1',
  license_valid_until,
});
const doctorLuis = { id: 'd2', name: 'Dr. Luis Demo', license_number: 'RM-2', license_valid_until: null };
const mockSuccessfulSigning = () =>
  evaluationMocks.signEvaluation.mockImplementation(() => {
    serverState.now = closedEvaluation;
    return Promise.resolve({ type: 'saved', body: closedEvaluation, etag: '"r3"' });
  });
type SigningDialogQueries = Awaited<ReturnType<typeof openSigningDialog>>;
const getSignButton = (dialog: SigningDialogQueries) =>
  dialog.getByRole<HTMLButtonElement>('button', { name: 'Firmar y cierre' });
const lastSignBody = () => evaluationMocks.signEvaluation.mock.lastCall?.[1] as unknown;
const selectDoctorAna = async () => {
  await userEvent.click(screen.getByRole('combobox', { name: 'Médico' }));
  await userEvent.click(await screen.findByRole('option', { name: /Ana Demo/ }));
};
const noConfirmationsBody = { without_concept: false, disclosure_reason: '' };

describe('P10.134 dialog before a signature', () => {
  it("P10.134 P10.295 the signing dialog preselects the user's own doctor, and shows the patient and the text for the employer", async () => {
    evaluationMocks.fetchSigningRules.mockResolvedValue(createSigningRules({ doctor: createDoctorAna() }));
    renderEvaluation(unsignedEvaluation);
    await findNotesRegion();
    const dialog = await openSigningDialog();
    expect(screen.getByRole('dialog', { name: 'Vas a firmar como Dra. Ana Demo' })).toBeTruthy();
    expect(dialog.getByText(/^CC .* · /)).toBeTruthy();
    expect(dialog.getByText('Apta')).toBeTruthy();
    expect(
      dialog.getByText(/^Sin completar, saldrá «No registrado»: .*Restricciones.*, Género, Cargo\.$/),
    ).toBeTruthy();
    expect(document.activeElement).toBe(getSignButton(dialog));
    mockSuccessfulSigning();
    await userEvent.click(getSignButton(dialog));
    expect(await screen.findByRole('button', { name: 'Reabrir evaluación' })).toBeTruthy();
    expect(lastSignBody()).toEqual({ doctor_id: 'd1', confirmed: noConfirmationsBody });
  });

  it('P10.134 P10.234 the signing dialog warns a user who signs as another doctor, and requires a password and a reason of at least two letters', async () => {
    evaluationMocks.fetchSigningRules.mockResolvedValue(createSigningRules({ doctor: doctorLuis }));
    renderEvaluation(unsignedEvaluation);
    await findNotesRegion();
    await selectDoctorAna();
    const dialog = await openSigningDialog();
    expect(dialog.getByRole('alert').textContent).toMatch(/^Esta sesión es de Dr\. Luis Demo\./);
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Volver' }));
    expect(getSignButton(dialog).disabled).toBe(true);
    await enterText(dialog.getByLabelText('Tu contraseña'), 'Secreta-1');
    expect(getSignButton(dialog).disabled).toBe(true);
    const why = dialog.getByLabelText('Por qué firmas como Dra. Ana Demo');
    await enterText(why, 'x');
    await userEvent.click(getSignButton(dialog));
    expect(await dialog.findByText(SHORT_REASON_MESSAGE)).toBeTruthy();
    expect(document.activeElement).toBe(why);
    expect(evaluationMocks.signEvaluation).not.toHaveBeenCalled();
    await userEvent.clear(why);
    await enterText(why, 'Está en sala');
    const wrong = [{ field: 'as_another.password', message: 'La contraseña no es correcta.' }];
    evaluationMocks.signEvaluation.mockResolvedValueOnce({
      type: 'refused',
      refusal: { status: 409, code: 'confirmation_missing', message: 'Responde.', details: wrong },
    });
    await userEvent.click(getSignButton(dialog));
    expect(await dialog.findByText('La contraseña no es correcta.')).toBeTruthy();
    mockSuccessfulSigning();
    await userEvent.click(getSignButton(dialog));
    await screen.findByRole('button', { name: 'Reabrir evaluación' });
    expect(lastSignBody()).toEqual({
      doctor_id: 'd1',
      as_another: { password: 'Secreta-1', reason: 'Está en sala' },
      confirmed: noConfirmationsBody,
    });
  });

  it("P10.134 the signing dialog lets the user change back to the user's own doctor", async () => {
    evaluationMocks.fetchSigningRules.mockResolvedValue(createSigningRules({ doctor: doctorLuis }));
    renderEvaluation(unsignedEvaluation);
    await findNotesRegion();
    await selectDoctorAna();
    const dialog = await openSigningDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Firmar con mi nombre' }));
    expect(await screen.findByRole('dialog', { name: 'Vas a firmar como Dr. Luis Demo' })).toBeTruthy();
    expect(screen.queryByLabelText('Tu contraseña')).toBeNull();
  });

  it('P10.134 the signing dialog sends only the doctor to a base-contract server', async () => {
    evaluationMocks.fetchSigningRules.mockResolvedValue(null);
    renderEvaluation(unsignedEvaluation);
    await findNotesRegion();
    await selectDoctorAna();
    const dialog = await openSigningDialog();
    expect(dialog.queryByText(/médico asignado/)).toBeNull();
    mockSuccessfulSigning();
    await userEvent.click(getSignButton(dialog));
    await screen.findByRole('button', { name: 'Reabrir evaluación' });
    expect(lastSignBody()).toEqual({ doctor_id: 'd1' });
  });
});

describe('P10.199 signing dialog of a user without a linked doctor', () => {
  it("P10.199 a user without a linked doctor needs password and reason to sign as another user's doctor, and gets no doctor preselected", async () => {
    evaluationMocks.fetchSigningRules.mockResolvedValue(createSigningRules({ of_others: ['d1'] }));
    renderEvaluation(unsignedEvaluation);
    await findNotesRegion();
    await selectDoctorAna();
    const dialog = await openSigningDialog();
    expect(dialog.getByRole('alert').textContent).toContain(
      `Esta sesión es de ${doctorAccount.displayName}.`,
    );
    expect(dialog.queryByRole('button', { name: 'Firmar con mi nombre' })).toBeNull();
    expect(dialog.queryByText(/médico asignado/)).toBeNull();
    expect(dialog.getByLabelText('Tu contraseña')).toBeTruthy();
    expect(getSignButton(dialog).disabled).toBe(true);
  });
});

describe('P10.160 loading of the signing rules', () => {
  it('P10.160 the signing button is disabled while the rules are loading; if loading fails it is enabled, because the server checks the rules', async () => {
    let fail: (error: Error) => void = () => undefined;
    evaluationMocks.fetchSigningRules.mockReturnValue(
      new Promise((_resolve, reject) => {
        fail = reject;
      }),
    );
    renderEvaluation(unsignedEvaluation);
    await findNotesRegion();
    await selectDoctorAna();
    expect(screen.getByText('Un momento: buscando con qué nombre firmas.')).toBeTruthy();
    expect(getButton('Firmar y cierre').disabled).toBe(true);
    fail(new Error('silence'));
    await waitFor(() => expect(getButton('Firmar y cierre').disabled).toBe(false));
  });

  it('P10.160 P10.131 the evaluation page shows a rejection by a signing rule added while the dialog was open, and then applies this rule', async () => {
    evaluationMocks.fetchSigningRules.mockResolvedValue(createSigningRules({ doctor: doctorLuis }));
    renderEvaluation(unsignedEvaluation);
    await findNotesRegion();
    await selectDoctorAna();
    const dialog = await openSigningDialog();
    await enterText(dialog.getByLabelText('Tu contraseña'), 'Secreta-1');
    await enterText(dialog.getByLabelText('Por qué firmas como Dra. Ana Demo'), 'Está en sala');
    const message = 'En esta sede cada médico firma con su propio usuario. Firma como tú.';
    evaluationMocks.fetchSigningRules.mockResolvedValue(
      createSigningRules({ doctor: doctorLuis, own_only: true }),
    );
    evaluationMocks.signEvaluation.mockResolvedValueOnce({
      type: 'refused',
      refusal: { status: 403, code: 'signature_of_another', message, details: [] },
    });
    await userEvent.click(getSignButton(dialog));
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    expect(await screen.findByText(/Tú firmas como Dr\. Luis Demo\.$/)).toBeTruthy();
    expect(getButton('Firmar y cierre').disabled).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('P10.162 rejected signature', () => {
  it("P10.162 the signing dialog shows the server's error even if it is about a field that the dialog lacks", async () => {
    evaluationMocks.fetchSigningRules.mockResolvedValue(createSigningRules({ doctor: createDoctorAna() }));
    renderEvaluation(unsignedEvaluation);
    await findNotesRegion();
    const dialog = await openSigningDialog();
    const message = 'El médico está inactivo. Elige otro.';
    evaluationMocks.signEvaluation.mockResolvedValueOnce({
      type: 'refused',
      refusal: {
        status: 400,
        code: 'validation_failed',
        message: 'Revisa los datos.',
        details: [{ field: 'doctor_id', message }],
      },
    });
    await userEvent.click(getSignButton(dialog));
    expect((await dialog.findByRole('alert')).textContent).toBe(message);
  });
});

describe('P10.133 confirmations in the signing dialog', () => {
  it('P10.133 P10.157 the signing dialog requires a tick to sign without a concept, and a reason for showing the employer a possible finding', async () => {
    evaluationMocks.fetchSigningRules.mockResolvedValue(createSigningRules({ doctor: createDoctorAna() }));
    renderEvaluation({
      ...unsignedEvaluation,
      notes: [{ note_type: 'restricciones', content: 'Por hipertensión' }],
    });
    await findNotesRegion();
    const dialog = await openSigningDialog();
    expect(dialog.getByText(/^Está marcado en Restricciones\./)).toBeTruthy();
    await enterText(dialog.getByLabelText('Por qué debe leerlo el empleador'), 'Lo pidió el trabajador');
    expect(getSignButton(dialog).disabled).toBe(true);
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Firmar sin concepto' }));
    mockSuccessfulSigning();
    await userEvent.click(getSignButton(dialog));
    await waitFor(() =>
      expect(lastSignBody()).toEqual({
        doctor_id: 'd1',
        confirmed: { without_concept: true, disclosure_reason: 'Lo pidió el trabajador' },
      }),
    );
  });
});

describe('P10.132 licence of the signing doctor', () => {
  it('P10.132 P10.158 the signing panel blocks the signature when the licence has expired, and shows a hint when it expires soon', async () => {
    evaluationMocks.fetchSigningRules.mockResolvedValue(
      createSigningRules({ doctor: createDoctorAna(dayFromNow(-1)) }),
    );
    const view = renderEvaluation(unsignedEvaluation);
    await findNotesRegion();
    expect(await screen.findByText(/^La licencia de este médico venció el \d\d\/\d\d\/\d{4}\./)).toBeTruthy();
    expect(getButton('Firmar y cierre').disabled).toBe(true);
    view.unmount();
    evaluationMocks.fetchSigningRules.mockResolvedValue(
      createSigningRules({ doctor: createDoctorAna(dayFromNow(9)) }),
    );
    renderEvaluation(unsignedEvaluation);
    await findNotesRegion();
    expect(await screen.findByText(/^La licencia vence el .* \(quedan 9 días\)\.$/)).toBeTruthy();
    await waitFor(() => expect(getButton('Firmar y cierre').disabled).toBe(false));
  });

  it('P10.132 the signing panel blocks the signature when another doctor is chosen whose licence has expired', async () => {
    evaluationMocks.fetchSigningRules.mockResolvedValue(
      createSigningRules({
        doctor: doctorLuis,
        licences: [{ doctor_id: 'd1', valid_until: dayFromNow(-3) }],
      }),
    );
    renderEvaluation(unsignedEvaluation);
    await findNotesRegion();
    await selectDoctorAna();
    expect(await screen.findByText(/^La licencia de este médico venció/)).toBeTruthy();
  });
});

it("P10.241 the doctor field keeps the name that the user is typing when the user's own doctor is loaded later", async () => {
  let resolveRules: (rules: SigningRules) => void = () => undefined;
  evaluationMocks.fetchSigningRules.mockReturnValue(
    new Promise<SigningRules>((resolve) => (resolveRules = resolve)),
  );
  renderEvaluation(unsignedEvaluation);
  await findNotesRegion();
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Médico' });
  await userEvent.type(box, 'Ana');
  await screen.findByText('Un momento: buscando con qué nombre firmas.');
  resolveRules(createSigningRules({ doctor: doctorLuis }));
  await screen.findByText('Selecciona un médico para firmar la evaluación.');
  expect(box.value).toBe('Ana');
  await userEvent.click(await screen.findByRole('option', { name: /Ana Demo/ }));
  await openSigningDialog();
  expect(screen.getByRole('dialog', { name: 'Vas a firmar como Dra. Ana Demo' })).toBeTruthy();
});
