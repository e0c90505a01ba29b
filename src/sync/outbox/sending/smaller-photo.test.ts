import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveDraftContent, saveDraftPicture } from '#storage/drafts/drafts.ts';
import { db } from '#storage/database/database.ts';
import { recordIdempotencySupport } from '#storage/database/server-traits.ts';
import { enqueueConfirmation } from '#storage/outbox/registrations/enqueue.ts';
import { listEntries } from '#storage/outbox/entries.ts';
import { discardOutboxEntry } from '#storage/outbox/entry-actions.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import {
  ANA_ID,
  claimDueItem,
  confirmation,
  draftContent,
  randomPicture,
} from '#tests/support/device/device.ts';
import {
  expectOutboxEmpty,
  startNonIdempotentReception,
  testDrainPorts,
} from '#tests/support/device/servers/keyless-reception.ts';
import type { NonIdempotentServer } from '#tests/support/device/servers/keyless-server.ts';
import { drain } from './drain.ts';
import { prepareSmallerPhoto } from './smaller-photo.ts';

/** Returns bytes that stand for a JPEG: width, height, and a number of zeros that grows with the area. */
function createFakeJpeg(width: number, height: number): ArrayBuffer {
  const bytes = new ArrayBuffer(Math.round((width * height) / 8));
  new Uint16Array(bytes, 0, 2).set([width, height]);
  return bytes;
}

async function decodeFakeJpeg(source: Blob) {
  const [width = 0, height = 0] = new Uint16Array(await source.slice(0, 4).arrayBuffer());
  return { width, height, close: () => undefined };
}

class FakeCanvas {
  readonly width: number;
  readonly height: number;
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }
  getContext = () => ({ fillRect: () => undefined, drawImage: () => undefined });
  convertToBlob = () => Promise.resolve(new Blob([createFakeJpeg(this.width, this.height)]));
}

const PHOTO_SIZES_BYTES = { camera: 109_350, wide640: 68_240, wide400: 26_650 };

interface ArrivedPhoto {
  readonly key: string | null;
  readonly size: number;
}
let apiServer: NonIdempotentServer;
let arrivedPhotos: ArrivedPhoto[];

function stubProxyWithLimit(limit: number, first: () => Promise<unknown> = () => Promise.resolve()): void {
  const server = fetch;
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const request = new Request(new URL(input, 'http://desk.test'), init);
    if (request.url.endsWith('/health'))
      return Response.json({ service: 'ventanilla', status: 'ok', now: new Date().toISOString() });
    const form = request.url.endsWith('/media') ? await request.formData() : null;
    const file = form?.get('file');
    if (form?.get('type') !== 'photo' || !(file instanceof File)) return server(input, init);
    arrivedPhotos.push({ key: request.headers.get('idempotency-key'), size: file.size });
    if (file.size <= limit) return server(input, init);
    if (arrivedPhotos.length === 1) await first();
    const page = '<html><title>413 Request Entity Too Large</title></html>';
    return new Response(page, { status: 413, headers: { 'content-type': 'text/html' } });
  });
}

async function confirmWithPhoto(): Promise<string> {
  await saveDraftContent(ANA_ID, null, draftContent('1'));
  const photo = { bytes: createFakeJpeg(810, 1080), mime: 'image/jpeg', name: 'photo.jpg' } as const;
  await saveDraftPicture(ANA_ID, null, 'photo', photo);
  await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(9_000, 'image/png'));
  const confirmed = await enqueueConfirmation(confirmation('1'));
  if (confirmed.type !== 'confirmed') throw new Error(confirmed.type);
  return confirmed.entryId;
}

async function deliverThenClaimPhoto(): Promise<ClaimedItem> {
  for (;;) {
    const claimed = await claimDueItem();
    if (claimed.item.kind === 'photo') return claimed;
    await testDrainPorts.store.settle(
      claimed,
      { type: 'deliver', remoteId: crypto.randomUUID() },
      Date.now(),
    );
  }
}

const drainWithPhotoShrinking = () => drain(ANA_ID, { ...testDrainPorts, makeSmaller: prepareSmallerPhoto });
const readPhotoState = async () =>
  (await listEntries(ANA_ID, { limit: 1 }))[0]?.items.find(({ kind }) => kind === 'photo')?.state;
