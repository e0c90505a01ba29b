// @module-tag landing
//
// Renders one evaluation in happy-dom; the test gives the responses.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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
import { emptyWorksheet, type Worksheet } from '#domain/evaluation/worksheet/worksheet.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';

const getNoteRowsRegion = (label: string) =>
  within(screen.getByRole('region', { name: `Renglones: ${label}` }));
const RESTRICTIONS_NOTE_LABEL = 'Restricciones';
const SVE_NOTE_LABEL = 'Inclusión en SVE';
const TASKS_NOTE_LABEL = 'Aptitud para tareas específicas';
const RESTRICTION_LINE = 'Sin trabajo en alturas, del 1 dic 2026 al 1 mar 2027.';

const clickRowButton = (label: string, name: string | RegExp) =>
  userEvent.click(getNoteRowsRegion(label).getByRole('button', { name }));
const changeRestrictionDay = (label: string, day: string) =>
  fireEvent.change(getNoteRowsRegion(RESTRICTIONS_NOTE_LABEL).getByLabelText(label), {
    target: { value: day },
  });

async function typeRestriction(to: string) {
  await clickRowButton(RESTRICTIONS_NOTE_LABEL, 'Restricción con fechas');
  const subject = getNoteRowsRegion(RESTRICTIONS_NOTE_LABEL).getByLabelText('Qué se restringe');
  expect(document.activeElement).toBe(subject);
  await enterText(subject, 'sin trabajo en alturas');
  changeRestrictionDay('Desde', '2026-12-01');
  changeRestrictionDay('Hasta', to);
}

