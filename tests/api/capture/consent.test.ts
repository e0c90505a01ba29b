import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isValidConsentHmac } from '#server/platform/access/consent.ts';
import { readActivityLog, lastLogSequence } from '../support/activity.ts';
import { countRows, evaluationBody } from '../support/capture.ts';
import {
  type ConfirmedContent,
  captureHeadersOf,
  confirmedEvaluation,
  consentHeaderValueOf,
  consentedHeaders,
  createdEvaluationIdOf,
  headersWithConsent,
  postEvaluationBytes,
  readAuthorship,
} from '../support/consent.ts';
import { type Caller, type Server, type Reply, rejectionOf, startServer } from '../support/server.ts';

let server: Server;
/** Author who confirmed the evaluation; `colleague` is a user of the same branch who sends it. */
let receptionist: Caller;
let colleague: Caller;
beforeAll(async () => {
  server = await startServer('consent');
  receptionist = await server.as('desk');
  colleague = await server.as('admin');
});
afterAll(() => server.stop());

const createEvaluationContent = (fields?: Partial<ConfirmedContent>) => confirmedEvaluation(server, fields);
const sendWithConsent = async (by: Caller, content: ConfirmedContent): Promise<Reply> =>
  postEvaluationBytes(by, content, await consentedHeaders(server, content));

describe('S14 sending another user’s evaluation', () => {
  it('an evaluation that a colleague sends has the capturing user as author, and the colleague as sender', async () => {
    const { users } = server.clinic;
    const before = await lastLogSequence(server);
    const reply = await sendWithConsent(colleague, createEvaluationContent());
    expect([reply.statusCode, reply.headers['idempotency-status']]).toEqual([201, 'stored']);
    expect(await readAuthorship(server, 'evaluations', createdEvaluationIdOf(reply))).toEqual({
      created_by: users.desk,
      sent_by: users.admin,
    });
    expect(await readActivityLog(server, before)).toMatchObject([
      { action: 'evaluation_created', user_id: users.admin, detail: { captured_by: users.desk } },
    ]);
  });

  it('the server stores no sender when the author sends the evaluation', async () => {
    const content = createEvaluationContent();
    const reply = await postEvaluationBytes(receptionist, content, captureHeadersOf(server, content));
    expect(await readAuthorship(server, 'evaluations', createdEvaluationIdOf(reply))).toEqual({
      created_by: server.clinic.users.desk,
      sent_by: null,
    });
    expect((await readActivityLog(server)).at(-1)?.detail).toEqual({});
  });

  it('the server stores the author’s consent to sending, and its proof, permanently', async () => {
    const { pool } = server.database;
    const content = createEvaluationContent();
    await sendWithConsent(colleague, content);
    const { rows } = await pool.query<{ terms: string[]; hmac: Buffer; vault_key: Buffer }>(
      `select terms, hmac, vault_key from consents join users on users.id = captured_by
        where key = $1 and captured_by = $2 and sent_by = $3 and consented_at = $4`,
      [content.key, server.clinic.users.desk, server.clinic.users.admin, content.consentedAt],
    );
    expect(rows).toHaveLength(1);
    for (const { terms, hmac, vault_key } of rows)
      expect(isValidConsentHmac(vault_key, terms, hmac)).toBe(true);
    for (const change of ['update consents set key = key', 'delete from consents', 'truncate consents'])
      await expect(pool.query(change)).rejects.toThrow('append-only');
  });

  it('the author’s consent to sending stays valid after the author was suspended and lost permissions and branch', async () => {
    const { pool } = server.database;
    const content = createEvaluationContent({ person: 'suspended' });
    await pool.query('update users set branch_id = null where id = $1', [server.clinic.users.suspended]);
    await pool.query('delete from user_permissions where user_id = $1', [server.clinic.users.suspended]);
    expect((await sendWithConsent(colleague, content)).statusCode).toBe(201);
  });

  it('a user who sends another user’s evaluation needs the permission to register patients', async () => {
    const reply = await sendWithConsent(await server.as('nobody'), createEvaluationContent());
    expect(rejectionOf(reply)).toEqual([403, 'forbidden']);
  });

  it('a user who sends another user’s evaluation must be allowed to act for its branch', async () => {
    const reply = await sendWithConsent(await server.as('deskMedellin'), createEvaluationContent());
    expect(rejectionOf(reply)).toEqual([403, 'branch_forbidden']);
  });
});

