import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Branding } from '#contract/records/branding.ts';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import { StoredStatement, type SignatureStatement } from '#contract/records/evaluation/statements.ts';
import { applyAuthorisationOfFile } from '#server/catalogs/index.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import { DEFAULT_LEGAL_TEXTS } from '#server/platform/settings/legal-texts.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import {
  createEvaluation,
  fetchEvaluationDetail,
  evaluationBody,
  idempotencyHeader,
} from '../support/capture.ts';
import {
  type ClinicalFixture,
  signedVersionsOf,
  saveNotes,
  saveOrders,
  seedClinicalFixture,
  sign,
} from '../support/clinical.ts';
import { confirmedContent, consentHeaderValueOf, captureHeadersOf } from '../support/consent.ts';
import { mediaParts, sha256 } from '../support/files/multipart.ts';
import { getSignaturePng } from '../support/files/pictures.ts';
import {
  type Caller,
  type Server,
  type Reply,
  responseOf,
  errorCodeOf,
  rejectionOf,
  startServer,
} from '../support/server.ts';

const AUTHORISATION = { version: '3', text: 'Autorizo a la IPS Los Alisos a tratar mis datos. Ñandú.' };
const AUTHORISATION_SHA256 = sha256(Buffer.from(AUTHORISATION.text));

let server: Server;
let statementsFixture: ClinicalFixture;
let receptionist: Caller;
let doctor: Caller;
let drawnPng: Buffer;
beforeAll(async () => {
  const legalTexts = { ...DEFAULT_LEGAL_TEXTS, authorisation: AUTHORISATION };
  server = await startServer('statements', { legalTexts });
  await applyAuthorisationOfFile(toDatabase(server.database.pool), AUTHORISATION);
  statementsFixture = await seedClinicalFixture(server);
  receptionist = await server.as('desk');
  doctor = await server.as('doctor');
  drawnPng = await getSignaturePng();
});
afterAll(() => server.stop());

const STATEMENT_DEVICE_ID = randomUUID();
const sampleStatement: SignatureStatement = {
  signed_at: '2026-11-20T12:05:00.000Z',
  device_id: STATEMENT_DEVICE_ID,
  text: { version: '3', sha256: AUTHORISATION_SHA256 },
  witness: null,
};
const witness = {
  reason: 'otra',
  detail: 'Prefiere no firmar',
  name: 'Íngrid Peña',
  identification_type: 'CE',
  identification_number: '778899',
} as const;

const toAsciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
const statementHeaderOf = (value: unknown) => ({ 'x-signature-statement': toAsciiJson(value) });

const uploadWithHeaders = (
  id: string,
  headers: Record<string, string>,
  type: 'photo' | 'signature' = 'signature',
  by = receptionist,
): Promise<Reply> => by.post(`/evaluations/${id}/media`, { parts: mediaParts(type, drawnPng), headers });
/** Uploads a signature with its statement, by default under a new idempotency key. */
const uploadSignature = (id: string, statement: SignatureStatement, key = idempotencyHeader()) =>
  uploadWithHeaders(id, { ...key, ...statementHeaderOf(statement) });
const newEvaluation = () => createEvaluation(server, receptionist);
const readStatement = async (id: string) =>
  StoredStatement.safeParse(
    (await fetchEvaluationDetail(doctor, id)).media.find(({ type }) => type === 'signature')?.statement,
  ).data;

describe('P10.120 authorisation text that patients sign', () => {
  it('the authorisation text arrives with the branding of the branch, so that a device has the text offline', async () => {
    const branding = responseOf(Branding, await receptionist.get('/me/branding'));
    expect(branding.authorisation).toEqual(AUTHORISATION);
  });

  it('the authorisation text of a version never changes', async () => {
    const db = toDatabase(server.database.pool);
    await applyAuthorisationOfFile(db, AUTHORISATION);
    await expect(applyAuthorisationOfFile(db, { version: '3', text: 'Otras palabras' })).rejects.toThrow(
      /versión 3 .* ya tiene otro texto/,
    );
    await applyAuthorisationOfFile(db, { ...AUTHORISATION, version: '3 bis' });
    for (const change of [
      `update authorisations set text = 'x'`,
      'delete from authorisations',
      'truncate authorisations cascade',
    ])
      await expect(server.database.pool.query(change)).rejects.toThrow('append-only');
  });
});

