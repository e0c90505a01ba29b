// @module-tag landing
//
// Renders one evaluation in happy-dom; the test gives the responses.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  getButton,
  evaluationMocks,
  getTextField,
  createSavedNotesResult,
  findNotesRegion,
  serverState,
  unsignedEvaluation,
  renderEvaluation,
} from '#tests/support/screens/evaluation-screen.tsx';
import type { NoteType } from '#contract/vocabulary.ts';
import type { Worksheet } from '#domain/evaluation/worksheet/worksheet.ts';
import { Unreachable } from '#sync/requests/api-request.ts';

const PREVIOUS_VISIT = {
  id: '00000009-0000-4000-8000-000000000000',
  closed_at: '2026-03-13T02:30:00Z',
  notes: ['concepto', 'restricciones'] satisfies NoteType[],
};
const PAST_RESTRICTION = 'Sin trabajo en alturas, del 1 ene 2020 al 1 mar 2020.';
const TAKE_BUTTON_LABEL = 'Tomar lo de la visita anterior (12 mar 2026): Restricciones';
const CONFIRM_TEXT_BUTTON_LABEL = 'Lo leí, sigue igual';
const queryInsertTextButtons = () =>
  screen.queryAllByRole('button', { name: /^Tomar lo de la visita anterior/ });

/** Opens the evaluation of a patient with an earlier visit. Of the notes of the earlier visit, only the concept has a text. */
async function openEvaluationWithEarlierVisit() {
  evaluationMocks.readPreviousNotes.mockResolvedValue([
    { note_type: 'concepto', content: 'Apta entonces' },
    { note_type: 'restricciones', content: PAST_RESTRICTION },
  ]);
  const view = renderEvaluation({ ...unsignedEvaluation, previous_visit: PREVIOUS_VISIT });
  await findNotesRegion();
  return view;
}

async function openAndInsertEarlierText() {
  const view = await openEvaluationWithEarlierVisit();
  await userEvent.click(screen.getByRole('button', { name: TAKE_BUTTON_LABEL }));
  await screen.findByRole('button', { name: CONFIRM_TEXT_BUTTON_LABEL });
  return view;
}

describe('P10.193 text of the last visit', () => {
  it('P10.193 below an empty note, the page offers the text of the last visit, which one tap inserts with the date of that visit', async () => {
    await openAndInsertEarlierText();
    expect(getTextField('Restricciones').value).toBe(PAST_RESTRICTION);
    expect(screen.getByText('De la visita anterior (12 mar 2026).')).toBeTruthy();
    expect(screen.getByText('Venció el 01/03/2020'), 'what is over is said').toBeTruthy();
    expect(getTextField('Concepto de aptitud laboral').value).toBe('Apta');
    expect(queryInsertTextButtons()).toEqual([]);
    expect(evaluationMocks.readPreviousNotes).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      PREVIOUS_VISIT,
    );
  });

  it('P10.193 the evaluation page reads the text of the earlier visit only after the tap, and offers it only for an empty note', async () => {
    await openEvaluationWithEarlierVisit();
    expect(queryInsertTextButtons()).toHaveLength(1);
    expect(getTextField('Restricciones').value).toBe('');
    expect(evaluationMocks.readPreviousNotes).not.toHaveBeenCalled();
    await enterText(getTextField('Restricciones'), 'Ninguna');
    expect(queryInsertTextButtons()).toEqual([]);
  });

  it('P10.193 the evaluation page keeps text that the doctor typed while the earlier text was loading', async () => {
    await openEvaluationWithEarlierVisit();
    let resolveNotes: (notes: unknown) => void = () => undefined;
    evaluationMocks.readPreviousNotes.mockReturnValue(new Promise((resolve) => (resolveNotes = resolve)));
    await userEvent.click(screen.getByRole('button', { name: TAKE_BUTTON_LABEL }));
    await enterText(getTextField('Restricciones'), 'Hoy ninguna');
    resolveNotes([{ note_type: 'restricciones', content: PAST_RESTRICTION }]);
    await waitFor(() => expect(queryInsertTextButtons()).toEqual([]));
    expect(getTextField('Restricciones').value).toBe('Hoy ninguna');
  });

  it.each([
    [
      'without an answer',
      () => Promise.reject(new Unreachable('no_answer')),
      /^No se pudo traer lo de la visita/,
    ],
    ['opened again meanwhile', () => Promise.resolve([]), /^Esa visita se reabrió/],
  ])(
    'P10.193 the evaluation page keeps the note empty and shows an error when the earlier visit is %s',
    async (_what, answer, said) => {
      await openEvaluationWithEarlierVisit();
      evaluationMocks.readPreviousNotes.mockImplementation(answer);
      await userEvent.click(screen.getByRole('button', { name: TAKE_BUTTON_LABEL }));
      expect((await screen.findByRole('alert')).textContent).toMatch(said);
      expect(getTextField('Restricciones').value).toBe('');
    },
  );

  it('P10.193 the page offers no text when the patient has no earlier visit', async () => {
    renderEvaluation();
    await findNotesRegion();
    expect(queryInsertTextButtons()).toEqual([]);
  });
});

