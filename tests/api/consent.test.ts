import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import { isConsentOf } from '#server/access/consent.ts';
import { activityLines, lastLine } from './support/activity.ts';
import { countRows, evaluationBody } from './support/capture.ts';
import { attachmentParts, onlyOrder, pdf, readyEvaluation, seedMedicine } from './support/clinical.ts';
import { type Confirmed, confirmed, consentOf, consentedHeaders, headersOf } from './support/consent.ts';
import { mediaParts } from './support/multipart.ts';
import { photo } from './support/pictures.ts';
import {
  type Caller,
  type Provider,
  type Reply,
  answerOf,
  refusalOf,
  startProvider,
} from './support/provider.ts';

let provider: Provider;
/** User who confirmed, and a colleague of the same branch who sends. */
let desk: Caller;
let colleague: Caller;
beforeAll(async () => {
  provider = await startProvider('consent');
  desk = await provider.as('desk');
  colleague = await provider.as('admin');
});
afterAll(() => provider.stop());

const newContent = (fields: Partial<Confirmed> = {}): Confirmed =>
  confirmed(provider, { bytes: JSON.stringify(evaluationBody(provider)), ...fields });
const post = (by: Caller, { bytes }: Confirmed, headers: Record<string, string>): Promise<Reply> =>
  by.post('/evaluations', { raw: bytes, headers });
const sendWithConsent = async (by: Caller, content: Confirmed): Promise<Reply> =>
  post(by, content, await consentedHeaders(provider, content));

interface Authorship {
  created_by: string;
  sent_by: string | null;
}
async function authorship(table: 'evaluations' | 'media' | 'attachments', id: string): Promise<Authorship> {
  const { rows } = await provider.database.pool.query<Authorship>(
    `select created_by, sent_by from ${table} where id = $1`,
    [id],
  );
  return rows[0] ?? { created_by: '', sent_by: '' };
}
const idOf = (reply: Reply): string => answerOf(CreatedEvaluation, reply).id;

describe('S14 sending another user’s evaluation', () => {
  it('stores the capturer as the author, and the sender next to it', async () => {
    const { users } = provider.clinic;
    const before = await lastLine(provider);
    const reply = await sendWithConsent(colleague, newContent());
    expect([reply.statusCode, reply.headers['idempotency-status']]).toEqual([201, 'stored']);
    expect(await authorship('evaluations', idOf(reply))).toEqual({
      created_by: users.desk,
      sent_by: users.admin,
    });
    expect(await activityLines(provider, before)).toMatchObject([
      { action: 'evaluation_created', user_id: users.admin, detail: { captured_by: users.desk } },
    ]);
  });

  it('stores no sender when the capturer sends', async () => {
    const content = newContent();
    const reply = await post(desk, content, headersOf(provider, content));
    expect(await authorship('evaluations', idOf(reply))).toEqual({
      created_by: provider.clinic.users.desk,
      sent_by: null,
    });
    expect((await activityLines(provider)).at(-1)?.detail).toEqual({});
  });

  it('stores the consent with its proof permanently', async () => {
    const { pool } = provider.database;
    const content = newContent();
    await sendWithConsent(colleague, content);
    const { rows } = await pool.query<{ terms: string[]; hmac: Buffer; vault_key: Buffer }>(
      `select terms, hmac, vault_key from consents join users on users.id = captured_by
        where key = $1 and captured_by = $2 and sent_by = $3 and consented_at = $4`,
      [content.key, provider.clinic.users.desk, provider.clinic.users.admin, content.consentedAt],
    );
    expect(rows).toHaveLength(1);
    for (const { terms, hmac, vault_key } of rows) expect(isConsentOf(vault_key, terms, hmac)).toBe(true);
    for (const change of ['update consents set key = key', 'delete from consents', 'truncate consents'])
      await expect(pool.query(change)).rejects.toThrow('append-only');
  });

  it('works after the capturer was suspended and lost permissions and branch', async () => {
    const { pool } = provider.database;
    const content = newContent({ person: 'suspended' });
    await pool.query('update users set branch_id = null where id = $1', [provider.clinic.users.suspended]);
    await pool.query('delete from user_permissions where user_id = $1', [provider.clinic.users.suspended]);
    expect((await sendWithConsent(colleague, content)).statusCode).toBe(201);
  });

  it('requires the sender’s permission', async () => {
    const reply = await sendWithConsent(await provider.as('nobody'), newContent());
    expect(refusalOf(reply)).toEqual([403, 'forbidden']);
  });

  it('requires a branch for which the sender may act', async () => {
    const reply = await sendWithConsent(await provider.as('deskMedellin'), newContent());
    expect(refusalOf(reply)).toEqual([403, 'branch_forbidden']);
  });
});

