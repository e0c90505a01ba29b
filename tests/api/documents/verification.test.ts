import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Verification, VerificationKey } from '#contract/records/evaluation/verification.ts';
import { parseQrFragment } from '#domain/verification/document-signature.ts';
import { contentDigest } from '#server/documents/content/canonical.ts';
import { createPrintedVerification } from '#server/documents/commands/sign-document.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import { MAX_VERIFICATIONS_PER_CLIENT } from '#server/platform/http/callers/public-limits.ts';
import type { ReportInput } from '#server/documents/reports/input/input.ts';
import { verifyQrFragment } from '../../../src/verification/verify-signature.ts';
import {
  type ClinicalFixture,
  signedVersionsOf,
  saveDecisions,
  seedReadyEvaluation,
  reopen,
  saveNotes,
  saveOrders,
  seedClinicalFixture,
  sign,
  seedSignedEvaluation,
} from '../support/clinical.ts';
import {
  type Caller,
  type Server,
  responseOf,
  rejectionOf,
  startReplica,
  startServer,
} from '../support/server.ts';

const renderRequests: ReportInput[] = [];
const FAKE_PDF = Buffer.from('%PDF-1.7 de prueba');
const fakeRenderer = {
  render: async (_kind: string, input: ReportInput) => {
    renderRequests.push(input);
    return FAKE_PDF;
  },
  renderOffice: () => Promise.reject(new Error('not used')),
  waiting: () => 0,
  close: async () => undefined,
};
let server: Server;
let clinicalFixture: ClinicalFixture;
let doctor: Caller;
/** Id of a signed evaluation that no test reopens; `signedDocumentCode` is the code of its document. */
let signedEvaluationId: string;
let signedDocumentCode: string;
beforeAll(async () => {
  server = await startServer('verification', {
    reports: fakeRenderer,
    publicUrl: new URL('https://ventanilla.example.com'),
  });
  clinicalFixture = await seedClinicalFixture(server);
  doctor = await server.as('doctor');
  signedEvaluationId = await seedSignedEvaluation(server, clinicalFixture);
  signedDocumentCode = await newestDocumentCodeOf(signedEvaluationId);
});
afterAll(() => server.stop());

async function signedDocumentsOf(id: string) {
  return (await signedVersionsOf(server, id)).map(({ content: { document } }) => {
    if (!document) throw new Error('A closing without its number');
    return document;
  });
}
async function readLetterhead() {
  const { rows } = await server.database.pool.query<object>(
    `select companies.name as clinic, branches.nit, branches.name as branch from branches
      join companies on companies.id = company_id where branches.id = $1`,
    [server.clinic.branches.bogota],
  );
  return rows[0];
}
const newestDocumentCodeOf = async (id: string) => (await signedDocumentsOf(id)).at(-1)?.code ?? '';
// Each request comes from a different network address, because a separate test covers the rate limit.
let lastNetworkAddress = 0;
const requestVerification = (code: string) => {
  lastNetworkAddress += 1;
  return server.anonymous.get(`/verifications/${encodeURIComponent(code)}`, {
    'x-forwarded-for': `10.1.${lastNetworkAddress >> 8}.${lastNetworkAddress & 255}`,
  });
};
const fetchVerification = async (code: string) => responseOf(Verification, await requestVerification(code));

