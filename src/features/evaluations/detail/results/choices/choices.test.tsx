// @module-tag landing
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  getButton,
  evaluationMocks,
  closedEvaluation,
  getTextField,
  createSavedNotesResult,
  findNotesRegion,
  serverState,
  renderEvaluation,
} from '#tests/support/screens/evaluation-screen.tsx';
import { NO_DECISIONS, type Decisions } from '#contract/records/evaluation/decisions.ts';
import type { Note } from '#contract/records/evaluation/evaluations.ts';
import { emptyWorksheet, type Worksheet } from '#domain/evaluation/worksheet/worksheet.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';

const CONCEPT_NOTE_LABEL = 'Concepto de aptitud laboral';
const SVE_NOTE_LABEL = 'Inclusión en SVE';
const EPS_NOTE_LABEL = 'Manejo EPS / ARL';
const RESTRICTIONS_NOTE_LABEL = 'Restricciones';

const getPhraseGroup = (label: string) => within(screen.getByRole('group', { name: `Frases: ${label}` }));
const getPhraseButton = (label: string, name: string) => getPhraseGroup(label).getByRole('button', { name });
const getRowsRegion = (label: string) => within(screen.getByRole('region', { name: `Renglones: ${label}` }));
const isPhrasePressed = (label: string, name: string) =>
  getPhraseButton(label, name).getAttribute('aria-pressed') === 'true';
const lastSavedNotes = () => evaluationMocks.saveNotes.mock.lastCall?.[1] as unknown;

const evaluationWithDecisions = (decisions: Partial<Decisions> = {}, notes: Note[] = []) =>
  sampleEvaluation(1, { notes, decisions: { ...NO_DECISIONS, ...decisions } });

describe('P10.270 decision buttons of a note', () => {
  it("P10.270 a decision button replaces another button's decision and sentence with its own, and a second press clears both", async () => {
    renderEvaluation(evaluationWithDecisions());
    await findNotesRegion();
    await userEvent.click(getPhraseButton(CONCEPT_NOTE_LABEL, 'Apto'));
    await userEvent.click(getPhraseButton(CONCEPT_NOTE_LABEL, 'Apto con restricciones'));
    expect(isPhrasePressed(CONCEPT_NOTE_LABEL, 'Apto')).toBe(false);
    expect(isPhrasePressed(CONCEPT_NOTE_LABEL, 'Apto con restricciones')).toBe(true);
    expect(getTextField(CONCEPT_NOTE_LABEL).value).toBe('Apto con restricciones');
    await userEvent.click(getPhraseButton(EPS_NOTE_LABEL, 'EPS y ARL'));
    await enterText(screen.getByLabelText(/^Motivo de la remisión/), 'Lumbalgia');
    await userEvent.click(getPhraseButton(SVE_NOTE_LABEL, 'No requiere'));
    const after = {
      ...NO_DECISIONS,
      aptitude: 'apto_restricciones' as const,
      referral: { to: 'both' as const, reason: 'Lumbalgia' },
      surveillance: [],
    };
    evaluationMocks.saveNotes.mockImplementation(() => {
      const notes: Note[] = [{ note_type: 'concepto', content: 'Apto con restricciones' }];
      serverState.now = evaluationWithDecisions(after, notes);
      return Promise.resolve(createSavedNotesResult(notes, after));
    });
    await userEvent.click(getButton('Guardar notas'));
    await waitFor(() => expect(getButton('Guardar notas').disabled).toBe(true));
    expect(lastSavedNotes()).toEqual({
      notes: [
        { note_type: 'manejo_eps_arp', content: 'Requiere valoración por EPS y ARL.' },
        { note_type: 'sve', content: 'No requiere' },
        { note_type: 'concepto', content: 'Apto con restricciones' },
      ],
      decisions: {
        aptitude: 'apto_restricciones',
        referral: { to: 'both', reason: 'Lumbalgia' },
        surveillance: [],
      },
    });
    expect(isPhrasePressed(CONCEPT_NOTE_LABEL, 'Apto con restricciones')).toBe(true);
    await enterText(getTextField(CONCEPT_NOTE_LABEL), '\nCon gafas.');
    await userEvent.click(getPhraseButton(CONCEPT_NOTE_LABEL, 'Apto con restricciones'));
    expect(isPhrasePressed(CONCEPT_NOTE_LABEL, 'Apto con restricciones')).toBe(false);
    expect(getTextField(CONCEPT_NOTE_LABEL).value).toBe('Con gafas.');
    expect(screen.getByText(/^Falta elegir: toca uno de los botones/)).toBeTruthy();
  });
});

