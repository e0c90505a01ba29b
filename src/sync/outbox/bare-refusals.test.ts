import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasPendingSignOut } from '#storage/account/accounts.ts';
import { listEntries, syncSummary } from '#storage/outbox/entries.ts';
import { ANA, wipeDevice } from '#tests/support/device/device.ts';
import {
  CALL,
  allArrived,
  drainOn,
  freshKeylessDesk,
  refusalOf,
  register,
} from '#tests/support/device/keyless-desk.ts';
import type { KeylessProvider } from '#tests/support/device/keyless-provider.ts';
import { answering, mailOf, stubProvider } from '#tests/support/device/session-provider.ts';
import { setDrainRequester } from './outbox.ts';
import { readAccount, signOut } from '../session/session.ts';
import { signIn } from '../session/sign-in.ts';

afterEach(() => vi.unstubAllGlobals());

const bare = (status: number) => new Response(null, { status });
const well = () => Response.json({ service: 'ventanilla', status: 'ok', now: '2026-11-21T11:47:00.000Z' });
/** A gateway that has lost its provider, or lets nobody through. */
const nowhere = () =>
  new Response('404 page not found', { status: 404, headers: { 'content-type': 'text/plain' } });

const stateOfFirst = async () => (await listEntries(ANA, { limit: 1 }))[0]?.items[0]?.state;

describe('S6 a refusal without a word', () => {
  let provider: KeylessProvider;
  const [HEALTH, ME] = ['GET /health', 'GET /auth/me'];
  beforeEach(async () => {
    provider = await freshKeylessDesk();
  });

  it('S10 is the provider’s where that answers its other calls: a person decides', async () => {
    provider.fates.push([CALL.create, bare(400)], [HEALTH, well()], [CALL.create, bare(400)]);
    await register('1');
    await drainOn();
    expect(await stateOfFirst()).toMatchObject({ name: 'attention', correctable: true });
    expect(await stateOfFirst()).toMatchObject({ refusal: { status: 400, code: null, message: '' } });
  });

  it('S10 of one without /health, too, whose session’s call says so', async () => {
    provider.fates.push(
      [CALL.create, bare(400)],
      [HEALTH, nowhere()],
      [ME, bare(401)],
      [CALL.create, bare(400)],
    );
    await register('1');
    await drainOn();
    expect(await stateOfFirst()).toMatchObject({ name: 'attention' });
  });

  it.each([403, 404, 400])(
    'S8 P8.1 a bare %i to every call is a gateway’s: all waits and goes again by itself',
    async (status) => {
      for (const call of [CALL.create, HEALTH, HEALTH, ME, ME]) provider.fates.push([call, bare(status)]);
      await register('1');
      await drainOn();
      expect(await stateOfFirst()).toMatchObject({ name: 'waiting', cause: 'portal' });
      await drainOn();
      await allArrived();
      expect(provider.evaluations).toHaveLength(1);
    },
  );

  it('S23 a look-up that meets such a gateway waits, too, and nothing is sent or taken for ours', async () => {
    provider.fates.push([CALL.create, 'lost_after'], [CALL.look, nowhere()]);
    for (const call of [HEALTH, HEALTH, ME, ME]) provider.fates.push([call, nowhere()]);
    await register('1');
    await drainOn(2);
    expect(await stateOfFirst()).toMatchObject({ name: 'waiting', cause: 'portal' });
    await drainOn();
    await allArrived();
    expect(provider.evaluations).toHaveLength(1);
  });

  it('S6 S23 one that came back in between is looked through before it is sent to again, and has it once', async () => {
    provider.fates.push([CALL.create, nowhere()], [HEALTH, well()]);
    await register('1');
    await drainOn();
    await allArrived();
    expect(provider.evaluations).toHaveLength(1);
    expect(provider.made(CALL.look)).not.toEqual([]);
  });

  it('S7 to a send that was not the first it judges nothing at a provider that keeps keys: the one before may have arrived', async () => {
    provider.keepsKeys = true;
    await register('1');
    await drainOn();
    provider.fates.push([CALL.create, 'lost_after'], [CALL.create, bare(400)], [CALL.create, bare(400)]);
    provider.fates.push([HEALTH, well()], [HEALTH, well()]);
    await register('2');
    await drainOn(2);
    expect(await stateOfFirst()).toMatchObject({ name: 'attention', correctable: false });
    expect(await refusalOf()).toEqual(['answer_unclear']);
  });

  it('S7 to a send that was repeated at once, too: a gateway may have hidden the first answer', async () => {
    provider.keepsKeys = true;
    await register('1');
    await drainOn();
    provider.fates.push([CALL.create, bare(400)], [HEALTH, well()], [CALL.create, bare(400)]);
    await register('2');
    await drainOn();
    expect(await stateOfFirst()).toMatchObject({ name: 'attention', correctable: false });
    expect(await refusalOf()).toEqual(['answer_unclear']);
  });

  it('S10 a picture that was repeated at once can be taken again: its evaluation has one of each', async () => {
    provider.keepsKeys = true;
    await register('1');
    await drainOn();
    for (let nth = 0; nth < 4; nth += 1) provider.fates.push([CALL.picture, bare(422)]);
    provider.fates.push([HEALTH, well()], [HEALTH, well()]);
    await register('2');
    await drainOn();
    const items = (await listEntries(ANA, { limit: 1 }))[0]?.items ?? [];
    const pictures = items.filter(({ kind }) => kind !== 'evaluation');
    expect(pictures.map(({ state }) => state)).toMatchObject([{ correctable: true }, { correctable: true }]);
  });

  it('S7 S23 at one that keeps none it was looked for before: what was refused can be corrected', async () => {
    provider.fates.push([CALL.create, 'lost_before'], [CALL.create, bare(400)], [CALL.create, bare(400)]);
    provider.fates.push([HEALTH, well()], [HEALTH, well()]);
    await register('1');
    await drainOn(2);
    expect(await stateOfFirst()).toMatchObject({ name: 'attention', correctable: true });
  });

  it('S8 a provider that fails without a word is waited for', async () => {
    provider.fates.push([CALL.create, bare(500)]);
    await register('1');
    await drainOn();
    expect(await stateOfFirst()).toMatchObject({ name: 'waiting', cause: 'failing' });
    expect(await syncSummary(ANA)).toMatchObject({ unsent: 1, attention: 0 });
  });
});

describe('sessions', () => {
  beforeEach(async () => {
    await wipeDevice();
    setDrainRequester(() => undefined);
  });

  it('D2 a gateway’s bare 404 has judged no password, a bare 403 has', async () => {
    const provider = stubProvider(answering(ANA));
    await signIn(mailOf(ANA), 'Clave-2026');
    await signOut();
    provider.respond = () => bare(403);
    expect(await signIn(mailOf(ANA), 'Clave-2026')).toMatchObject({ type: 'refused', status: 403 });
    expect(await readAccount()).toBeNull();
    provider.respond = nowhere;
    expect(await signIn(mailOf(ANA), 'Clave-2026')).toMatchObject({ type: 'signed_in' });
  });

  it('S16 a sign-out that a gateway answered without a word was not heard of; a 401 was', async () => {
    const provider = stubProvider(answering(ANA));
    for (const [respond, isPending] of [
      [nowhere, true],
      [() => bare(401), false],
    ] as const) {
      provider.respond = answering(ANA);
      await signIn(mailOf(ANA), 'Clave-2026');
      provider.respond = respond;
      await signOut();
      expect(await hasPendingSignOut()).toBe(isPending);
    }
  });
});
