import { waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { NO_DECISIONS } from '#contract/records/evaluation/decisions.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { createTemplate } from '#tests/support/documents/templates.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import {
  createSavedNotesResult,
  createSigningRules,
  evaluationMocks,
  findNotesRegion,
  getButton,
  getTextField,
  openSigningDialog,
  renderEvaluation,
  serverState,
} from '#tests/support/screens/evaluation-screen.tsx';

const CONCEPT: Evaluation['notes'][number] = { note_type: 'concepto', content: 'Apto' };
const HABITS: Evaluation['notes'][number] = { note_type: 'habitos', content: 'Camina.' };
const sample = sampleEvaluation(1);
/** Evaluation that another device has filled by a template and saved. */
const savedElsewhere = sampleEvaluation(1, {
  media: [{ id: 'm', type: 'signature', storage_path: 'ab/s.png' }],
  exam_orders: sample.exam_orders.map((order) => ({ ...order, result_notes: 'Audición\nnormal.' })),
  notes: [CONCEPT],
  decisions: { ...NO_DECISIONS, aptitude: 'apto' },
});
const offerTemplates = (...items: ReturnType<typeof createTemplate>[]) =>
  evaluationMocks.fetchTemplates.mockResolvedValue({ items, fetchedAt: Date.now() });
const shownFields = (dialog: Awaited<ReturnType<typeof openSigningDialog>>) => {
  const list = dialog.queryByRole('region', { name: 'Ya estaba escrito' });
  if (!list) return null;
  const values = within(list).getAllByRole('definition');
  return within(list)
    .getAllByRole('term')
    .map(({ textContent }, nth) => [textContent, values[nth]?.textContent]);
};

beforeEach(() => {
  offerTemplates(createTemplate({ name: 'Ingreso sano', is_active: false }));
  evaluationMocks.fetchSigningRules.mockResolvedValue(
    createSigningRules({
      doctor: { id: 'd1', name: 'Dra. Ana Demo', license_number: 'RM-1', license_valid_until: null },
    }),
  );
});

describe('P10.418 signing on a device that has not used the template', () => {
  it('lists completely all that another device has saved, although this device has no marks', async () => {
    renderEvaluation(savedElsewhere);
    expect(shownFields(await openSigningDialog())).toEqual([
      ['Resultado de Audiometría tonal', 'Audición\nnormal.'],
      ['Concepto de aptitud laboral (elección)', 'Apto'],
      ['Concepto de aptitud laboral', 'Apto'],
    ]);
  });

  it('does not list what the doctor has written on this page', async () => {
    evaluationMocks.saveNotes.mockImplementation(() => {
      const notes = [CONCEPT, HABITS];
      serverState.now = { ...savedElsewhere, notes };
      return Promise.resolve(createSavedNotesResult(notes));
    });
    renderEvaluation(savedElsewhere);
    await findNotesRegion();
    await enterText(getTextField('Hábitos y estilos de vida'), HABITS.content);
    getButton('Guardar notas').click();
    await waitFor(() => expect(getButton('Firmar y cierre').disabled).toBe(false));
    const fields = shownFields(await openSigningDialog());
    expect(fields).toHaveLength(3);
    expect(fields?.flat()).not.toContain(HABITS.content);
  });

  it('does not list what the doctor has seen on this device', async () => {
    evaluationMocks.storedMarks = undefined;
    evaluationMocks.draft = { texts: {}, added: [], marks: { 'note:concepto': { state: 'seen' } } };
    renderEvaluation(savedElsewhere);
    expect(shownFields(await openSigningDialog())?.map(([label]) => label)).toEqual([
      'Resultado de Audiometría tonal',
      'Concepto de aptitud laboral (elección)',
    ]);
  });

  it('lists nothing in a clinic without templates', async () => {
    offerTemplates();
    renderEvaluation(savedElsewhere);
    expect(shownFields(await openSigningDialog())).toBeNull();
  });
});