describe('restrictions', () => {
  it('P10.189 the restriction form writes a restriction with its dates into the note, and one tap removes it again', async () => {
    renderEvaluation(sampleEvaluation(1, { notes: [{ note_type: 'restricciones', content: 'Usa gafas.' }] }));
    await findNotesRegion();
    await typeRestriction('2027-03-01');
    await clickRowButton(RESTRICTIONS_NOTE_LABEL, 'Agregar');
    expect(getTextField(RESTRICTIONS_NOTE_LABEL).value).toBe(`Usa gafas.\n${RESTRICTION_LINE}`);
    expect(getNoteRowsRegion(RESTRICTIONS_NOTE_LABEL).queryByLabelText('Hasta')).toBeNull();
    const undo = getNoteRowsRegion(RESTRICTIONS_NOTE_LABEL).getByRole('button', {
      name: `Deshacer: Agregado: ${RESTRICTION_LINE}`,
    });
    expect(document.activeElement).toBe(undo);
    await userEvent.click(undo);
    expect(getTextField(RESTRICTIONS_NOTE_LABEL).value).toBe('Usa gafas.');
    expect(getButton('Guardar notas').disabled).toBe(true);
  });

  it('P10.189 Enter in the restriction form writes the restriction, and does not undo it', async () => {
    renderEvaluation(sampleEvaluation(1, {}));
    await findNotesRegion();
    await typeRestriction('2027-03-01');
    await userEvent.type(
      getNoteRowsRegion(RESTRICTIONS_NOTE_LABEL).getByLabelText('Qué se restringe'),
      '{Enter}',
    );
    expect(getTextField(RESTRICTIONS_NOTE_LABEL).value).toBe(RESTRICTION_LINE);
    expect(document.activeElement?.textContent).toMatch(/^Deshacer/);
  });

  it('P10.189 the button to undo a tap that removed or restored a row of a note disappears when the doctor types', async () => {
    renderEvaluation(
      sampleEvaluation(1, {
        notes: [{ note_type: 'restricciones', content: `${RESTRICTION_LINE}\nUsa gafas.` }],
      }),
    );
    await findNotesRegion();
    await clickRowButton(RESTRICTIONS_NOTE_LABEL, `Quitar: ${RESTRICTION_LINE}`);
    expect(getTextField(RESTRICTIONS_NOTE_LABEL).value).toBe('Usa gafas.');
    await clickRowButton(RESTRICTIONS_NOTE_LABEL, /^Deshacer/);
    expect(getTextField(RESTRICTIONS_NOTE_LABEL).value).toBe(`${RESTRICTION_LINE}\nUsa gafas.`);
    await clickRowButton(RESTRICTIONS_NOTE_LABEL, `Quitar: ${RESTRICTION_LINE}`);
    await enterText(getTextField(RESTRICTIONS_NOTE_LABEL), ' Siempre.');
    expect(
      getNoteRowsRegion(RESTRICTIONS_NOTE_LABEL).queryByRole('button', { name: /^Deshacer/ }),
    ).toBeNull();
    expect(getTextField(RESTRICTIONS_NOTE_LABEL).value).toBe('Usa gafas. Siempre.');
  });

  it('P10.189 the restriction form shows an error at the field and writes nothing when the last day is before the first', async () => {
    renderEvaluation();
    await findNotesRegion();
    await typeRestriction('2026-11-30');
    expect(getNoteRowsRegion(RESTRICTIONS_NOTE_LABEL).getByText('Es anterior a «Desde».')).toBeTruthy();
    await clickRowButton(RESTRICTIONS_NOTE_LABEL, 'Agregar');
    expect(getTextField(RESTRICTIONS_NOTE_LABEL).value).toBe('');
    changeRestrictionDay('Hasta', '');
    expect(
      getNoteRowsRegion(RESTRICTIONS_NOTE_LABEL).getByText('Escribe hasta cuándo, o marca «Permanente».'),
      'asked for once it was pressed',
    ).toBeTruthy();
    await userEvent.click(getNoteRowsRegion(RESTRICTIONS_NOTE_LABEL).getByLabelText('Permanente'));
    await clickRowButton(RESTRICTIONS_NOTE_LABEL, 'Agregar');
    expect(getTextField(RESTRICTIONS_NOTE_LABEL).value).toBe(
      'Sin trabajo en alturas, permanente desde el 1 dic 2026.',
    );
  });

  it('P10.189 the row of an expired restriction shows its last day', async () => {
    const past = 'Sin trabajo en alturas, del 1 dic 2019 al 1 mar 2020.';
    renderEvaluation(
      sampleEvaluation(1, {
        notes: [{ note_type: 'restricciones', content: `${past}\n${RESTRICTION_LINE}` }],
      }),
    );
    await findNotesRegion();
    expect(
      getNoteRowsRegion(RESTRICTIONS_NOTE_LABEL)
        .getAllByText(/^Venció el/)
        .map((tag) => tag.textContent),
    ).toEqual(['Venció el 01/03/2020']);
  });
});