describe('P10.194 text taken from the last visit', () => {
  it('P10.194 the evaluation page neither saves nor signs the text of an earlier visit until the doctor has confirmed it', async () => {
    await openAndInsertEarlierText();
    expect(screen.getByText('Guarda primero los cambios de resultados y notas.')).toBeTruthy();
    await userEvent.click(getButton('Guardar notas'));
    expect(
      await screen.findByText('Falta confirmar lo de la visita anterior en Restricciones.'),
    ).toBeTruthy();
    expect(evaluationMocks.saveNotes).not.toHaveBeenCalled();
    await userEvent.click(getButton('Ir a la nota'));
    expect(document.activeElement).toBe(getTextField('Restricciones'));
    await userEvent.click(getButton(CONFIRM_TEXT_BUTTON_LABEL));
    expect(screen.queryByText(/^Falta confirmar/)).toBeNull();
    evaluationMocks.saveNotes.mockImplementation(() => {
      serverState.now = {
        ...serverState.now,
        notes: [...unsignedEvaluation.notes, { note_type: 'restricciones', content: PAST_RESTRICTION }],
      };
      return Promise.resolve(createSavedNotesResult(serverState.now.notes));
    });
    await userEvent.click(getButton('Guardar notas'));
    await waitFor(() => expect(evaluationMocks.saveNotes).toHaveBeenCalledOnce());
    expect(evaluationMocks.saveNotes.mock.calls[0]?.[1]).toEqual({
      notes: [{ note_type: 'restricciones', content: PAST_RESTRICTION }],
    });
  });

  it('P10.194 typing in the text of an earlier visit confirms it, but a button that adds a line does not', async () => {
    await openAndInsertEarlierText();
    await userEvent.click(getButton('Sin restricciones'));
    expect(getButton(CONFIRM_TEXT_BUTTON_LABEL)).toBeTruthy();
    await enterText(getTextField('Restricciones'), ' Hoy también.');
    expect(screen.queryByRole('button', { name: CONFIRM_TEXT_BUTTON_LABEL })).toBeNull();
    expect(getTextField('Restricciones').value).toBe(`Sin restricciones\n${PAST_RESTRICTION} Hoy también.`);
  });

  it('P10.194 the device remembers that a text of an earlier visit is unconfirmed, and one tap removes the text', async () => {
    const view = await openAndInsertEarlierText();
    view.unmount();
    const sheet = evaluationMocks.saved.at(-1) as Worksheet;
    expect(sheet.texts['note:restricciones']).toEqual({
      base: '',
      mine: PAST_RESTRICTION,
      theirs: null,
      takenFrom: '2026-03-12',
    });
    evaluationMocks.draft = sheet;
    await openEvaluationWithEarlierVisit();
    expect(getButton(CONFIRM_TEXT_BUTTON_LABEL)).toBeTruthy();
    await userEvent.click(getButton('Quitar'));
    expect(getTextField('Restricciones').value).toBe('');
    expect(queryInsertTextButtons()).toHaveLength(1);
  });
});