describe('S7 single creation of an evaluation with several senders', () => {
  it.each([
    ['the colleague, then the capturer', () => [colleague, receptionist]],
    ['the capturer, then the colleague', () => [receptionist, colleague]],
    ['two colleagues', () => [colleague, colleague]],
  ])('the server creates one evaluation when the senders are %s', async (_order, senders) => {
    const content = createEvaluationContent();
    const before = await countRows(server, 'evaluations');
    const replies: Reply[] = [];
    for (const sender of senders()) replies.push(await sendWithConsent(sender, content));
    expect(replies.map(({ headers }) => headers['idempotency-status'])).toEqual(['stored', 'replayed']);
    expect(new Set(replies.map(createdEvaluationIdOf)).size).toBe(1);
    expect(await countRows(server, 'evaluations')).toBe(before + 1);
  });

  it('when several users send an evaluation at the same time, the server creates one; the other requests get its response or a 409', async () => {
    const content = createEvaluationContent();
    const before = await countRows(server, 'evaluations');
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, index) => sendWithConsent(index % 2 ? receptionist : colleague, content)),
    );
    expect(replies.filter(({ headers }) => headers['idempotency-status'] === 'stored')).toHaveLength(1);
    for (const reply of replies) expect([201, 409]).toContain(reply.statusCode);
    expect(await countRows(server, 'evaluations')).toBe(before + 1);
  });

  it('after a colleague sent an evaluation under their own name, the server rejects the author’s request as already registered and leaves its idempotency key free', async () => {
    const content = createEvaluationContent();
    const { 'x-captured-by': _author, ...own } = captureHeadersOf(server, content);
    expect((await postEvaluationBytes(colleague, content, own)).headers['idempotency-status']).toBe('stored');
    expect(rejectionOf(await sendWithConsent(receptionist, content))).toEqual([409, 'already_registered']);
    const later = { ...content, captureId: randomUUID() };
    expect((await sendWithConsent(receptionist, later)).headers['idempotency-status']).toBe('stored');
  });
});

describe('S14 request without a valid consent of the author', () => {
  let before: number[];
  const counts = () =>
    Promise.all(['evaluations', 'idempotency_keys', 'consents'].map((table) => countRows(server, table)));
  beforeEach(async () => {
    before = await counts();
  });
  const expectRejected = async (reply: Reply, code = 'consent_invalid') => {
    expect(rejectionOf(reply)).toEqual([403, code]);
    expect(await counts()).toEqual(before);
  };

  it('the server rejects another user’s evaluation without the author’s consent, with the code `session_of_another`', async () => {
    const content = createEvaluationContent();
    await expectRejected(
      await postEvaluationBytes(colleague, content, captureHeadersOf(server, content)),
      'session_of_another',
    );
  });

  it.each<[string, () => Partial<ConfirmedContent>]>([
    ['content', () => ({ bytes: JSON.stringify(evaluationBody(server)) })],
    ['key', () => ({ key: randomUUID() })],
    ['time of the capture', () => ({ capturedAt: '2026-01-01T08:00:00.000Z' })],
    ['branch', () => ({ branchId: server.clinic.branches.medellin })],
    ['time of the consent', () => ({ consentedAt: '2026-01-01T08:00:00.000Z' })],
    ['person', () => ({ person: 'doctor' })],
  ])('the server rejects an evaluation whose %s differs from the author’s consent', async (_what, change) => {
    const content = createEvaluationContent();
    const [, , hmac = ''] = (await consentHeaderValueOf(server, content)).split(' ');
    const changed = { ...content, ...change() };
    const consent = `v1 ${changed.consentedAt} ${hmac}`;
    await expectRejected(
      await postEvaluationBytes(colleague, changed, headersWithConsent(server, changed, consent)),
    );
  });

  it('the server rejects an evaluation in the author’s name with a consent that the sender made', async () => {
    const content = createEvaluationContent();
    const consent = await consentHeaderValueOf(server, { ...content, person: 'admin' });
    await expectRejected(
      await postEvaluationBytes(colleague, content, headersWithConsent(server, content, consent)),
    );
  });

  it.each(['idempotency-key', 'x-branch-id', 'x-captured-at', 'content-digest'])(
    'the server rejects an evaluation that has the author’s consent but lacks the header %s',
    async (header) => {
      const content = createEvaluationContent();
      const headers = await consentedHeaders(server, content);
      delete headers[header];
      await expectRejected(await postEvaluationBytes(colleague, content, headers));
    },
  );

  it.each(['', 'v1', 'v2 2026-01-01T08:00:00.000Z ' + 'a'.repeat(64), `v1 ayer ${'a'.repeat(64)}`])(
    'the server rejects an evaluation with the malformed consent %j',
    async (consent) => {
      const content = createEvaluationContent();
      await expectRejected(
        await postEvaluationBytes(colleague, content, headersWithConsent(server, content, consent)),
      );
    },
  );

  it.each(['no-es-un-id', randomUUID(), ''])(
    'the server rejects an evaluation with a consent of the unknown user %j',
    async (person) => {
      const content = createEvaluationContent();
      const headers = { ...(await consentedHeaders(server, content)), 'x-captured-by': person };
      await expectRejected(await postEvaluationBytes(colleague, content, headers));
    },
  );

  it('a user without the author’s valid consent does not get the stored response to the author’s request', async () => {
    const content = createEvaluationContent();
    await postEvaluationBytes(receptionist, content, captureHeadersOf(server, content));
    before = await counts();
    await expectRejected(
      await postEvaluationBytes(colleague, content, captureHeadersOf(server, content)),
      'session_of_another',
    );
    const forged = headersWithConsent(server, content, `v1 ${content.consentedAt} ${'0'.repeat(64)}`);
    await expectRejected(await postEvaluationBytes(colleague, content, forged));
  });
});

// This test is last, because it advances the clock by more than a year, which ends all sessions.
describe('S14 tablet found after a year', () => {
  it('the server accepts an author’s consent to sending that is a year old', async () => {
    server.clock.now = new Date(Date.now() + 400 * 24 * 60 * 60_000);
    const late = await server.signIn('admin');
    expect((await sendWithConsent(late, createEvaluationContent())).statusCode).toBe(201);
    server.clock.now = null;
  });
});
