import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordIdempotencySupport } from '#storage/database/server-traits.ts';
import { readItemContent } from '#storage/outbox/sending/outbox-content.ts';
import { sha256Hex } from '#storage/vault/vault.ts';
import {
  ANA_ID,
  claimDueItem,
  confirmNewEntry,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { sessionOf } from '#tests/support/device/servers/session-server.ts';
import {
  createAdditionalField,
  createFieldValue,
  storeAdditionalFields,
} from '#tests/support/screens/additional-fields.ts';
import { db } from '#storage/database/database.ts';
import { forgetSessionKey } from '../../api/session-proofs.ts';
import { outboxSender } from './sender.ts';

const EVALUATION_BODY = {
  patient: { identification_number: '1' },
  additional_fields: [createFieldValue(createAdditionalField(1), 'Sura')],
};
interface SentRequest {
  readonly path: string;
  readonly body: string;
  readonly headers: Headers;
}
let sentRequests: SentRequest[] = [];
/** Response to GET /additional-fields. */
let respondToFieldList: () => Response;

const createNotFoundResponse = () =>
  new Response('<!doctype html>', { status: 404, headers: { 'content-type': 'text/html' } });
const simulateBaseContractServer = () => {
  respondToFieldList = createNotFoundResponse;
};

async function respond(path: string): Promise<Response> {
  if (path.endsWith('/additional-fields')) return respondToFieldList();
  if (path.endsWith('/auth/me')) return Response.json(sessionOf(ANA_ID));
  if (path.endsWith('/evaluations')) return Response.json({ id: crypto.randomUUID() }, { status: 201 });
  return Promise.resolve(createNotFoundResponse());
}

beforeEach(async () => {
  // Moves the clock by an hour, because the module remembers the last response of the server from earlier tests, as a worker
  // does until it stops.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60_000 });
  await wipeDevice();
  // Without this, the client would make its proof with the session key of an earlier test file, and would repeat the request
  // after a 401.
  forgetSessionKey();
  await signInOnDevice(ANA_ID);
  await recordIdempotencySupport('kept');
  outboxSender.begin();
  sentRequests = [];
  respondToFieldList = () => Response.json({ items: [], total_count: 0, page: 1, page_size: 1 });
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    const { pathname } = new URL(input, 'http://desk.test');
    sentRequests.push({
      path: pathname,
      body: typeof init.body === 'string' ? init.body : '',
      headers: new Headers(init.headers),
    });
    return respond(pathname);
  });
  await confirmNewEntry('1', { body: JSON.stringify(EVALUATION_BODY) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function sendNextItem() {
  const claimed = await claimDueItem();
  const result = await (await outboxSender.prepare(claimed)).send();
  const bodies = sentRequests.filter(({ path }) => path.endsWith('/evaluations'));
  const asked = sentRequests.filter(({ path }) => path.endsWith('/additional-fields')).length;
  return { claimed, result, bodies, asked };
}

describe('P10.354 S7 body with additional fields', () => {
  it('P10.354 S7 the device sends the confirmed body without a request for field definitions while its stored definitions are recent', async () => {
    await storeAdditionalFields([createAdditionalField(1)]);
    const { bodies, asked } = await sendNextItem();
    expect([bodies.map(({ body }) => body), asked]).toEqual([[JSON.stringify(EVALUATION_BODY)], 0]);
  });

  it('P10.354 S7 when the definitions are old, the device first requests them, and sends the confirmed body if the server responds 503', async () => {
    await storeAdditionalFields([createAdditionalField(1)]);
    await db.mirrors.update('additional-fields', { refreshedAt: Date.now() - 60 * 60_000 });
    respondToFieldList = () => new Response('Busy', { status: 503 });
    const { bodies, asked } = await sendNextItem();
    expect([bodies.map(({ body }) => body), asked]).toEqual([[JSON.stringify(EVALUATION_BODY)], 1]);
  });

  it('P10.354 S7 the second send of a registration omits additional fields when the server has since proved to be a base-contract server', async () => {
    respondToFieldList = () => new Response('Forbidden', { status: 403 });
    const { claimed } = await sendNextItem();
    simulateBaseContractServer();
    await (await outboxSender.prepare(claimed)).send();
    expect(sentRequests.filter(({ path }) => path.endsWith('/evaluations')).map(({ body }) => body)).toEqual([
      JSON.stringify(EVALUATION_BODY),
      JSON.stringify({ patient: EVALUATION_BODY.patient }),
    ]);
  });

  it.each([401, 403, 500, 503])(
    'P10.354 S7 the device sends the confirmed body after a %i to its request for the definitions, because support stays unknown',
    async (status) => {
      respondToFieldList = () => new Response('No', { status });
      const { bodies, asked } = await sendNextItem();
      expect([bodies.map(({ body }) => body), asked]).toEqual([[JSON.stringify(EVALUATION_BODY)], 1]);
    },
  );

  it('P10.354 S7 a base-contract server gets the body without additional fields, under the same idempotency key; the stored body keeps them', async () => {
    await storeAdditionalFields([createAdditionalField(1)]);
    await db.mirrors.update('additional-fields', { refreshedAt: Date.now() - 60 * 60_000 });
    simulateBaseContractServer();
    const { claimed, result, bodies } = await sendNextItem();
    expect(result.type).toBe('accepted');
    const body = JSON.stringify({ patient: EVALUATION_BODY.patient });
    expect(bodies.map((one) => one.body)).toEqual([body]);
    const digest = await sha256Hex(new TextEncoder().encode(body));
    const bytes = Buffer.from(digest, 'hex').toString('base64');
    expect(bodies[0]?.headers.get('content-digest')).toBe(`sha-256=:${bytes}:`);
    expect(bodies[0]?.headers.get('idempotency-key')).toBe(claimed.item.key);
    expect(await readItemContent(claimed.item.id)).toMatchObject({ text: JSON.stringify(EVALUATION_BODY) });
  });
});
