import { describe, expect, it, vi } from 'vitest';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { emptyWorksheet, noteKey, setTypedText } from '#domain/evaluation/worksheet/worksheet.ts';
import { createSaveNotesBody } from '#domain/evaluation/worksheet/worksheet-saving.ts';
import type { SaveResult } from '#sync/changes/clinical.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { saveSection } from './save-section.ts';

const CONCEPT_NOTE_KEY = noteKey('concepto');
const createEvaluationWithConcept = (content: string, habits = ''): Evaluation =>
  sampleEvaluation(1, {
    notes: [
      { note_type: 'concepto', content },
      { note_type: 'habitos', content: habits },
    ],
  });
const createReadState = (evaluation: Evaluation, etag: string) => ({ evaluation, etag });
const sampleReadState = createReadState(createEvaluationWithConcept('Apta'), '"r1"');
const editedWorksheet = setTypedText(
  emptyWorksheet,
  sampleReadState.evaluation,
  CONCEPT_NOTE_KEY,
  'Apta con',
);
const successfulSave: SaveResult<null> = { type: 'saved', body: null, etag: null };

function attemptNotesSave(
  answers: SaveResult<null>[],
  states: ({ evaluation: Evaluation; etag: string } | null)[],
) {
  const send = vi.fn((_state: { etag: string | null }, _sheet: unknown) =>
    Promise.resolve(answers.shift() ?? successfulSave),
  );
  const reread = vi.fn(() => Promise.resolve(states.shift() ?? null));
  return {
    send,
    outcome: saveSection({ section: 'notes', sheet: editedWorksheet, held: sampleReadState, send, reread }),
  };
}

describe('P10.5 saving a section while another doctor changes the evaluation', () => {
  it('saving a section sends the ETag of the evaluation that was read', async () => {
    const { send, outcome } = attemptNotesSave([successfulSave], []);
    expect((await outcome).type).toBe('saved');
    expect(send.mock.calls[0]?.[0]).toMatchObject({ etag: '"r1"' });
  });

  it('when another doctor has changed a different text, the section is saved again with the newer ETag', async () => {
    const { send, outcome } = attemptNotesSave(
      [{ type: 'stale' }, successfulSave],
      [createReadState(createEvaluationWithConcept('Apta', 'No fuma'), '"r2"')],
    );
    expect((await outcome).type).toBe('saved');
    expect(send.mock.calls.map(([state]) => state.etag)).toEqual(['"r1"', '"r2"']);
    expect(createSaveNotesBody(send.mock.calls[1]?.[1] as typeof editedWorksheet, {})).toEqual({
      notes: [{ note_type: 'concepto', content: 'Apta con' }],
    });
  });

  it("saving a section results in a conflict when the page has already read the other doctor's different text", async () => {
    const send = vi.fn(() => Promise.resolve(successfulSave));
    const held = createReadState(createEvaluationWithConcept('No apta'), '"r2"');
    const reread = () => Promise.resolve(null);
    const outcome = await saveSection({ section: 'notes', sheet: editedWorksheet, held, send, reread });
    expect(outcome.type).toBe('conflict');
    expect(send).not.toHaveBeenCalled();
  });

  it('when another doctor has changed the same text, saving a section stops until the doctor chooses a text', async () => {
    const { send, outcome } = attemptNotesSave(
      [{ type: 'stale' }],
      [createReadState(createEvaluationWithConcept('No apta'), '"r2"')],
    );
    expect((await outcome).type).toBe('conflict');
    expect(send).toHaveBeenCalledOnce();
  });

  it('saving a section ends without another request when the other doctor has written the same text', async () => {
    const { outcome } = attemptNotesSave(
      [{ type: 'stale' }],
      [createReadState(createEvaluationWithConcept('Apta con'), '"r2"')],
    );
    expect((await outcome).type).toBe('settled');
  });

  it('saving a section fails without another request when the newer evaluation cannot be read', async () => {
    const { send, outcome } = attemptNotesSave([{ type: 'stale' }], [null]);
    expect((await outcome).type).toBe('unreachable');
    expect(send).toHaveBeenCalledOnce();
  });

  it("saving a section stops with the result 'busy' when another doctor saves before each retry", async () => {
    const staleResults = (): SaveResult<null>[] => Array.from({ length: 9 }, () => ({ type: 'stale' }));
    const states = Array.from({ length: 9 }, (_, nth) =>
      createReadState(createEvaluationWithConcept('Apta', String(nth)), `"r${nth}"`),
    );
    const { send, outcome } = attemptNotesSave(staleResults(), states);
    expect((await outcome).type).toBe('busy');
    expect(send.mock.calls.length).toBeLessThan(9);
  });
});
