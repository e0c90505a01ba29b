// @module-tag landing
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { EvaluationListQuery } from '#sync/reads/evaluations/evaluations.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  createSavedNotesResult,
  createSigningRules,
  evaluationMocks,
  findNotesRegion,
  getButton,
  getTextField,
  renderEvaluation,
  serverState,
  unsignedEvaluation,
} from '#tests/support/screens/evaluation-screen.tsx';
import { sampleEvaluation, toEvaluationListItem } from '#tests/support/screens/evaluation.ts';
import { Unreachable } from '#sync/requests/api-request.ts';

const shownAddress = () => screen.getByTestId('where').textContent;
const pressNextStep = () =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter', ctrlKey: true });
const WAITING_ADDRESS = `/evaluations/${sampleEvaluation(4).id}`;
const NOTES: Evaluation['notes'] = [{ note_type: 'concepto', content: 'Apta' }];
const HABITS_NOTE = { note_type: 'habitos', content: 'Camina.' } as const;

beforeEach(() => {
  const waiting = sampleEvaluation(4, { status: 'pendiente' });
  evaluationMocks.fetchList.mockResolvedValue({
    items: [toEvaluationListItem(waiting)],
    total: 1,
    fetchedAt: Date.now(),
    source: 'provider',
  });
  evaluationMocks.fetchSigningRules.mockResolvedValue(
    createSigningRules({
      doctor: { id: 'd1', name: 'Dra. Ana Demo', license_number: 'RM-1', license_valid_until: null },
    }),
  );
});

/** Opens the evaluation, types a note, and lets the server save it. */
async function renderAndTypeNote(evaluation: Evaluation) {
  evaluationMocks.saveNotes.mockImplementation(() => {
    const notes = [...NOTES, HABITS_NOTE];
    serverState.now = { ...evaluation, notes };
    return Promise.resolve(createSavedNotesResult(notes));
  });
  renderEvaluation(evaluation);
  await findNotesRegion();
  await enterText(getTextField('Hábitos y estilos de vida'), HABITS_NOTE.content);
}

const isSaved = () => waitFor(() => expect(getButton('Guardar notas').disabled).toBe(true));
const withoutResult = { ...unsignedEvaluation, exam_orders: sampleEvaluation(1).exam_orders };
const withoutSignature = { ...unsignedEvaluation, media: [] };

describe('P10.439 the shortcut Ctrl+Enter', () => {
  it('P10.439 saves and focuses the first missing field; the next press, with nothing typed, leads to the longest-waiting patient', async () => {
    await renderAndTypeNote(withoutResult);
    pressNextStep();
    await waitFor(() => expect(document.activeElement).toBe(getTextField('Resultado de Audiometría tonal')));
    expect(evaluationMocks.saveNotes).toHaveBeenCalledOnce();
    expect(shownAddress()).not.toBe(WAITING_ADDRESS);
    pressNextStep();
    await waitFor(() => expect(shownAddress()).toBe(WAITING_ADDRESS));
  });

  it("P10.439 saves and leads to the longest-waiting patient when only the patient's signature is missing", async () => {
    await renderAndTypeNote(withoutSignature);
    pressNextStep();
    await waitFor(() => expect(shownAddress()).toBe(WAITING_ADDRESS));
    expect(evaluationMocks.saveNotes).toHaveBeenCalledOnce();
  });

  it('P10.439 saves and stays when the evaluation can be signed, so that the next press opens the signing dialog', async () => {
    await renderAndTypeNote(unsignedEvaluation);
    pressNextStep();
    await isSaved();
    await waitFor(() => expect(getButton('Firmar y cierre').disabled).toBe(false));
    expect(evaluationMocks.fetchList).not.toHaveBeenCalled();
    pressNextStep();
    expect(await screen.findByRole('dialog', { name: 'Vas a firmar como Dra. Ana Demo' })).toBeTruthy();
  });

  it('P10.439 stays on the page with the typed text when the save fails', async () => {
    await renderAndTypeNote(withoutSignature);
    evaluationMocks.saveNotes.mockResolvedValue({ type: 'unreachable', cause: 'no_answer' });
    pressNextStep();
    await waitFor(() => expect(document.activeElement).toBe(getButton('Guardar notas')));
    expect(getTextField('Hábitos y estilos de vida').value).toBe(HABITS_NOTE.content);
    expect(evaluationMocks.fetchList).not.toHaveBeenCalled();
  });

  it("P10.439 leads to today's list when the list cannot be requested", async () => {
    evaluationMocks.fetchList.mockRejectedValue(new Unreachable('no_answer'));
    renderEvaluation(withoutSignature);
    await findNotesRegion();
    pressNextStep();
    expect(document.activeElement?.textContent).toMatch(/^Completa los requisitos pendientes/);
    pressNextStep();
    await waitFor(() => expect(shownAddress()).toBe('/evaluations/today'));
  });

  it('P10.439 stays on the page when the doctor types during the request for the list', async () => {
    let arrive: (list: unknown) => void = () => undefined;
    evaluationMocks.fetchList.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
    await renderAndTypeNote(withoutSignature);
    pressNextStep();
    await waitFor(() => expect(evaluationMocks.fetchList).toHaveBeenCalled());
    await enterText(getTextField('Hábitos y estilos de vida'), ' Nada.');
    arrive({ items: [], total: 0, fetchedAt: Date.now(), source: 'provider' });
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(shownAddress()).not.toBe('/evaluations/today');
    expect(getTextField('Hábitos y estilos de vida').value).toContain('Nada.');
  });

  it('P10.439 states without a network why nothing is saved', async () => {
    evaluationMocks.link = { name: 'down' };
    await renderAndTypeNote(withoutSignature);
    pressNextStep();
    expect(evaluationMocks.toast).toHaveBeenCalledExactlyOnceWith(
      'warn',
      expect.stringMatching(/^Sin conexión/),
    );
    expect(evaluationMocks.saveNotes).not.toHaveBeenCalled();
  });
});

describe('P10.439 the shortcut Ctrl+Enter when no patient waits', () => {
  it("P10.439 P10.443 leads to today's unsigned evaluations when no patient waits", async () => {
    evaluationMocks.fetchList.mockImplementation(async (_reader, { filters }: EvaluationListQuery) => {
      const shown = { ...sampleEvaluation(1), id: unsignedEvaluation.id };
      const all = filters.statuses.includes('en_proceso') ? [shown, sampleEvaluation(4)] : [shown];
      const items = all.map((one) => toEvaluationListItem({ ...one, status: filters.statuses[0]! }));
      return Promise.resolve({ items, total: items.length, fetchedAt: Date.now(), source: 'provider' });
    });
    await renderAndTypeNote(withoutSignature);
    pressNextStep();
    await waitFor(() => expect(shownAddress()).toBe('/evaluations/today?status=en_proceso'));
  });

  it("P10.439 leads to today's list when neither a patient nor an unsigned evaluation waits", async () => {
    evaluationMocks.fetchList.mockResolvedValue({
      items: [],
      total: 0,
      fetchedAt: Date.now(),
      source: 'provider',
    });
    await renderAndTypeNote(withoutSignature);
    pressNextStep();
    await waitFor(() => expect(shownAddress()).toBe('/evaluations/today'));
  });
});