describe('P10.270 rows of a note', () => {
  it('P10.270 the note shows a row for each item of its decision; the doctor can remove and restore the rows', async () => {
    const ALTURAS = 'Sin trabajo en alturas, permanente desde el 1 dic 2026.';
    renderEvaluation(
      evaluationWithDecisions(
        { restrictions: [{ what: 'Sin trabajo en alturas', from: '2026-12-01', to: null }] },
        [{ note_type: 'restricciones', content: `${ALTURAS}\nSin carga, permanente desde el 1 dic 2026.` }],
      ),
    );
    await findNotesRegion();
    expect(getRowsRegion(RESTRICTIONS_NOTE_LABEL).getAllByRole('button', { name: /^Quitar/ })).toHaveLength(
      1,
    );
    await userEvent.click(getPhraseButton(RESTRICTIONS_NOTE_LABEL, 'Sin restricciones'));
    expect(getRowsRegion(RESTRICTIONS_NOTE_LABEL).queryByRole('button', { name: /^Quitar/ })).toBeNull();
    expect(getTextField(RESTRICTIONS_NOTE_LABEL).value).toBe(
      'Sin restricciones\nSin carga, permanente desde el 1 dic 2026.',
    );
    await userEvent.click(getRowsRegion(RESTRICTIONS_NOTE_LABEL).getByRole('button', { name: /^Deshacer/ }));
    expect(isPhrasePressed(RESTRICTIONS_NOTE_LABEL, 'Sin restricciones')).toBe(false);
    expect(
      getRowsRegion(RESTRICTIONS_NOTE_LABEL).getByRole('button', { name: `Quitar: ${ALTURAS}` }),
    ).toBeTruthy();
  });
});

describe('P10.274 options of the clinic', () => {
  it(
    'P10.274 the note offers the programmes and aptitudes that the clinic has configured for its doctors',
    { tags: ['landing'] },
    async () => {
      const off = {
        evaluation_type_id: sampleEvaluation(1).evaluation_type.id,
        aptitudes: ['realizado', 'nueva'],
      };
      evaluationMocks.fetchDecisionOptions.mockResolvedValue({
        options: { programmes: ['Manejo de cargas'], aptitudes_off: [off], revision: 3 },
        fetchedAt: Date.now(),
      });
      renderEvaluation(evaluationWithDecisions());
      await findNotesRegion();
      await waitFor(() =>
        expect(getPhraseGroup(CONCEPT_NOTE_LABEL).queryByText('Examen realizado')).toBeNull(),
      );
      expect(getPhraseGroup(CONCEPT_NOTE_LABEL).getAllByRole('button')).toHaveLength(5);
      await userEvent.click(getRowsRegion(SVE_NOTE_LABEL).getByRole('button', { name: 'Programa de SVE' }));
      await userEvent.selectOptions(
        getRowsRegion(SVE_NOTE_LABEL).getByLabelText('Programa'),
        'Manejo de cargas',
      );
      await userEvent.click(getRowsRegion(SVE_NOTE_LABEL).getByRole('button', { name: 'Ingresa' }));
      expect(getTextField(SVE_NOTE_LABEL).value).toBe('Ingresa al SVE Manejo de cargas.');
      expect(
        getRowsRegion(SVE_NOTE_LABEL).getByLabelText<HTMLSelectElement>('Programa: Manejo de cargas').value,
      ).toBe('Ingresa');
    },
  );

  it('P10.274 the note shows a chosen aptitude that the clinic has switched off since, so that the doctor can clear it', async () => {
    const off = { evaluation_type_id: sampleEvaluation(1).evaluation_type.id, aptitudes: ['apto'] };
    evaluationMocks.fetchDecisionOptions.mockResolvedValue({
      options: { programmes: [], aptitudes_off: [off], revision: 3 },
      fetchedAt: Date.now(),
    });
    renderEvaluation(evaluationWithDecisions({ aptitude: 'apto' }));
    await findNotesRegion();
    expect(isPhrasePressed(CONCEPT_NOTE_LABEL, 'Apto')).toBe(true);
    await userEvent.click(getPhraseButton(CONCEPT_NOTE_LABEL, 'Apto'));
    await waitFor(() =>
      expect(getPhraseGroup(CONCEPT_NOTE_LABEL).queryByRole('button', { name: 'Apto' })).toBeNull(),
    );
  });
});

