import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SendResult } from '#domain/outbox/outcome.ts';
import type { ClaimedItem, Sender } from '#domain/outbox/ports.ts';
import { EVALUATION_SCHEMA_HASH, evaluationCacheKey } from '../../reads/evaluations/evaluations.ts';
import { isCached, cacheJson } from '#storage/cache/cache.ts';
import {
  recordIdempotencySupport,
  areCorrectionsPossiblySupported,
} from '#storage/database/server-traits.ts';
import { db } from '#storage/database/database.ts';
import { listEntries } from '#storage/outbox/entries.ts';
import { outboxStore } from '#storage/outbox/sending/outbox-store.ts';
import {
  listAllReceipts,
  ANA_ID,
  BRANCH_ID,
  claimDueItem,
  confirmNewEntry,
  deliverNextItem,
  REMOTE_EVALUATION_ID,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { typeAndConfirmCorrection, CORRECTION_REASON } from '#tests/support/device/corrections.ts';
import { outboxSender } from './sender.ts';
import { drain } from './drain.ts';
import { RequestLimiter } from './request-limiter.ts';

const MINES_EMPLOYER_ID = '77777777-7777-4777-8777-777777777777';
const EVALUATION_PATH = `/api/v1/evaluations/${REMOTE_EVALUATION_ID}`;

interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Headers;
}
const sentRequests: SentRequest[] = [];

const HEALTH_BODY = { service: 'ventanilla', status: 'ok', now: new Date().toISOString() };
const minesCompany = { id: MINES_EMPLOYER_ID, name: 'Minas', code: 'M1' };
const registrationResponseBody = {
  id: REMOTE_EVALUATION_ID,
  status: 'pendiente',
  started_at: '2026-11-28T10:00:00.000Z',
  patient: {
    id: MINES_EMPLOYER_ID,
    identification_type: 'CC',
    identification_number: '1',
    first_name: 'Zoraida',
    last_name: 'Quiñones',
  },
  evaluation_type: minesCompany,
  employer_company: minesCompany,
  contractor_company: null,
  additional_info: null,
  pictures: [],
  corrections: [],
};

