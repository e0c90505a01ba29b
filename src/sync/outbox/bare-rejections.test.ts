import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasPendingSignOut } from '#storage/account/accounts.ts';
import { listEntries, readSyncSummary } from '#storage/outbox/entries.ts';
import { ANA_ID, wipeDevice } from '#tests/support/device/device.ts';
import {
  CALL_NAMES,
  expectOutboxEmpty,
  makeDueAndDrain,
  startNonIdempotentReception,
  rejectionCodes,
  confirmSampleRegistration,
} from '#tests/support/device/servers/keyless-reception.ts';
import type { NonIdempotentServer } from '#tests/support/device/servers/keyless-server.ts';
import {
  respondWithSession,
  emailOfUserId,
  stubServer,
} from '#tests/support/device/servers/session-server.ts';
import { setDrainRequester } from './outbox.ts';
import { readAccount, signOut } from '../session/session.ts';
import { signIn } from '../session/sign-in.ts';

afterEach(() => vi.unstubAllGlobals());

const bareResponse = (status: number) => new Response(null, { status });
const healthyResponse = () =>
  Response.json({ service: 'ventanilla', status: 'ok', now: '2026-11-21T11:47:00.000Z' });
const createProxyNotFound = () =>
  new Response('404 page not found', { status: 404, headers: { 'content-type': 'text/plain' } });

const readFirstItemState = async () => (await listEntries(ANA_ID, { limit: 1 }))[0]?.items[0]?.state;

