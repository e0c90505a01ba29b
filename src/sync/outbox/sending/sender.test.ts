import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signOutAccount } from '#storage/account/accounts.ts';
import { recordIdempotencySupport } from '#storage/database/server-traits.ts';
import {
  ANA_ID,
  enqueueSampleAttachment,
  claimDueItem,
  confirmNewEntry,
  deliverNextItem,
  assignQueueLetters,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { db } from '#storage/database/database.ts';
import { outboxSender } from './sender.ts';

const sentRequests: { path: string; body: unknown; turn: string | null }[] = [];

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
  await recordIdempotencySupport('kept');
  // The connection state after an earlier request may be stored only now, and on a working connection an unexpected response causes a
  // health check. All tests run on a working connection, so that their order does not matter.
  await db.device.put({ id: 'link', link: { name: 'up', since: 1 } });
  outboxSender.begin();
  sentRequests.length = 0;
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    const { pathname } = new URL(input, 'http://desk.test');
    sentRequests.push({ path: pathname, body: init.body, turn: new Headers(init.headers).get('x-turn') });
    const headers = { 'idempotency-status': 'stored' };
    // The fields that the responses to an evaluation, a picture and an attachment require.
    const stored = { id: crypto.randomUUID(), type: 'photo', original_name: 'a.pdf', storage_path: 'a' };
    return Promise.resolve(Response.json(stored, { status: 201, headers }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const sendNextItem = async () => (await outboxSender.prepare(await claimDueItem())).send();

it("S28 P10.237 the sender sends a registration's queue number in a header, not in the body", async () => {
  await assignQueueLetters('B');
  await confirmNewEntry('1');
  await sendNextItem();
  expect(sentRequests).toMatchObject([{ path: '/api/v1/evaluations', turn: 'B-1' }]);
  expect(sentRequests[0]?.body).not.toContain('B-1');
});

it('S28 P10.237 the sender sends no queue number when the registration has none', async () => {
  await confirmNewEntry('1');
  await sendNextItem();
  expect(sentRequests).toMatchObject([{ path: '/api/v1/evaluations', turn: null }]);
});

it('S28 P10.237 the sender sends photo and signature without the queue number', async () => {
  await assignQueueLetters('B');
  await confirmNewEntry('1');
  await deliverNextItem();
  await sendNextItem();
  await sendNextItem();
  expect(sentRequests.map(({ path, turn }) => [path.split('/').at(-1), turn])).toEqual([
    ['media', null],
    ['media', null],
  ]);
});

it('S14 the sender does not send content that was decrypted before its owner signed out', async () => {
  await confirmNewEntry('1');
  const ready = await outboxSender.prepare(await claimDueItem());
  await signOutAccount(Date.now());
  await expect(ready.send()).rejects.toMatchObject({ kind: 'locked' });
  expect(sentRequests).toEqual([]);
});

it('S19 the sender reads a photo from the database before the request may start, and an attachment only when its request starts', async () => {
  await confirmNewEntry('1');
  await deliverNextItem();
  await enqueueSampleAttachment();
  const reads = vi.spyOn(db.bytes, 'get');
  const ready = new Map<string, Awaited<ReturnType<typeof outboxSender.prepare>>>();
  const opened = new Map<string, number>();
  for (let nth = 0; nth < 3; nth += 1) {
    const claimed = await claimDueItem();
    reads.mockClear();
    ready.set(claimed.item.kind, await outboxSender.prepare(claimed));
    opened.set(claimed.item.kind, reads.mock.calls.length);
  }
  expect(Object.fromEntries(opened)).toEqual({ photo: 1, signature: 1, attachment: 0 });
  expect([ready.get('photo')?.size, ready.get('attachment')?.size]).toEqual([20_000, 30_000]);
  reads.mockClear();
  await ready.get('attachment')?.send();
  expect(reads).toHaveBeenCalledTimes(1);
  expect(sentRequests.map(({ path }) => path)).toEqual([expect.stringMatching(/attachments$/)]);
  reads.mockRestore();
});

it('S10 the sender reports an attachment with missing bytes as lost and sends nothing', async () => {
  await enqueueSampleAttachment();
  const ready = await outboxSender.prepare(await claimDueItem());
  await db.bytes.clear();
  expect(await ready.send()).toMatchObject({ type: 'error', refusal: { code: 'picture_lost' } });
  expect(sentRequests).toEqual([]);
});