describe('P10.190 programmes and tasks', () => {
  it('P10.190 the note has one row and one sentence for each programme; a new decision about the programme replaces both', async () => {
    renderEvaluation(sampleEvaluation(1, { notes: [{ note_type: 'sve', content: 'No requiere' }] }));
    await findNotesRegion();
    await clickRowButton(SVE_NOTE_LABEL, 'Programa de SVE');
    await clickRowButton(SVE_NOTE_LABEL, 'Ingresa');
    expect(getNoteRowsRegion(SVE_NOTE_LABEL).getByText('Elige el programa.')).toBeTruthy();
    await userEvent.selectOptions(
      getNoteRowsRegion(SVE_NOTE_LABEL).getByLabelText('Programa'),
      'osteomuscular',
    );
    await clickRowButton(SVE_NOTE_LABEL, 'Ingresa');
    expect(getTextField(SVE_NOTE_LABEL).value).toBe('Ingresa al SVE osteomuscular.');
    await userEvent.selectOptions(
      getNoteRowsRegion(SVE_NOTE_LABEL).getByLabelText('Programa: osteomuscular'),
      'Egresa',
    );
    expect(getTextField(SVE_NOTE_LABEL).value).toBe('Egresa del SVE osteomuscular.');
    await clickRowButton(SVE_NOTE_LABEL, 'Quitar: Egresa del SVE osteomuscular.');
    expect(getTextField(SVE_NOTE_LABEL).value).toBe('');
  });

  it('P10.190 a task that the doctor enters again keeps its line in the note, and the new decision replaces the previous one', async () => {
    renderEvaluation(
      sampleEvaluation(1, {
        notes: [{ note_type: 'aptitud_tarea', content: 'Trabajo en alturas: apta.\nCon arnés.' }],
      }),
    );
    await findNotesRegion();
    await clickRowButton(TASKS_NOTE_LABEL, 'Énfasis o tarea');
    await enterText(getNoteRowsRegion(TASKS_NOTE_LABEL).getByLabelText('Tarea'), 'trabajo en alturas');
    await clickRowButton(TASKS_NOTE_LABEL, 'Aplazado');
    expect(getTextField(TASKS_NOTE_LABEL).value).toBe('Trabajo en alturas: aplazado.\nCon arnés.');
    await clickRowButton(TASKS_NOTE_LABEL, 'Énfasis o tarea');
    await enterText(getNoteRowsRegion(TASKS_NOTE_LABEL).getByLabelText('Tarea'), 'buceo');
    await clickRowButton(TASKS_NOTE_LABEL, 'No apto');
    expect(getTextField(TASKS_NOTE_LABEL).value).toBe(
      'Trabajo en alturas: aplazado.\nCon arnés.\nBuceo: no apto.',
    );
  });
});

describe('P10.192 restriction that is not added yet', () => {
  it('P10.192 the device stores an unfinished restriction after each key press, and the page restores it', async () => {
    const view = renderEvaluation();
    await findNotesRegion();
    await typeRestriction('2027-03-01');
    view.unmount();
    const sheet = evaluationMocks.saved.at(-1) as Worksheet;
    expect(sheet.begun?.restricciones).toEqual({
      subject: 'sin trabajo en alturas',
      from: '2026-12-01',
      to: '2027-03-01',
      isPermanent: false,
    });
    evaluationMocks.draft = sheet;
    renderEvaluation();
    await findNotesRegion();
    const subject =
      getNoteRowsRegion(RESTRICTIONS_NOTE_LABEL).getByLabelText<HTMLInputElement>('Qué se restringe');
    expect(subject.value).toBe('sin trabajo en alturas');
    expect(document.activeElement, 'nobody asked for it just now').not.toBe(subject);
    await clickRowButton(RESTRICTIONS_NOTE_LABEL, 'Agregar');
    expect(getTextField(RESTRICTIONS_NOTE_LABEL).value).toBe(RESTRICTION_LINE);
  });

  it('P10.192 an unfinished restriction prevents saving and signing', async () => {
    const begun = { subject: 'Sin alturas', from: '2026-12-01', to: '', isPermanent: false };
    evaluationMocks.draft = { ...emptyWorksheet, begun: { restricciones: begun } } satisfies Worksheet;
    renderEvaluation(unsignedEvaluation);
    await findNotesRegion();
    expect(screen.getByText('Guarda primero los cambios de resultados y notas.')).toBeTruthy();
    await userEvent.click(getButton('Guardar notas'));
    expect(await screen.findByText('Falta terminar un renglón en Restricciones.')).toBeTruthy();
    expect(evaluationMocks.saveNotes).not.toHaveBeenCalled();
    await clickRowButton(RESTRICTIONS_NOTE_LABEL, 'Cancelar');
    expect(screen.queryByText('Falta terminar un renglón en Restricciones.')).toBeNull();
    evaluationMocks.saveNotes.mockImplementation(() => {
      serverState.now = { ...serverState.now, notes: [{ note_type: 'concepto', content: 'Apta ya' }] };
      return Promise.resolve(createSavedNotesResult(serverState.now.notes));
    });
    await enterText(getTextField('Concepto de aptitud laboral'), ' ya');
    await userEvent.click(getButton('Guardar notas'));
    await waitFor(() => expect(evaluationMocks.saveNotes).toHaveBeenCalledOnce());
  });
});
