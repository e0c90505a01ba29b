import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SavedNotes } from '#contract/records/evaluation/clinical.ts';
import { NOTE_TYPES } from '#contract/vocabulary.ts';
import { createEvaluation, fetchEvaluationDetail } from '../support/capture.ts';
import { saveNotes, fetchEvaluationEtag } from '../support/clinical.ts';
import { type Caller, type Server, responseOf, errorCodeOf, startServer } from '../support/server.ts';

let server: Server;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('notes');
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

const newEvaluation = async () => createEvaluation(server, await server.as('desk'));
const noteBody = (note_type: string, content: string) => ({ note_type, content });

describe('P7.15 PUT /evaluations/:id/notes', () => {
  it('P7.15 the server stores the notes that are sent, keeps the others, and returns all notes in their fixed order', async () => {
    const id = await newEvaluation();
    await saveNotes(doctor, id, [noteBody('observaciones', 'Ninguna'), noteBody('concepto', 'Apto')]);
    const reply = await saveNotes(doctor, id, [
      noteBody('sve', ' SVE auditivo '),
      noteBody('concepto', 'Apto con recomendaciones'),
    ]);
    expect(responseOf(SavedNotes, reply).notes).toEqual([
      noteBody('sve', 'SVE auditivo'),
      noteBody('concepto', 'Apto con recomendaciones'),
      noteBody('observaciones', 'Ninguna'),
    ]);
    const detail = await fetchEvaluationDetail(doctor, id);
    expect([detail.status, detail.notes]).toEqual(['en_proceso', responseOf(SavedNotes, reply).notes]);
  });

  it('the server removes a note that is sent empty', async () => {
    const id = await newEvaluation();
    await saveNotes(doctor, id, [noteBody('habitos', 'Caminar'), noteBody('concepto', 'Apto')]);
    const reply = await saveNotes(doctor, id, [noteBody('habitos', '   ')]);
    expect(responseOf(SavedNotes, reply).notes).toEqual([noteBody('concepto', 'Apto')]);
  });

  it('the server accepts all eight notes with ten pages of text each', async () => {
    const notes = NOTE_TYPES.map((type) => noteBody(type, 'ñ'.repeat(20_000)));
    expect(responseOf(SavedNotes, await saveNotes(doctor, await newEvaluation(), notes)).notes).toEqual(
      notes,
    );
  });

  it('a save without notes or with unchanged notes changes nothing', async () => {
    const id = await newEvaluation();
    await saveNotes(doctor, id, [noteBody('concepto', 'Apto')]);
    const tag = await fetchEvaluationEtag(doctor, id);
    for (const notes of [[], [noteBody('concepto', 'Apto')], [noteBody('habitos', '')]])
      expect((await saveNotes(doctor, id, notes)).headers['etag']).toBe(tag);
  });

  it('the server treats a note of invisible characters as empty, and removes invisible characters from other notes', async () => {
    const id = await newEvaluation();
    for (const content of ['\u200b', '\u200d\u2060', '\u3164', '\u2800 \n'])
      expect((await saveNotes(doctor, id, [noteBody('sve', content)])).json()).toMatchObject({ notes: [] });
    const saved = await saveNotes(doctor, id, [noteBody('sve', 'Ap\u200bto\u202e')]);
    expect(saved.json()).toMatchObject({ notes: [noteBody('sve', 'Apto')] });
  });

  it('a save of an empty note alone leaves a pending evaluation pending', async () => {
    const id = await newEvaluation();
    await saveNotes(doctor, id, [noteBody('habitos', '')]);
    expect((await fetchEvaluationDetail(doctor, id)).status).toBe('pendiente');
  });

  it('an unchanged note keeps its author when another user saves the notes', async () => {
    const id = await newEvaluation();
    await saveNotes(doctor, id, [noteBody('concepto', 'Apto'), noteBody('sve', 'x')]);
    await saveNotes(await server.as('admin'), id, [noteBody('concepto', 'Apto'), noteBody('sve', 'y')]);
    const { rows } = await server.database.pool.query(
      'select note_type, created_by, updated_by from notes where evaluation_id = $1 order by note_type',
      [id],
    );
    const { doctor: first, admin } = server.clinic.users;
    expect(rows).toEqual([
      { note_type: 'concepto', created_by: first, updated_by: first },
      { note_type: 'sve', created_by: first, updated_by: admin },
    ]);
  });

  it.each([
    ['a note of 100 kB', [noteBody('concepto', 'x'.repeat(100_000))]],
    ['an unknown type', [noteBody('diagnostico', 'x')]],
    ['a type twice', [noteBody('sve', 'x'), noteBody('sve', 'y')]],
    ['a text that cannot be stored', [noteBody('sve', 'x\0')]],
    ['half a surrogate pair', [noteBody('sve', '\ud83d')]],
    ['no text', [{ note_type: 'sve' }]],
  ])('the server rejects notes with %s and keeps the stored notes', async (_name, notes) => {
    const id = await newEvaluation();
    await saveNotes(doctor, id, [noteBody('concepto', 'Apto')]);
    const reply = await saveNotes(doctor, id, [noteBody('habitos', 'Caminar'), ...notes]);
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([400, 'validation_failed']);
    expect((await fetchEvaluationDetail(doctor, id)).notes).toEqual([noteBody('concepto', 'Apto')]);
  });

  it('the server responds 413 to notes beyond 4 MiB', async () => {
    const reply = await saveNotes(doctor, await newEvaluation(), [
      noteBody('sve', 'x'.repeat(4 * 1024 * 1024)),
    ]);
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([413, 'file_too_large']);
  });
});