let createResponse: () => Response = () => new Response();

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
  await recordIdempotencySupport('kept');
  outboxSender.begin();
  sentRequests.length = 0;
  const headers = { 'idempotency-status': 'stored' };
  createResponse = () => Response.json(registrationResponseBody, { headers });
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    const { pathname: path } = new URL(input, 'http://desk.test');
    sentRequests.push({
      method: init.method ?? '',
      path,
      body: init.body,
      headers: new Headers(init.headers),
    });
    if (path.endsWith('/registration')) return Promise.resolve(createResponse());
    if (path.endsWith('/health')) return Promise.resolve(Response.json(HEALTH_BODY));
    return Promise.resolve(Response.json({ id: crypto.randomUUID() }, { status: 201, headers }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const sendNextItem = async () => (await outboxSender.prepare(await claimDueItem())).send();

async function queueCorrection(retaken: readonly ('photo' | 'signature')[] = []): Promise<void> {
  const entryId = await confirmNewEntry('1');
  for (let nth = 0; nth < 3; nth += 1) await deliverNextItem(REMOTE_EVALUATION_ID);
  await typeAndConfirmCorrection(entryId, { form: { employer_company_id: MINES_EMPLOYER_ID }, retaken });
}

describe('S30 sending a correction', () => {
  it('P10.282 P10.284 P10.287 the device sends a correction as PATCH with its own idempotency key and capture id, then its pictures, and deletes the cached evaluation', async () => {
    await queueCorrection(['photo']);
    const reader = { ownerId: ANA_ID, branchId: BRANCH_ID };
    const place = evaluationCacheKey(REMOTE_EVALUATION_ID);
    const kept = { evaluation: {}, etag: null, shape: EVALUATION_SCHEMA_HASH };
    await cacheJson(reader, place, kept, { fetchedAt: 1, opened: true });
    const lead = await claimDueItem();
    expect(await (await outboxSender.prepare(lead)).send()).toEqual({
      type: 'accepted',
      remoteId: REMOTE_EVALUATION_ID,
    });
    const [entry] = await listEntries(ANA_ID, { limit: 9 });
    expect(sentRequests).toMatchObject([{ method: 'PATCH', path: `${EVALUATION_PATH}/registration` }]);
    expect(JSON.parse(String(sentRequests[0]?.body))).toEqual({
      reason: CORRECTION_REASON,
      employer_company_id: MINES_EMPLOYER_ID,
      pictures: ['photo'],
    });
    expect(sentRequests[0]?.headers.get('x-capture-id')).toBe(entry?.id);
    expect(sentRequests[0]?.headers.get('idempotency-key')).toBe(entry?.items[0]?.key);
    expect(sentRequests[0]?.headers.get('x-captured-by')).toBe(ANA_ID);
    expect(sentRequests[0]?.headers.get('content-digest')).toMatch(/^sha-256=/);
    expect(await isCached(reader, place)).toBe(false);
    await outboxStore.settle(lead, { type: 'deliver', remoteId: REMOTE_EVALUATION_ID }, Date.now());
    await sendNextItem();
    expect(sentRequests[1]).toMatchObject({ method: 'POST', path: `${EVALUATION_PATH}/media` });
    expect(sentRequests[1]?.headers.get('x-capture-id')).toBe(entry?.id);
  });

  it("P10.285 the device rejects a correction itself when the server does not offer corrections; otherwise the server's own rejection is shown", async () => {
    await queueCorrection();
    const claimed = await claimDueItem();
    const send = async () => (await outboxSender.prepare(claimed)).send();
    for (const [status, code] of [
      [404, 'not_found'],
      [409, 'evaluation_closed'],
    ] as const) {
      createResponse = () => Response.json({ message: 'No', code, details: [] }, { status });
      expect(await send()).toMatchObject({ type: 'error', refusal: { status, code } });
      expect(await areCorrectionsPossiblySupported(Date.now())).toBe(true);
    }
    for (const lacking of [
      ...[404, 405, 501].map((status) => () => new Response(null, { status })),
      () => Response.json({ message: 'Not Found' }, { status: 404 }),
    ]) {
      await deleteServerTraits();
      await recordIdempotencySupport('kept');
      createResponse = lacking;
      expect(await send()).toMatchObject({ type: 'error', refusal: { status: 0, code: 'no_corrections' } });
      expect(await areCorrectionsPossiblySupported(Date.now())).toBe(false);
      expect(await areCorrectionsPossiblySupported(Date.now() + 2 * 86_400_000)).toBe(true);
      expect(
        await areCorrectionsPossiblySupported(Date.now() - 10 * 86_400_000),
        'a clock that was set back',
      ).toBe(true);
    }
  });

  it('P10.285 the device rejects a correction without a request when its registration is not on the device', async () => {
    await queueCorrection();
    const claimed: ClaimedItem = { ...(await claimDueItem()), evaluationId: null };
    const result = await (await outboxSender.prepare(claimed)).send();
    expect(result).toMatchObject({ type: 'error', refusal: { status: 0, code: 'original_missing' } });
    expect(sentRequests).toEqual([]);
  });

  it.each(['ignored', 'unknown'] as const)(
    "S23 P10.286 the device sends a correction again when the server's support of idempotency keys is %s, because its values stay the same",
    async (treatment) => {
      await queueCorrection();
      if (treatment === 'ignored') await recordIdempotencySupport(treatment);
      else await deleteServerTraits();
      outboxSender.begin();
      const first = await claimDueItem();
      await (await outboxSender.prepare(first)).send();
      await outboxStore.settle(first, NO_RESPONSE_EVENT, Date.now() - 100_000);
      expect(await sendNextItem()).toMatchObject({ type: 'accepted' });
      expect(sentRequests.map(({ method }) => method)).toEqual(['PATCH', 'PATCH']);
      expect(new Set(sentRequests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    },
  );
});

const NO_RESPONSE_EVENT = { type: 'defer', cause: 'no_answer', retryAfter: null, jitter: 0 } as const;
const deleteServerTraits = () => db.device.delete('provider-traits');

describe('S30 drain', () => {
  it('P10.282 a drain sends the registration, then the correction that was confirmed in the meantime, then all pictures', async () => {
    const entryId = await confirmNewEntry('1');
    const order: string[] = [];
    const scripted: Sender = {
      begin: () => undefined,
      prepare: (claimed) =>
        Promise.resolve({
          size: 100,
          send: async (): Promise<SendResult> => {
            order.push(claimed.item.kind);
            if (claimed.item.kind === 'evaluation')
              await typeAndConfirmCorrection(entryId, {
                form: { employer_company_id: MINES_EMPLOYER_ID },
                retaken: ['photo'],
              });
            return { type: 'accepted', remoteId: REMOTE_EVALUATION_ID };
          },
        }),
      probe: () => Promise.resolve({ reached: true }),
    };
    const traffic = new RequestLimiter(Date.now);
    const ports = { store: outboxStore, courier: scripted, now: Date.now, jitter: () => 0.5, traffic };
    expect(await drain(ANA_ID, ports)).toBe('drained');
    expect(order[0]).toBe('evaluation');
    expect(order.toSorted()).toEqual(['correction', 'evaluation', 'photo', 'signature']);
    expect(order.indexOf('correction')).toBe(1);
    expect(
      (await listAllReceipts()).map(({ kind, evaluationId }) => `${kind} ${evaluationId}`).sort(),
    ).toEqual([`correction ${REMOTE_EVALUATION_ID}`, `registration ${REMOTE_EVALUATION_ID}`]);
  });
});