describe('P10.115 verification by code', () => {
  it('P10.112 P10.266 a verification returns issuer, doctor, number, day, type, company, aptitude, state and the masked name of the patient', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    await saveNotes(doctor, id, [{ note_type: 'concepto', content: 'No apto, zqnota.' }]);
    await saveDecisions(doctor, id, {
      aptitude: 'apto_recomendaciones',
      referral: { to: 'eps', reason: 'zqmotivo' },
      restrictions: [{ what: 'zqrestricción', from: '2026-03-05', to: null }],
    });
    await saveOrders(doctor, id, [{ exam_id: clinicalFixture.exams.sight, result_notes: 'zqresultado' }]);
    await sign(doctor, id, clinicalFixture.doctors.signer);
    await doctor.get(`/evaluations/${id}/concept-pdf`);
    const [closing] = await signedVersionsOf(server, id);
    const reply = await requestVerification(await newestDocumentCodeOf(id));
    const reported = responseOf(Verification, reply);
    expect(Object.keys(reply.json<object>()).slice(0, 2)).toEqual(['issuer', 'doctor']);
    expect(reported).toMatchObject({
      issuer: await readLetterhead(),
      doctor: { name: 'Dra. Nury Peña', license_number: 'LIC-1' },
      predates_choice: false,
      number: closing?.content.document?.number,
      evaluation_type: 'Ingreso',
      company: 'Constructora Peña Álvarez (DEMO)',
      patient: 'A*** G***',
      document_ending: closing?.content.patient.identification_number.slice(-3),
      verdict: 'apto_recomendaciones',
      state: 'vigente',
      replaced_by: null,
      fingerprint: closing?.content_sha256.slice(0, 12),
      concept_sha256: createHash('sha256').update(FAKE_PDF).digest('hex'),
    });
    for (const secret of ['zq', 'Audio', 'Visio', id, closing?.content.patient.identification_number])
      expect(reply.body).not.toContain(secret);
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('a verification ignores case and hyphens of the code, and accepts letters that look like digits', async () => {
    const typed = `${signedDocumentCode.slice(0, 4)}-${signedDocumentCode.slice(4)}`
      .toLowerCase()
      .replaceAll('0', 'o')
      .replaceAll('1', 'l');
    expect((await fetchVerification(typed)).code.replaceAll('-', '')).toBe(signedDocumentCode);
  });

  it('unknown and malformed verification codes get the same response; a document number, id or fingerprint finds no document', async () => {
    const [closing] = await signedVersionsOf(server, signedEvaluationId);
    const unknown = await requestVerification('7KQ2-9M4X-HJ3V');
    for (const typed of [
      'ZZZZ-ZZZZ-ZZZZ',
      'hola',
      '7KQ2',
      '%00',
      `' or true --`,
      '🙂',
      'BOG-2026-000001',
      closing?.content.document?.number,
      signedEvaluationId,
      closing?.content_sha256,
    ]) {
      const reply = await requestVerification(String(typed));
      expect([typed, reply.statusCode, reply.body]).toEqual([typed, 404, unknown.body]);
    }
  });

  it.each([
    ['an address', ['10.9.9.9', '10.9.9.9', '10.9.9.9'], '10.9.9.8'],
    // Addresses of one IPv6 /64 share one limit.
    ['a /64 of IPv6', ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2::3'], '2001:db8:1:3::1'],
  ])(
    'all servers together allow %s at most sixty verifications in five minutes; other addresses are not affected',
    async (_what, from, other) => {
      const { pool } = server.database;
      const replica = await startReplica(server, {
        publicUrl: new URL('https://ventanilla.example.com'),
      });
      const [first, last, more] = from.map((at) => ({ 'x-forwarded-for': at }));
      const unknown = '/verifications/ZZZZ-ZZZZ-ZZZZ';
      await pool.query('truncate attempts');
      expect((await server.anonymous.get(unknown, first)).statusCode).toBe(404);
      await pool.query('update attempts set tried = $1', [MAX_VERIFICATIONS_PER_CLIENT - 1]);
      expect((await replica.anonymous.get(unknown, last)).statusCode).toBe(404);
      const refused = await server.anonymous.get(unknown, more);
      expect(rejectionOf(refused)).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await server.anonymous.get(unknown, { 'x-forwarded-for': other })).statusCode).toBe(404);
      await replica.stop();
    },
  );

  it('the server does not verify a signed version that was changed in the database', async () => {
    const { pool } = server.database;
    const id = await seedSignedEvaluation(server, clinicalFixture);
    await pool.query('alter table closings disable trigger closings_append_only');
    await pool.query(
      `update closings set content = jsonb_set(content, '{notes,0,content}', '"No apto."') where evaluation_id = $1`,
      [id],
    );
    await pool.query('alter table closings enable trigger closings_append_only');
    expect(rejectionOf(await requestVerification(await newestDocumentCodeOf(id)))).toEqual([500, 'internal']);
  });
});

describe('P10.266 version signed before doctors chose the aptitude', () => {
  it('P10.266 the verification of a version signed before doctors chose the aptitude states no aptitude, whatever the notes say, and gives the reason', async () => {
    const { pool } = server.database;
    const id = await seedSignedEvaluation(server, clinicalFixture);
    const [closing] = await signedVersionsOf(server, id);
    const { decisions: _decisions, ...content } = closing?.content ?? {};
    await pool.query('alter table closings disable trigger closings_append_only');
    await pool.query('update closings set content = $2, content_sha256 = $3 where evaluation_id = $1', [
      id,
      content,
      contentDigest(content),
    ]);
    await pool.query('alter table closings enable trigger closings_append_only');
    expect(await fetchVerification(await newestDocumentCodeOf(id))).toMatchObject({
      verdict: 'otro',
      predates_choice: true,
    });

    const unchosen = await seedReadyEvaluation(server, clinicalFixture);
    await saveDecisions(doctor, unchosen, { aptitude: null });
    await sign(doctor, unchosen, clinicalFixture.doctors.signer);
    expect(await fetchVerification(await newestDocumentCodeOf(unchosen))).toMatchObject({
      verdict: 'otro',
      predates_choice: false,
    });
  });
});