describe('S7 single creation with any sender', () => {
  it.each([
    ['the colleague, then the capturer', () => [colleague, desk]],
    ['the capturer, then the colleague', () => [desk, colleague]],
    ['two colleagues', () => [colleague, colleague]],
  ])('creates one evaluation for %s', async (_order, senders) => {
    const content = newContent();
    const before = await countRows(provider, 'evaluations');
    const replies: Reply[] = [];
    for (const sender of senders()) replies.push(await sendWithConsent(sender, content));
    expect(replies.map(({ headers }) => headers['idempotency-status'])).toEqual(['stored', 'replayed']);
    expect(new Set(replies.map(idOf)).size).toBe(1);
    expect(await countRows(provider, 'evaluations')).toBe(before + 1);
  });

  it('creates one evaluation for simultaneous requests; the others wait or get its response', async () => {
    const content = newContent();
    const before = await countRows(provider, 'evaluations');
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, index) => sendWithConsent(index % 2 ? desk : colleague, content)),
    );
    expect(replies.filter(({ headers }) => headers['idempotency-status'] === 'stored')).toHaveLength(1);
    for (const reply of replies) expect([201, 409]).toContain(reply.statusCode);
    expect(await countRows(provider, 'evaluations')).toBe(before + 1);
  });

  it('creates no second one after a colleague sent it under their own name, and leaves the capturer’s key free', async () => {
    const content = newContent();
    const { 'x-captured-by': _author, ...own } = headersOf(provider, content);
    expect((await post(colleague, content, own)).headers['idempotency-status']).toBe('stored');
    expect(refusalOf(await sendWithConsent(desk, content))).toEqual([409, 'already_registered']);
    const later = { ...content, captureId: randomUUID() };
    expect((await sendWithConsent(desk, later)).headers['idempotency-status']).toBe('stored');
  });
});

describe('S14 request without a valid consent', () => {
  let before: number[];
  const counts = () =>
    Promise.all(['evaluations', 'idempotency_keys', 'consents'].map((table) => countRows(provider, table)));
  beforeEach(async () => {
    before = await counts();
  });
  const refused = async (reply: Reply, code = 'consent_invalid') => {
    expect(refusalOf(reply)).toEqual([403, code]);
    expect(await counts()).toEqual(before);
  };

  it('is rejected as the session of another user without a consent', async () => {
    const content = newContent();
    await refused(await post(colleague, content, headersOf(provider, content)), 'session_of_another');
  });

  it.each<[string, () => Partial<Confirmed>]>([
    ['content', () => ({ bytes: JSON.stringify(evaluationBody(provider)) })],
    ['key', () => ({ key: randomUUID() })],
    ['time of the capture', () => ({ capturedAt: '2026-01-01T08:00:00.000Z' })],
    ['branch', () => ({ branchId: provider.clinic.branches.medellin })],
    ['time of the consent', () => ({ consentedAt: '2026-01-01T08:00:00.000Z' })],
    ['person', () => ({ person: 'doctor' })],
  ])('is rejected with another %s than in the consent', async (_what, change) => {
    const content = newContent();
    const [, , hmac = ''] = (await consentOf(provider, content)).split(' ');
    const changed = { ...content, ...change() };
    const headers = { ...headersOf(provider, changed), 'x-consent': `v1 ${changed.consentedAt} ${hmac}` };
    await refused(await post(colleague, changed, headers));
  });

  it('is rejected with the sender’s own consent in the capturer’s name', async () => {
    const content = newContent();
    const consent = await consentOf(provider, { ...content, person: 'admin' });
    await refused(await post(colleague, content, { ...headersOf(provider, content), 'x-consent': consent }));
  });

  it.each(['idempotency-key', 'x-branch-id', 'x-captured-at', 'content-digest'])(
    'is rejected without %s',
    async (header) => {
      const content = newContent();
      const headers = await consentedHeaders(provider, content);
      delete headers[header];
      await refused(await post(colleague, content, headers));
    },
  );

  it.each(['', 'v1', 'v2 2026-01-01T08:00:00.000Z ' + 'a'.repeat(64), `v1 ayer ${'a'.repeat(64)}`])(
    'is rejected with the consent %j',
    async (consent) => {
      const content = newContent();
      await refused(
        await post(colleague, content, { ...headersOf(provider, content), 'x-consent': consent }),
      );
    },
  );

  it.each(['no-es-un-id', randomUUID(), ''])(
    'is rejected with the consent of the unknown user %j',
    async (person) => {
      const content = newContent();
      const headers = { ...(await consentedHeaders(provider, content)), 'x-captured-by': person };
      await refused(await post(colleague, content, headers));
    },
  );

  it('does not get the response that was given to the capturer', async () => {
    const content = newContent();
    await post(desk, content, headersOf(provider, content));
    before = await counts();
    await refused(await post(colleague, content, headersOf(provider, content)), 'session_of_another');
    const forged = {
      ...headersOf(provider, content),
      'x-consent': `v1 ${content.consentedAt} ${'0'.repeat(64)}`,
    };
    await refused(await post(colleague, content, forged));
  });
});

