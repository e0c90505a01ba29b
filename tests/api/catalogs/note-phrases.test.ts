import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOTE_PHRASES_MAX } from '#contract/limits.ts';
import { NotePhraseList } from '#contract/catalogs/note-phrases.ts';
import { NOTE_TYPES } from '#contract/vocabulary.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import * as schema from '#tests/support/server/tables.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { rowMakers, phraseBody } from '../support/examples/catalog-examples.ts';
import { type Caller, type Server, responseOf, fieldProblemsOf, startServer } from '../support/server.ts';

let server: Server;
let admin: Caller;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('note_phrases');
  admin = await server.as('admin');
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

const fetchPhrases = async (reader: Caller) =>
  responseOf(NotePhraseList, await reader.get('/note-phrases')).items;

describe('P10.196 the clinic’s phrases for notes', () => {
  it('P10.196 each of the eight notes can have phrases; doctors can read them, receptionists cannot', async () => {
    for (const type of NOTE_TYPES)
      await rowMakers.notePhrase(admin, { note_type: type, name: `Para ${type}` });
    const names = (await fetchPhrases(doctor)).map(({ note_type: type, name }) => [type, name]);
    expect(names).toEqual(expect.arrayContaining(NOTE_TYPES.map((type) => [type, `Para ${type}`])));
    expect((await (await server.as('desk')).get('/note-phrases')).statusCode).toBe(403);
    expect((await doctor.post('/note-phrases', { json: phraseBody() })).statusCode).toBe(403);
  });

  it('P10.196 the server accepts a phrase only for an existing note, stores it as one line, and rejects a text of only invisible characters', async () => {
    expect((await rowMakers.notePhrase(admin, { name: ' Pausas\n activas. ' })).name).toBe('Pausas activas.');
    for (const body of [phraseBody({ note_type: 'otra' }), { name: 'Sin texto' }])
      expect(fieldProblemsOf(await admin.post('/note-phrases', { json: body }))).toEqual({
        note_type: 'Elige en qué texto va.',
      });
    expect(
      fieldProblemsOf(await admin.post('/note-phrases', { json: phraseBody({ name: '\u200b ' }) })),
    ).toEqual({
      name: 'Escribe la frase.',
    });
  });

  it('P10.196 the server logs a change of a phrase with user and change, but without the text', async () => {
    const secret = `zq${randomUUID()}`;
    const lines = await collectNewLogEntries(server, () => rowMakers.notePhrase(admin, { name: secret }));
    expect(lines).toMatchObject([['catalog_changed', 'done', { resource: 'note_phrases', what: 'created' }]]);
    expect(JSON.stringify(lines)).not.toContain(secret);
  });

  it('P10.196 the server limits the number of phrases; existing ones can still be changed', async () => {
    const { id } = await rowMakers.notePhrase(admin);
    const db = toDatabase(server.database.pool);
    const rows = Array.from({ length: NOTE_PHRASES_MAX }, (_, nth) => ({
      id: randomUUID(),
      note_type: 'habitos' as const,
      name: `Frase ${nth}`,
    }));
    await db.insert(schema.notePhrases).values(rows);
    expect(fieldProblemsOf(await admin.post('/note-phrases', { json: phraseBody() }))).toEqual({
      name: 'Ya hay 1000 frases. Cambia una que no se use.',
    });
    const reply = await admin.send('PUT', `/note-phrases/${id}`, { json: phraseBody({ name: 'Otra.' }) });
    expect(reply.statusCode).toBe(200);
  });
});