describe('P10.116 state of a signed version', () => {
  it('a signed version is vigente; a reopening makes it anulada, and the next version makes it reemplazada, with the new number', async () => {
    const id = await seedSignedEvaluation(server, clinicalFixture);
    const [first] = await signedDocumentsOf(id);
    expect(await fetchVerification(first?.code ?? '')).toMatchObject({ state: 'vigente', replaced_by: null });
    await reopen(doctor, id);
    expect(await fetchVerification(first?.code ?? '')).toMatchObject({ state: 'anulada', replaced_by: null });
    await sign(doctor, id, clinicalFixture.doctors.plain);
    const second = (await signedDocumentsOf(id))[1];
    expect(await fetchVerification(first?.code ?? '')).toMatchObject({
      state: 'reemplazada',
      replaced_by: second?.number,
    });
    expect(await fetchVerification(second?.code ?? '')).toMatchObject({ state: 'vigente' });
  });
});

describe('P10.114 QR code of a document', () => {
  const inputOf = async (id: string): Promise<ReportInput> => {
    renderRequests.length = 0;
    await doctor.get(`/evaluations/${id}/clinical-history`);
    const [input] = renderRequests;
    if (!input) throw new Error('The renderer was not asked');
    return input;
  };

  it("the QR code opens the clinic's address, and its signature is verified with the public key alone", async () => {
    const { verification, content_sha256 } = await inputOf(signedEvaluationId);
    const qr = new URL(verification?.online?.qr ?? '');
    expect(qr.origin + qr.pathname).toBe(`https://ventanilla.example.com/v/${signedDocumentCode}`);
    expect(verification?.online?.address).toBe(`ventanilla.example.com/v/${verification?.code}`);
    const key = responseOf(VerificationKey, await server.anonymous.get('/verification-key')).public_key;
    const reported = await fetchVerification(signedDocumentCode);
    expect(await verifyQrFragment(signedDocumentCode, qr.hash, key)).toEqual({
      type: 'signed',
      facts: {
        number: reported.number,
        day: reported.closed_on,
        version: 2,
        ending: reported.document_ending,
        verdict: reported.verdict,
        patient: reported.patient,
        fingerprint: content_sha256.slice(0, 12),
      },
    });
    expect(parseQrFragment(qr.hash)?.facts.number).toBe(verification?.number);
  });

  it('a document has no QR code without a public address; a version of an early release has no verification data', async () => {
    const { closing, content_sha256, verification } = await inputOf(signedEvaluationId);
    const bare = { db: toDatabase(server.database.pool), publicUrl: null };
    const { number, code } = verification ?? {};
    expect(await createPrintedVerification(bare, { closing, content_sha256 })).toEqual({
      number,
      code,
      online: null,
    });
    const { document: _none, ...before } = closing;
    expect(await createPrintedVerification(bare, { closing: before, content_sha256 })).toBeNull();
  });

  it('all servers sign documents with one key, which is created once and never changes', async () => {
    const replica = await startReplica(server);
    const keys = await Promise.all(
      [server.anonymous, replica.anonymous].map(
        async (caller) => responseOf(VerificationKey, await caller.get('/verification-key')).public_key,
      ),
    );
    await replica.stop();
    expect(keys[0]).toBe(keys[1]);
    for (const statement of [
      `update verification_key set public_key = sha256('x')`,
      'delete from verification_key',
      'truncate verification_key',
    ])
      await expect(server.database.pool.query(statement)).rejects.toThrow('append-only');
  });
});

describe('P10.115 verification page', () => {
  it('the verification page is one file with a separate policy, which allows script and styles by their digests, and sets no cookie', async () => {
    for (const url of ['/v', '/v/', '/v/7KQ2-9M4X-HJ3T', '/v/x?y=1']) {
      const reply = await server.app.inject({ method: 'GET', url });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      });
      expect(reply.headers['set-cookie']).toBeUndefined();
      const policy = String(reply.headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      for (const tag of ['script', 'style']) {
        const inside = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(reply.body)?.[1] ?? '';
        expect(policy).toContain(`'sha256-${createHash('sha256').update(inside).digest('base64')}'`);
      }
      expect(reply.body).not.toMatch(/<script[^>]+src|<link[^>]+stylesheet| style=| onclick=/);
    }
  });
});
