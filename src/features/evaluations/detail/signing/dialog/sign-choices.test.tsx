import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  evaluationMocks,
  closedEvaluation,
  openSigningDialog,
  findNotesRegion,
  serverState,
  unsignedEvaluation,
  createSigningRules,
  renderEvaluation,
} from '#tests/support/screens/evaluation-screen.tsx';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { NO_DECISIONS, type Decisions } from '#contract/records/evaluation/decisions.ts';

const doctorAna = { id: 'd1', name: 'Dra. Ana Demo', license_number: 'RM-1', license_valid_until: null };
const signableEvaluationWithDecisions = (decisions: Partial<Decisions>, concept = 'Apto') => ({
  ...unsignedEvaluation,
  notes: [{ note_type: 'concepto' as const, content: concept }],
  decisions: { ...NO_DECISIONS, ...decisions },
});
type SigningDialogQueries = Awaited<ReturnType<typeof openSigningDialog>>;
const getSignButton = (dialog: SigningDialogQueries) =>
  dialog.getByRole<HTMLButtonElement>('button', { name: 'Firmar y cierre' });

beforeEach(() =>
  evaluationMocks.fetchSigningRules.mockResolvedValue(createSigningRules({ doctor: doctorAna })),
);

describe('P10.272 checks before a signature', () => {
  it('P10.272 the signing panel and the dialog report a missing aptitude and link to the aptitude buttons', async () => {
    renderEvaluation(signableEvaluationWithDecisions({}));
    await findNotesRegion();
    expect(screen.getByText('Falta elegir la aptitud del concepto.')).toBeTruthy();
    const dialog = await openSigningDialog();
    expect(dialog.getByText('Falta elegir la aptitud.')).toBeTruthy();
    expect(getSignButton(dialog).disabled).toBe(true);
    await userEvent.click(dialog.getByRole('button', { name: 'Elegir la aptitud' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Apto');
  });

  it('P10.272 P10.227 the signing dialog warns about a note that contradicts the concept, and shows why the server rejected the signature', async () => {
    renderEvaluation({
      ...signableEvaluationWithDecisions({ aptitude: 'apto_restricciones' }),
      notes: [
        { note_type: 'concepto', content: 'Apto con restricciones' },
        { note_type: 'restricciones', content: 'Sin restricciones' },
      ],
    });
    await findNotesRegion();
    const dialog = await openSigningDialog();
    expect(
      dialog.getByText('El concepto habla de restricciones, y en «Restricciones» dice que no hay.'),
    ).toBeTruthy();
    expect(document.activeElement, 'Enter does not sign over a warning').toBe(
      dialog.getByRole('button', { name: 'Volver' }),
    );
    const details = [{ field: 'decisions.aptitude', message: 'Elige el concepto de aptitud.' }];
    evaluationMocks.signEvaluation.mockResolvedValueOnce({
      type: 'refused',
      refusal: { status: 409, code: 'confirmation_missing', message: 'Responde.', details },
    });
    await userEvent.click(getSignButton(dialog));
    expect(await dialog.findByText('Elige el concepto de aptitud.')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Elegir la aptitud' })).toBeTruthy();
  });

  it('P10.272 the signing dialog asks for a confirmation when the concept has neither text nor aptitude', async () => {
    renderEvaluation({
      ...signableEvaluationWithDecisions({}),
      notes: [{ note_type: 'habitos', content: 'No fuma' }],
    });
    await findNotesRegion();
    const dialog = await openSigningDialog();
    expect(dialog.queryByText('Falta elegir la aptitud.')).toBeNull();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Firmar sin concepto' }));
    expect(getSignButton(dialog).disabled).toBe(false);
  });

  it('P10.272 the signing dialog lists texts that contradict decisions, and does not block the signature', async () => {
    renderEvaluation({
      ...signableEvaluationWithDecisions({
        aptitude: 'apto',
        referral: { to: 'none', reason: null },
        tasks: [{ task: 'Alturas', aptitude: 'apto' }],
      }),
      notes: [
        { note_type: 'concepto', content: 'No se considera apto para el cargo' },
        { note_type: 'aptitud_tarea', content: 'Alturas: no apto.' },
        { note_type: 'sve', content: 'Incluir en SVE visual' },
      ],
    });
    await findNotesRegion();
    const dialog = await openSigningDialog();
    for (const question of [
      'Elegiste «Apto», y el texto del concepto parece decir «No apto».',
      'Elegiste «Alturas: apto.», y el texto de «Aptitud para tareas específicas» no lo dice: el concepto llevará las dos cosas.',
      'Escribiste en «Inclusión en SVE» y no elegiste nada: el concepto dirá «No registrado». Elige con los botones de esa nota.',
    ])
      expect(dialog.getByText(question)).toBeTruthy();
    expect(dialog.getByText('No requiere')).toBeTruthy();
    expect(getSignButton(dialog).disabled).toBe(false);
  });
});

const MISSING_DATA_LABEL = 'Datos que faltan para el certificado';
const COMPLETE_PATIENT = { birth_date: '1988-04-15', gender: 'F', occupation_name: 'Soldadora' } as const;
const correctableEvaluation: Evaluation = { ...unsignedEvaluation, corrections: [] };
const correctableEvaluationWithPatient = (patch: object): Evaluation => ({
  ...correctableEvaluation,
  patient: { ...unsignedEvaluation.patient, ...COMPLETE_PATIENT, ...patch },
});
const getMissingDataRegion = () => within(screen.getByRole('region', { name: MISSING_DATA_LABEL }));
const getMissingDataLines = () => getMissingDataRegion().getAllByRole('listitem');

describe('P10.295 the signing checklist', () => {
  it("P10.295 the checklist warns about each missing item of the patient's data, with a link to add it", async () => {
    renderEvaluation(correctableEvaluationWithPatient({ birth_date: null, occupation_name: ' ' }));
    await findNotesRegion();
    expect(getMissingDataLines().map(({ textContent }) => textContent)).toEqual([
      'Falta:Fecha de nacimientoCompletar: Fecha de nacimiento',
      'Falta:CargoCompletar: Cargo',
    ]);
    await userEvent.click(getMissingDataRegion().getByRole('link', { name: 'Completar: Cargo' }));
    expect(screen.getByTestId('where').textContent).toBe(
      `/reception?evaluation=${unsignedEvaluation.id}&field=occupation_name`,
    );
  });

  it("P10.295 the checklist shows no link when the server does not support corrections, and no warning when the patient's data is complete", async () => {
    const view = renderEvaluation(unsignedEvaluation);
    await findNotesRegion();
    expect(getMissingDataLines()).toHaveLength(3);
    expect(getMissingDataRegion().queryByRole('link')).toBeNull();
    view.unmount();
    renderEvaluation(correctableEvaluationWithPatient({}));
    await findNotesRegion();
    expect(screen.queryByRole('region', { name: MISSING_DATA_LABEL })).toBeNull();
  });
});

const SIGNING_REASON_LABEL = 'Por qué firmas como Dra. Ana Demo';
const SIGN_AS_ANOTHER_INPUT = { password: 'Secreta-1', reason: 'Está en sala' };
const lastSignBody = () => evaluationMocks.signEvaluation.mock.lastCall?.[1];

async function openSigningAsAnother(): Promise<SigningDialogQueries> {
  renderEvaluation(unsignedEvaluation);
  await findNotesRegion();
  await userEvent.click(screen.getByRole('combobox', { name: 'Médico' }));
  await userEvent.click(await screen.findByRole('option', { name: /Ana Demo/ }));
  return openSigningDialog();
}

async function signWithReason(dialog: SigningDialogQueries): Promise<void> {
  await enterText(dialog.getByLabelText('Tu contraseña'), SIGN_AS_ANOTHER_INPUT.password);
  await enterText(dialog.getByLabelText(SIGNING_REASON_LABEL), SIGN_AS_ANOTHER_INPUT.reason);
  await userEvent.click(getSignButton(dialog));
  await screen.findByRole('button', { name: 'Reabrir evaluación' });
  expect(lastSignBody()).toMatchObject({ doctor_id: 'd1', as_another: SIGN_AS_ANOTHER_INPUT });
}

const mockSuccessfulSigning = () =>
  evaluationMocks.signEvaluation.mockImplementation(() => {
    serverState.now = closedEvaluation;
    return Promise.resolve({ type: 'saved', body: closedEvaluation, etag: '"r3"' });
  });

describe('P10.275 signing dialog of a user without a linked doctor', () => {
  beforeEach(() => void mockSuccessfulSigning());

  it('P10.275 the signing dialog requires password and reason unless the branch allows signing without them', async () => {
    evaluationMocks.fetchSigningRules.mockResolvedValue(createSigningRules({ unlinked_signatures: false }));
    const dialog = await openSigningAsAnother();
    expect(dialog.getByRole('alert').textContent).toContain('Tu usuario no tiene un médico asignado');
    expect(getSignButton(dialog).disabled).toBe(true);
    await signWithReason(dialog);
  });

  it('P10.275 the signing dialog requires password and reason when the rules of an older server lack `unlinked_signatures`', async () => {
    const { unlinked_signatures: _absent, ...earlier } = createSigningRules();
    evaluationMocks.fetchSigningRules.mockResolvedValue(earlier);
    const dialog = await openSigningAsAnother();
    expect(dialog.getByLabelText('Tu contraseña')).toBeTruthy();
    expect(getSignButton(dialog).disabled).toBe(true);
  });

  it('P10.275 the signing dialog requires password and reason after the server responds 409, when the rules could not be loaded', async () => {
    evaluationMocks.fetchSigningRules.mockResolvedValue(null);
    const dialog = await openSigningAsAnother();
    expect(dialog.queryByLabelText('Tu contraseña')).toBeNull();
    const details = [
      { field: 'as_another.password', message: 'Escribe tu contraseña.' },
      { field: 'as_another.reason', message: 'Escribe el motivo.' },
    ];
    evaluationMocks.signEvaluation.mockResolvedValueOnce({
      type: 'refused',
      refusal: { status: 409, code: 'confirmation_missing', message: 'Responde.', details },
    });
    await userEvent.click(getSignButton(dialog));
    expect(await dialog.findByText('Escribe el motivo.')).toBeTruthy();
    await signWithReason(dialog);
  });

  it('P10.276 the signing dialog signs without password when the branch allows this, and says that the activity log records the signature', async () => {
    evaluationMocks.fetchSigningRules.mockResolvedValue(createSigningRules({ unlinked_signatures: true }));
    const dialog = await openSigningAsAnother();
    expect(dialog.getByText(/^Tu usuario no tiene un médico asignado: quedará escrito/)).toBeTruthy();
    expect(dialog.queryByLabelText('Tu contraseña')).toBeNull();
    await userEvent.click(getSignButton(dialog));
    await screen.findByRole('button', { name: 'Reabrir evaluación' });
    expect(lastSignBody()).not.toHaveProperty('as_another');
  });
});