describe('S6 rejection without a message, which may come from a gateway', () => {
  let server: NonIdempotentServer;
  const [HEALTH, ME] = ['GET /health', 'GET /auth/me'];
  beforeEach(async () => {
    server = await startNonIdempotentReception();
  });

  it('S10 an item rejected without a message requires attention when the server responds to other calls', async () => {
    server.fates.push(
      [CALL_NAMES.create, bareResponse(400)],
      [HEALTH, healthyResponse()],
      [CALL_NAMES.create, bareResponse(400)],
    );
    await confirmSampleRegistration('1');
    await makeDueAndDrain();
    expect(await readFirstItemState()).toMatchObject({ name: 'attention', correctable: true });
    expect(await readFirstItemState()).toMatchObject({ refusal: { status: 400, code: null, message: '' } });
  });

  it('S10 a rejection without a message counts as the server’s when /health is missing but the session call responds', async () => {
    server.fates.push(
      [CALL_NAMES.create, bareResponse(400)],
      [HEALTH, createProxyNotFound()],
      [ME, bareResponse(401)],
      [CALL_NAMES.create, bareResponse(400)],
    );
    await confirmSampleRegistration('1');
    await makeDueAndDrain();
    expect(await readFirstItemState()).toMatchObject({ name: 'attention' });
  });

  it.each([403, 404, 400])(
    'S8 P8.1 an item is sent again automatically when every call gets a %i without a message, because this response comes from a gateway',
    async (status) => {
      for (const call of [CALL_NAMES.create, HEALTH, HEALTH, ME, ME])
        server.fates.push([call, bareResponse(status)]);
      await confirmSampleRegistration('1');
      await makeDueAndDrain();
      expect(await readFirstItemState()).toMatchObject({ name: 'waiting', cause: 'portal' });
      await makeDueAndDrain();
      await expectOutboxEmpty();
      expect(server.evaluations).toHaveLength(1);
    },
  );

  it('S23 an entry waits when a gateway responds to its lookup, and is neither sent again nor taken for delivered', async () => {
    server.fates.push([CALL_NAMES.create, 'lost_after'], [CALL_NAMES.look, createProxyNotFound()]);
    for (const call of [HEALTH, HEALTH, ME, ME]) server.fates.push([call, createProxyNotFound()]);
    await confirmSampleRegistration('1');
    await makeDueAndDrain(2);
    expect(await readFirstItemState()).toMatchObject({ name: 'waiting', cause: 'portal' });
    await makeDueAndDrain();
    await expectOutboxEmpty();
    expect(server.evaluations).toHaveLength(1);
  });

  it('S6 S23 an entry that a gateway rejected is looked up before the device sends it again, and the server creates it only once', async () => {
    server.fates.push([CALL_NAMES.create, createProxyNotFound()], [HEALTH, healthyResponse()]);
    await confirmSampleRegistration('1');
    await makeDueAndDrain();
    await expectOutboxEmpty();
    expect(server.evaluations).toHaveLength(1);
    expect(server.callsTo(CALL_NAMES.look)).not.toEqual([]);
  });

  it('S7 after a send without a response, a second send that is rejected without a message has an unclear outcome, because the first may have arrived', async () => {
    server.keepsKeys = true;
    await confirmSampleRegistration('1');
    await makeDueAndDrain();
    server.fates.push(
      [CALL_NAMES.create, 'lost_after'],
      [CALL_NAMES.create, bareResponse(400)],
      [CALL_NAMES.create, bareResponse(400)],
    );
    server.fates.push([HEALTH, healthyResponse()], [HEALTH, healthyResponse()]);
    await confirmSampleRegistration('2');
    await makeDueAndDrain(2);
    expect(await readFirstItemState()).toMatchObject({ name: 'attention', correctable: false });
    expect(await rejectionCodes()).toEqual(['answer_unclear']);
  });

  it('S7 an item has an unclear outcome when its send and the immediate repetition are rejected without a message, because a gateway may have hidden an acceptance', async () => {
    server.keepsKeys = true;
    await confirmSampleRegistration('1');
    await makeDueAndDrain();
    server.fates.push(
      [CALL_NAMES.create, bareResponse(400)],
      [HEALTH, healthyResponse()],
      [CALL_NAMES.create, bareResponse(400)],
    );
    await confirmSampleRegistration('2');
    await makeDueAndDrain();
    expect(await readFirstItemState()).toMatchObject({ name: 'attention', correctable: false });
    expect(await rejectionCodes()).toEqual(['answer_unclear']);
  });

  it('S10 the user may retake a picture when its immediate repetition was rejected too, because an evaluation has only one photo and one signature', async () => {
    server.keepsKeys = true;
    await confirmSampleRegistration('1');
    await makeDueAndDrain();
    for (let nth = 0; nth < 4; nth += 1) server.fates.push([CALL_NAMES.picture, bareResponse(422)]);
    server.fates.push([HEALTH, healthyResponse()], [HEALTH, healthyResponse()]);
    await confirmSampleRegistration('2');
    await makeDueAndDrain();
    const items = (await listEntries(ANA_ID, { limit: 1 }))[0]?.items ?? [];
    const pictures = items.filter(({ kind }) => kind !== 'evaluation');
    expect(pictures.map(({ state }) => state)).toMatchObject([{ correctable: true }, { correctable: true }]);
  });

  it('S7 S23 the user may correct an entry at a server that ignores idempotency keys, because the entry was looked up before its second send', async () => {
    server.fates.push(
      [CALL_NAMES.create, 'lost_before'],
      [CALL_NAMES.create, bareResponse(400)],
      [CALL_NAMES.create, bareResponse(400)],
    );
    server.fates.push([HEALTH, healthyResponse()], [HEALTH, healthyResponse()]);
    await confirmSampleRegistration('1');
    await makeDueAndDrain(2);
    expect(await readFirstItemState()).toMatchObject({ name: 'attention', correctable: true });
  });

  it('S8 an entry waits when the server fails (5xx) without a message', async () => {
    server.fates.push([CALL_NAMES.create, bareResponse(500)]);
    await confirmSampleRegistration('1');
    await makeDueAndDrain();
    expect(await readFirstItemState()).toMatchObject({ name: 'waiting', cause: 'failing' });
    expect(await readSyncSummary(ANA_ID)).toMatchObject({ unsent: 1, attention: 0 });
  });
});

describe('sign-in and sign-out behind a gateway', () => {
  beforeEach(async () => {
    await wipeDevice();
    setDrainRequester(() => undefined);
  });

  it("D2 a sign-in checks the password on the device after a gateway's 404 without a message, but not after a 403 without a message", async () => {
    const server = stubServer(respondWithSession(ANA_ID));
    await signIn(emailOfUserId(ANA_ID), 'Clave-2026');
    await signOut();
    server.respond = () => bareResponse(403);
    expect(await signIn(emailOfUserId(ANA_ID), 'Clave-2026')).toMatchObject({ type: 'refused', status: 403 });
    expect(await readAccount()).toBeNull();
    server.respond = createProxyNotFound;
    expect(await signIn(emailOfUserId(ANA_ID), 'Clave-2026')).toMatchObject({ type: 'signed_in' });
  });

  it('S16 a sign-out stays pending after a gateway’s response without a message, but not after a 401', async () => {
    const server = stubServer(respondWithSession(ANA_ID));
    for (const [respond, isPending] of [
      [createProxyNotFound, true],
      [() => bareResponse(401), false],
    ] as const) {
      server.respond = respondWithSession(ANA_ID);
      await signIn(emailOfUserId(ANA_ID), 'Clave-2026');
      server.respond = respond;
      await signOut();
      expect(await hasPendingSignOut()).toBe(isPending);
    }
  });
});