const getSentPhotoSizes = () => [...new Set(arrivedPhotos.map(({ size }) => size))];
const countIdempotencyKeys = () => new Set(arrivedPhotos.map(({ key }) => key)).size;

beforeEach(async () => {
  apiServer = await startNonIdempotentReception();
  apiServer.keepsKeys = true;
  await recordIdempotencySupport('kept');
  arrivedPhotos = [];
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
  vi.stubGlobal('createImageBitmap', decodeFakeJpeg);
});
afterEach(() => vi.unstubAllGlobals());

describe('photo that a proxy rejects for its size', () => {
  it('P10.314 S7 a photo that a proxy rejects for its size is reduced, sent under another idempotency key, and arrives once', async () => {
    stubProxyWithLimit(70_000);
    await confirmWithPhoto();
    await drainWithPhotoShrinking();
    await expectOutboxEmpty();
    expect(getSentPhotoSizes()).toEqual([PHOTO_SIZES_BYTES.camera, PHOTO_SIZES_BYTES.wide640]);
    expect(countIdempotencyKeys(), 'one for each content').toBe(2);
    expect(apiServer.evaluations).toHaveLength(1);
    expect(apiServer.evaluations[0]?.media.filter(({ type }) => type === 'photo')).toHaveLength(1);
    expect(await db.bytes.count(), 'no rejected photo stays').toBe(0);
  });

  it('P10.314 S7 a photo requires attention when its smallest version is rejected too, and the message has the size that was sent', async () => {
    stubProxyWithLimit(10_000);
    await confirmWithPhoto();
    await drainWithPhotoShrinking();
    expect(getSentPhotoSizes()).toEqual([
      PHOTO_SIZES_BYTES.camera,
      PHOTO_SIZES_BYTES.wide640,
      PHOTO_SIZES_BYTES.wide400,
    ]);
    expect(await readPhotoState()).toMatchObject({
      name: 'attention',
      correctable: true,
      refusal: { status: 413, sentBytes: PHOTO_SIZES_BYTES.wide400 },
    });
  });

  it('P10.314 S7 a rejected photo stays unchanged and requires attention when the browser cannot encode a smaller one', async () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    vi.stubGlobal('OffscreenCanvas', undefined);
    stubProxyWithLimit(70_000);
    await confirmWithPhoto();
    await drainWithPhotoShrinking();
    expect(reported).toHaveBeenCalledOnce();
    expect(getSentPhotoSizes()).toEqual([PHOTO_SIZES_BYTES.camera]);
    expect(await readPhotoState()).toMatchObject({
      name: 'attention',
      refusal: { sentBytes: PHOTO_SIZES_BYTES.camera },
    });
    expect(await db.bytes.count(), 'photo and signature').toBe(2);
  });

  it('P10.314 S7 a photo is not reduced when an earlier send of it may have arrived', async () => {
    stubProxyWithLimit(70_000);
    await confirmWithPhoto();
    const makeSmaller = vi.fn(prepareSmallerPhoto);
    await db.items.toCollection().modify((row) => void (row.attempts = row.kind === 'photo' ? 1 : 0));
    await drain(ANA_ID, { ...testDrainPorts, makeSmaller });
    expect(makeSmaller).not.toHaveBeenCalled();
    expect(await readPhotoState()).toMatchObject({ name: 'attention', correctable: false });
  });

  it("P10.314 S14 a colleague’s photo is not reduced, because the colleague's consent covers exactly its bytes", async () => {
    await confirmWithPhoto();
    const claimed = await deliverThenClaimPhoto();
    expect(await prepareSmallerPhoto(claimed)).not.toBeNull();
    expect(await prepareSmallerPhoto({ ...claimed, consent: 'v1 of a colleague' })).toBeNull();
  });

  it('P10.314 S7 a smaller photo does not replace a photo whose entry the user has discarded in the meantime', async () => {
    const entryId = await confirmWithPhoto();
    const photo = await deliverThenClaimPhoto();
    const put = await prepareSmallerPhoto(photo);
    const refusal = { status: 413, code: null, message: '', details: [] };
    await testDrainPorts.store.settle(photo, { type: 'refuse', refusal }, Date.now());
    await discardOutboxEntry(ANA_ID, entryId, Date.now());
    expect(await put?.()).toBe(false);
    expect(await db.items.count()).toBe(0);
    expect(await db.bytes.count()).toBe(0);
  });
});
