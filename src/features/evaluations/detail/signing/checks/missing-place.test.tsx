// @module-tag landing
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import {
  getButton,
  evaluationMocks,
  getTextField,
  findNotesRegion,
  unsignedEvaluation,
  createSigningRules,
  renderEvaluation,
} from '#tests/support/screens/evaluation-screen.tsx';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';

const NEXT_STEP_SHORTCUT = { key: 'Enter', ctrlKey: true };
const ownDoctorRules = createSigningRules({
  doctor: { id: 'd1', name: 'Dra. Ana Demo', license_number: 'RM-1', license_valid_until: null },
});

it('P10.184 the shortcut Ctrl+Enter opens the signing dialog when nothing is missing', async () => {
  evaluationMocks.fetchSigningRules.mockResolvedValue(ownDoctorRules);
  renderEvaluation(unsignedEvaluation);
  await findNotesRegion();
  await waitFor(() => expect(getButton('Firmar y cierre').disabled).toBe(false));
  fireEvent.keyDown(document.body, NEXT_STEP_SHORTCUT);
  expect(await screen.findByRole('dialog', { name: 'Vas a firmar como Dra. Ana Demo' })).toBeTruthy();
});

describe('P10.184 shortcut Ctrl+Enter when a requirement is missing', () => {
  const withoutResult = sampleEvaluation(1).exam_orders;
  it.each([
    ['the exam search without exams', { exam_orders: [] }, 'Agregar un examen'],
    ['the first empty result', { exam_orders: withoutResult }, 'Resultado de Audiometría tonal'],
    ['the first note when all are empty', { notes: [] }, 'Concepto de aptitud laboral'],
    ['the doctor', {}, 'Médico'],
  ])(
    'P10.184 the shortcut Ctrl+Enter focuses %s instead of opening the dialog',
    async (_place, patch, label) => {
      renderEvaluation({ ...unsignedEvaluation, ...patch });
      await findNotesRegion();
      await screen.findByText(/^(Completa los requisitos|Selecciona un médico)/);
      fireEvent.keyDown(document.body, NEXT_STEP_SHORTCUT);
      expect(document.activeElement).toBe(screen.getByLabelText(label, { selector: 'input, textarea' }));
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('P10.184 P10.419 the shortcut Ctrl+Enter saves when the doctor has typed into the field that the shortcut focused', async () => {
    renderEvaluation({ ...unsignedEvaluation, exam_orders: withoutResult });
    await findNotesRegion();
    fireEvent.keyDown(document.body, NEXT_STEP_SHORTCUT);
    await userEvent.keyboard('Normal');
    expect(getTextField('Resultado de Audiometría tonal').value).toBe('Normal');
    evaluationMocks.saveResults.mockResolvedValue({ type: 'unreachable', cause: 'no_answer' });
    fireEvent.keyDown(document.activeElement ?? document.body, NEXT_STEP_SHORTCUT);
    await waitFor(() => expect(evaluationMocks.saveResults).toHaveBeenCalledOnce());
    await waitFor(() => expect(document.activeElement).toBe(getButton('Guardar resultados')));
  });

  it('P10.184 the shortcut Ctrl+Enter focuses the message about missing signing requirements when no control of the page completes them', async () => {
    renderEvaluation({ ...unsignedEvaluation, media: [] });
    await findNotesRegion();
    fireEvent.keyDown(document.body, NEXT_STEP_SHORTCUT);
    expect(document.activeElement?.textContent).toMatch(/^Completa los requisitos pendientes/);
  });
});
