import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuthorisationText } from '#contract/records/authorisation-text.ts';
import { Branding } from '#contract/records/branding.ts';
import { AUTHORISATION_MAX_LENGTH } from '#contract/limits.ts';
import { applyAuthorisationOfFile } from '#server/catalogs/index.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import { DEFAULT_LEGAL_TEXTS } from '#server/platform/settings/legal-texts.ts';
import { sha256 } from '../support/files/multipart.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import {
  type Caller,
  type Server,
  errorCodeOf,
  responseOf,
  startServer,
  statusesOf,
} from '../support/server.ts';

let server: Server;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('authorisation-text');
  server.clock.now = new Date('2026-03-10T15:00:00Z');
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const TEXT = 'Autorizo el tratamiento.\r\nFirmo.';
const VERSION = `2026-03-10 ${sha256(Buffer.from(TEXT)).slice(0, 8)}`;

const fetchText = async (caller = admin) =>
  responseOf(AuthorisationText, await caller.get('/authorisation-text'));
const putText = (text: unknown, revision?: number, caller = admin) =>
  caller.send('PUT', '/authorisation-text', {
    json: { text, approved: true },
    ...(revision !== undefined && { headers: { 'if-match': `"r${revision}"` } }),
  });
const putAndRead = async (text: string | null) => responseOf(AuthorisationText, await putText(text));
const signedText = async () =>
  responseOf(Branding, await (await server.as('desk')).get('/me/branding')).authorisation;

describe('P10.423 text that patients sign, set in the app', () => {
  it('P10.423 a new clinic has no authorisation, and its tablets show none', async () => {
    expect(await fetchText()).toMatchObject({ version: null, text: null, set_by: null, is_from_file: false });
    expect(await signedText()).toBeNull();
  });

  it('P10.423 tablets receive a new text at once under a version that names day and text', async () => {
    const { revision } = await fetchText();
    const entries = await collectNewLogEntries(server, async () => {
      const reply = await putText(TEXT, revision);
      expect(responseOf(AuthorisationText, reply)).toMatchObject({
        version: VERSION,
        text: TEXT,
        revision: revision + 1,
        earlier: [{ version: null, text: null, set_by: null }],
      });
      expect(reply.headers['etag']).toBe(`"r${revision + 1}"`);
    });
    expect(entries).toEqual([
      [
        'authorisation_text_changed',
        'done',
        { version: VERSION, text_sha256: sha256(Buffer.from(TEXT)), approved: true },
      ],
    ]);
    expect(await signedText()).toEqual({ version: VERSION, text: TEXT });
  });

  it('P10.423 a text that was used before keeps its version, and a removal is logged as one', async () => {
    const { version: second } = await putAndRead('Segundo texto.');
    const { version: third } = await putAndRead('Tercer texto.');
    expect(new Set([VERSION, second, third]).size).toBe(3);
    expect(await putAndRead('Segundo texto.')).toMatchObject({ version: second });
    const entries = await collectNewLogEntries(server, async () => {
      const { earlier, text } = await putAndRead(null);
      expect(text).toBeNull();
      expect(earlier.map(({ version }) => version).slice(0, 3)).toEqual([second, third, second]);
    });
    expect(entries).toEqual([['authorisation_text_changed', 'done', { removed: true }]]);
    expect(await signedText()).toBeNull();
  });

  it('P10.424 the server rejects a text without the statement that the clinic has approved it', async () => {
    const before = await fetchText();
    for (const approved of [undefined, false]) {
      const reply = await admin.send('PUT', '/authorisation-text', {
        json: { text: 'Sin revisar.', approved },
      });
      expect(reply.json()).toMatchObject({ code: 'validation_failed', details: [{ field: 'approved' }] });
    }
    expect(await fetchText()).toEqual(before);
  });

  it('P10.424 a period from before the statement was required is not approved until a user states the approval', async () => {
    const { version, revision } = await putAndRead('De antes.');
    await server.database.pool.query(
      `insert into authorisation_periods (revision, version, since, set_by)
         select revision + 1, version, since, set_by from authorisation_periods where revision = $1`,
      [revision],
    );
    expect(await fetchText()).toMatchObject({ approved: false, revision: revision + 1 });
    expect((await fetchText()).earlier[0]?.approved).toBe(true);
    const approved = { version, approved: true, revision: revision + 2 };
    expect(await putAndRead('De antes.')).toMatchObject(approved);
    expect(await putAndRead('De antes.')).toMatchObject(approved);
  });

  it('P10.423 the server accepts one of two simultaneous changes of the authorisation, and a repeated save of its current text', async () => {
    const { revision } = await fetchText();
    const both = await Promise.all(['Uno.', 'Dos.'].map((text) => putText(text, revision)));
    expect(statusesOf(both)).toEqual([200, 412]);
    const { text, revision: present } = await fetchText();
    expect((await putText(text, revision)).headers['etag']).toBe(`"r${present}"`);
  });

  it('P10.423 the server rejects a text that is empty, invisible, too long or missing, and users without the permission', async () => {
    for (const text of ['', ' \n ', '\u200b', 'x'.repeat(AUTHORISATION_MAX_LENGTH + 1), 7, undefined])
      expect(errorCodeOf(await putText(text)), String(text).slice(0, 9)).toBe('validation_failed');
    for (const role of ['desk', 'doctor'] as const)
      expect(errorCodeOf(await putText('Otro.', undefined, await server.as(role)))).toBe('forbidden');
  });
});

describe('P10.423 text of the settings file', () => {
  const database = () => toDatabase(server.database.pool);
  const FILE_TEXT = { version: 'archivo 1', text: 'Texto del archivo.' };

  it('P10.423 a start with a text in the file replaces the text of the users once; it stays after it was removed from the file', async () => {
    await putAndRead('De la clínica.');
    await applyAuthorisationOfFile(database(), FILE_TEXT);
    await applyAuthorisationOfFile(database(), FILE_TEXT);
    const { set_by, earlier } = await fetchText();
    expect([await signedText(), set_by, earlier[0]?.text]).toEqual([FILE_TEXT, null, 'De la clínica.']);
    expect(await putAndRead('De la clínica.')).toMatchObject({ text: 'De la clínica.' });
  });

  it('P10.423 users cannot change the text while the file sets it', async () => {
    const legalTexts = { ...DEFAULT_LEGAL_TEXTS, authorisation: FILE_TEXT };
    const other = await startServer('authorisation-file', { legalTexts });
    const user = await other.as('admin');
    expect((await fetchText(user)).is_from_file).toBe(true);
    expect(errorCodeOf(await putText('Otro.', undefined, user))).toBe('requirements_missing');
    await other.stop();
  });
});