describe('P10.271 server that stores no decisions', () => {
  it('P10.271 a server that stores no decisions receives only the text of the notes, from which the decision buttons take their state', async () => {
    renderEvaluation(sampleEvaluation(1, { notes: [{ note_type: 'concepto', content: 'Aplazado' }] }));
    await findNotesRegion();
    expect(isPhrasePressed(CONCEPT_NOTE_LABEL, 'Aplazado')).toBe(true);
    await userEvent.click(getPhraseButton(EPS_NOTE_LABEL, 'EPS'));
    expect(screen.queryByLabelText(/^Motivo de la remisión/)).toBeNull();
    evaluationMocks.saveNotes.mockResolvedValue(createSavedNotesResult([]));
    await userEvent.click(getButton('Guardar notas'));
    expect(lastSavedNotes()).toEqual({
      notes: [{ note_type: 'manejo_eps_arp', content: 'Requiere valoración por EPS.' }],
    });
    expect(screen.queryByText(/Falta elegir/)).toBeNull();
  });
});

describe('P10.269 decision that another doctor changed', () => {
  it(
    "P10.269 the doctor must choose between the two doctors' decisions before the notes can be saved",
    { tags: ['landing'] },
    async () => {
      evaluationMocks.draft = {
        ...emptyWorksheet,
        choices: { aptitude: { base: null, mine: 'apto', theirs: null } },
      } satisfies Worksheet;
      renderEvaluation(
        evaluationWithDecisions({ aptitude: 'no_apto' }, [{ note_type: 'concepto', content: 'No apto' }]),
      );
      await findNotesRegion();
      const conflict = within(screen.getByRole('group', { name: `Dos elecciones: ${CONCEPT_NOTE_LABEL}` }));
      expect(within(conflict.getByRole('region', { name: 'Tu elección' })).getByText('Apto')).toBeTruthy();
      expect(
        within(conflict.getByRole('region', { name: 'La otra elección' })).getByText('No apto'),
      ).toBeTruthy();
      await userEvent.click(getButton('Guardar notas'));
      expect(await screen.findByText('Hay cambios que otra persona hizo también.')).toBeTruthy();
      expect(evaluationMocks.saveNotes).not.toHaveBeenCalled();
      await userEvent.click(conflict.getByRole('button', { name: 'Usar la otra' }));
      expect(isPhrasePressed(CONCEPT_NOTE_LABEL, 'No apto')).toBe(true);
      expect(getButton('Guardar notas').disabled).toBe(true);
    },
  );
});

describe('P10.273 a closed evaluation', () => {
  it('P10.273 a closed evaluation shows its decisions, «Sin elegir» for a missing one, and the aptitude on the signing panel', async () => {
    renderEvaluation({
      ...closedEvaluation,
      decisions: {
        ...NO_DECISIONS,
        aptitude: 'apto_restricciones',
        referral: { to: 'arl', reason: 'Ruido' },
        restrictions: [{ what: 'Sin ruido', from: '2026-12-01', to: null }],
      },
    });
    const notes = within(await findNotesRegion());
    const card = screen.getByRole('region', { name: 'Firma y cierre' });
    await waitFor(() => expect(card.textContent).toContain('Apto con restricciones'));
    expect(notes.getByText('Apto con restricciones')).toBeTruthy();
    expect(notes.getByText('Requiere valoración por ARL.')).toBeTruthy();
    expect(notes.getByText('Motivo: Ruido')).toBeTruthy();
    expect(notes.getByText('Sin ruido, permanente desde el 1 dic 2026.')).toBeTruthy();
    expect(notes.getAllByText('Sin elegir')).toHaveLength(1);
    expect(notes.queryByRole('group')).toBeNull();
  });
});

it(
  'P10.270 the text of an earlier visit is copied into the note without its decision, and the page says that the decision is missing',
  { tags: ['landing'] },
  async () => {
    const visit = {
      id: sampleEvaluation(2).id,
      closed_at: '2026-03-12T15:00:00Z',
      notes: ['concepto' as const],
    };
    evaluationMocks.readPreviousNotes.mockResolvedValue([{ note_type: 'concepto', content: 'Apto' }]);
    renderEvaluation({ ...evaluationWithDecisions(), previous_visit: visit });
    await findNotesRegion();
    await userEvent.click(screen.getByRole('button', { name: /^Tomar lo de la visita anterior/ }));
    await waitFor(() => expect(getTextField(CONCEPT_NOTE_LABEL).value).toBe('Apto'));
    expect(isPhrasePressed(CONCEPT_NOTE_LABEL, 'Apto')).toBe(false);
    expect(screen.getByText(/Trae solo el texto: la elección de hoy la haces tú/)).toBeTruthy();
  },
);