describe("P10.121 signing statement of a patient's signature", () => {
  it('the server stores the signing statement with the signature, and returns both to the doctor with the signed text', async () => {
    const id = await newEvaluation();
    const lines = await collectNewLogEntries(server, async () =>
      expect((await uploadSignature(id, sampleStatement)).statusCode).toBe(201),
    );
    expect(await readStatement(id)).toEqual({
      ...sampleStatement,
      text: { ...sampleStatement.text, words: AUTHORISATION.text },
    });
    expect(lines).toEqual([
      ['media_added', 'done', { type: 'signature', text_sha256: AUTHORISATION_SHA256, by: 'patient' }],
    ]);
  });

  it('the server stores the signing statement with the witness and the reason, and logs it without names', async () => {
    const id = await newEvaluation();
    const reported = { ...sampleStatement, text: null, witness };
    const lines = await collectNewLogEntries(server, () => uploadSignature(id, reported));
    expect(await readStatement(id)).toEqual(reported);
    expect(lines).toEqual([['media_added', 'done', { type: 'signature', by: 'witness' }]]);
  });

  it('the server stores the signing statement without the signed text if the server never had that text', async () => {
    const id = await newEvaluation();
    const other = { version: '3', sha256: sha256(Buffer.from('otro')) };
    await uploadSignature(id, { ...sampleStatement, text: other });
    expect((await readStatement(id))?.text).toEqual({ ...other, words: null });
  });

  it('a signature that the device sends without a signing statement is stored without one', async () => {
    const id = await newEvaluation();
    await uploadWithHeaders(id, idempotencyHeader());
    expect((await fetchEvaluationDetail(doctor, id)).media).toEqual([
      expect.not.objectContaining({ statement: expect.anything() }),
    ]);
  });

  it("the signing time of a statement is never later than its arrival, because a device's clock may be wrong", async () => {
    const id = await newEvaluation();
    await uploadSignature(id, { ...sampleStatement, signed_at: '2099-01-01T00:00:00Z' });
    expect(Date.parse((await readStatement(id))?.signed_at ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('the signed version includes the signing statement, but not the authorisation text', async () => {
    const id = await newEvaluation();
    await uploadSignature(id, { ...sampleStatement, witness });
    await saveOrders(doctor, id, [{ exam_id: statementsFixture.exams.hearing, result_notes: 'Normal.' }]);
    await saveNotes(doctor, id, [{ note_type: 'concepto', content: 'Apto.' }]);
    expect((await sign(doctor, id, statementsFixture.doctors.signer)).statusCode).toBe(200);
    const [closing] = await signedVersionsOf(server, id);
    expect(closing?.content.media).toEqual([
      expect.objectContaining({ type: 'signature', statement: { ...sampleStatement, witness } }),
    ]);
  });
});

describe('P10.121 S7 signature that is sent again', () => {
  it('the server returns the first response to a signature sent again under its idempotency key, but rejects one with another statement', async () => {
    const id = await newEvaluation();
    const key = idempotencyHeader();
    await uploadSignature(id, sampleStatement, key);
    expect((await uploadSignature(id, sampleStatement, key)).headers['idempotency-status']).toBe('replayed');
    const changed = await uploadSignature(id, { ...sampleStatement, witness }, key);
    expect(rejectionOf(changed)).toEqual([422, 'idempotency_mismatch']);
    expect(rejectionOf(await uploadWithHeaders(id, key))).toEqual([422, 'idempotency_mismatch']);
  });

  it('a signature that is sent again under another idempotency key is accepted with the same statement or without one, and rejected with another statement', async () => {
    const id = await newEvaluation();
    await uploadSignature(id, sampleStatement);
    expect((await uploadSignature(id, sampleStatement)).statusCode).toBe(201);
    expect((await uploadWithHeaders(id, idempotencyHeader())).statusCode).toBe(201);
    expect(errorCodeOf(await uploadSignature(id, { ...sampleStatement, witness }))).toBe('media_exists');
    expect((await readStatement(id))?.witness).toBeNull();
  });

  it('S14 another user can send a signature only with the signing statement that the author’s consent covers', async () => {
    const evaluationKey = randomUUID();
    const admin = await server.as('admin');
    const evaluation = confirmedContent(server, { bytes: '', key: evaluationKey });
    const { 'content-digest': _none, ...captured } = captureHeadersOf(server, evaluation);
    const created = await receptionist.post('/evaluations', {
      json: evaluationBody(server),
      headers: captured,
    });
    const { id } = responseOf(CreatedEvaluation, created);
    const place = { kind: 'signature', evaluationKey, statement: toAsciiJson(sampleStatement) } as const;
    const picture = confirmedContent(server, { bytes: drawnPng, place });
    const headers = {
      ...captureHeadersOf(server, picture),
      'x-consent': await consentHeaderValueOf(server, picture),
    };
    for (const other of [{}, statementHeaderOf({ ...sampleStatement, witness })])
      expect(rejectionOf(await uploadWithHeaders(id, { ...headers, ...other }, 'signature', admin))).toEqual([
        403,
        'consent_invalid',
      ]);
    expect(
      (await uploadWithHeaders(id, { ...headers, ...statementHeaderOf(sampleStatement) }, 'signature', admin))
        .statusCode,
    ).toBe(201);
  });
});

describe('P10.121 invalid signing statement', () => {
  const changedStatement = (change: object) => toAsciiJson({ ...sampleStatement, ...change });
  let unsigned: string;
  beforeAll(async () => {
    unsigned = await newEvaluation();
  });

  it.each([
    ['no JSON', 'hola'],
    ['no object', '[]'],
    ['nothing said', changedStatement({ text: null })],
    ['an absurd version', changedStatement({ text: { ...sampleStatement.text, version: 'v'.repeat(41) } })],
    [
      'a version that is not seen',
      changedStatement({ text: { ...sampleStatement.text, version: '\u200b' } }),
    ],
    ['no digest', changedStatement({ text: { version: '3', sha256: 'x' } })],
    ['no instant', changedStatement({ signed_at: 'ayer' })],
    ['no device', changedStatement({ device_id: 'tableta' })],
    ['no name', changedStatement({ witness: { ...witness, name: ' ' } })],
    ['a name that is too long', changedStatement({ witness: { ...witness, name: 'x'.repeat(121) } })],
    ['an unknown reason', changedStatement({ witness: { ...witness, reason: 'porque_si' } })],
    ['another reason without words', changedStatement({ witness: { ...witness, detail: null } })],
    ['more than a header may have', `${toAsciiJson(sampleStatement)}${' '.repeat(4_000)}.`],
  ])('the server rejects this signing statement: %s', async (_what, value) => {
    const reply = await uploadWithHeaders(unsigned, {
      ...idempotencyHeader(),
      'x-signature-statement': value,
    });
    expect(rejectionOf(reply)).toEqual([400, 'malformed_request']);
    expect((await fetchEvaluationDetail(doctor, unsigned)).media).toEqual([]);
  });

  it('the server rejects a signing statement with a text that the database cannot store', async () => {
    const reported = { ...sampleStatement, witness: { ...witness, name: 'Ana\0' } };
    expect((await uploadSignature(unsigned, reported)).statusCode).toBe(400);
  });

  it('the server rejects a photo with a signing statement', async () => {
    const reply = await uploadWithHeaders(
      unsigned,
      { ...idempotencyHeader(), ...statementHeaderOf(sampleStatement) },
      'photo',
    );
    expect(rejectionOf(reply)).toEqual([400, 'malformed_request']);
  });
});

describe('P10.203 signature for which the patient accepted no text', () => {
  const WORDS = 'Sin texto aceptado';
  const fetchSignatures = async (id: string) =>
    (await fetchEvaluationDetail(doctor, id)).media.find(({ type }) => type === 'signature')?.without_text;
  const historyOf = async (id: string) => {
    const order = [{ exam_id: statementsFixture.exams.hearing, result_notes: 'Normal.' }];
    await saveOrders(doctor, id, order);
    await saveNotes(doctor, id, [{ note_type: 'concepto', content: 'Apta.' }]);
    expect((await sign(doctor, id, statementsFixture.doctors.plain)).statusCode).toBe(200);
    return pdfTextOf((await doctor.get(`/evaluations/${id}/clinical-history`)).rawPayload);
  };

  it('P10.203 when the patient accepted no text for a signature although the clinic has one, the doctor sees this and the clinical history prints it', async () => {
    const untold = await newEvaluation();
    await uploadWithHeaders(untold, idempotencyHeader());
    await uploadWithHeaders(untold, idempotencyHeader(), 'photo');
    expect(await fetchSignatures(untold)).toBe(true);
    expect(await historyOf(untold)).toContain(WORDS);
    const accepted = await newEvaluation();
    await uploadSignature(accepted, sampleStatement);
    expect(await fetchSignatures(accepted)).toBeUndefined();
    expect(await historyOf(accepted)).not.toContain(WORDS);
  });

  it('P10.203 the server reports no missing accepted text for a signature from a time when the clinic had no text', async () => {
    const id = await newEvaluation();
    await uploadWithHeaders(id, idempotencyHeader());
    await server.database.pool.query(
      `update media set captured_at = captured_at - interval '1 year' where evaluation_id = $1`,
      [id],
    );
    expect(await fetchSignatures(id)).toBeUndefined();
  });
});