describe('S14 consent for the files of an evaluation', () => {
  async function evaluationOf(key: string): Promise<string> {
    const content = newContent({ key });
    return idOf(await post(desk, content, headersOf(provider, content)));
  }
  const send = async (by: Caller, evaluation: string, picture: Confirmed, consented = picture) =>
    by.post(`/evaluations/${evaluation}/media`, {
      parts: mediaParts('photo', Buffer.from(picture.bytes as string)),
      headers: { ...headersOf(provider, picture), 'x-consent': await consentOf(provider, consented) },
    });

  it('keeps the author of an image, and is valid for its own evaluation only', async () => {
    const [evaluationKey, otherKey] = [randomUUID(), randomUUID()];
    const [own, other] = [await evaluationOf(evaluationKey), await evaluationOf(otherKey)];
    const picture = newContent({ bytes: await photo(), place: { kind: 'photo', evaluationKey } });
    expect(refusalOf(await send(colleague, other, picture))).toEqual([403, 'consent_invalid']);
    const reply = await send(colleague, own, picture);
    expect(reply.statusCode).toBe(201);
    expect(await authorship('media', reply.json<{ id: string }>().id)).toEqual({
      created_by: provider.clinic.users.desk,
      sent_by: provider.clinic.users.admin,
    });
    expect((await send(desk, own, picture)).headers['idempotency-status']).toBe('replayed');
  });

  it('does not accept a photo as a signature', async () => {
    const evaluationKey = randomUUID();
    const own = await evaluationOf(evaluationKey);
    const picture = newContent({ bytes: await photo(), place: { kind: 'photo', evaluationKey } });
    const asSignature = { ...picture, place: { kind: 'signature', evaluationKey } } as const;
    expect(refusalOf(await send(colleague, own, picture, asSignature))).toEqual([403, 'consent_invalid']);
  });

  it('does not add an image to a colleague’s evaluation in the capturer’s name', async () => {
    const content = newContent({ person: 'admin' });
    const theirs = idOf(await post(colleague, content, headersOf(provider, content)));
    const place = { kind: 'photo', evaluationKey: content.key } as const;
    const picture = newContent({ bytes: await photo(), place });
    expect(refusalOf(await send(colleague, theirs, picture))).toEqual([403, 'consent_invalid']);
  });

  it('keeps the author of an attachment, and is valid for its own exam only', async () => {
    const medicine = await seedMedicine(provider);
    const doctor = await provider.as('doctor');
    const [evaluationId, other] = [
      await readyEvaluation(provider, medicine),
      await readyEvaluation(provider, medicine),
    ];
    const examOrderId = await onlyOrder(doctor, evaluationId);
    const place = { kind: 'attachment', evaluationId, examOrderId } as const;
    const file = newContent({ person: 'doctor', bytes: pdf(), place });
    const headers = await consentedHeaders(provider, file);
    const attach = async (evaluation: string, order: string) =>
      colleague.post(`/evaluations/${evaluation}/attachments`, {
        parts: attachmentParts(order, Buffer.from(file.bytes as string)),
        headers,
      });
    expect(refusalOf(await attach(other, await onlyOrder(doctor, other)))).toEqual([403, 'consent_invalid']);
    const reply = await attach(evaluationId, examOrderId);
    expect(reply.statusCode).toBe(201);
    expect(await authorship('attachments', reply.json<{ id: string }>().id)).toEqual({
      created_by: provider.clinic.users.doctor,
      sent_by: provider.clinic.users.admin,
    });
  });
});

// This test comes last, because a sign-in a year later ends the present sessions.
describe('S14 tablet found after a year', () => {
  it('accepts a consent that is a year old', async () => {
    provider.clock.now = new Date(Date.now() + 400 * 24 * 60 * 60_000);
    const late = await provider.signIn('admin');
    expect((await sendWithConsent(late, newContent())).statusCode).toBe(201);
    provider.clock.now = null;
  });
});
