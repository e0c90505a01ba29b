import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProofClaims, ProofHeader } from '#contract/device-proof.ts';
import { HEADER } from '#contract/headers.ts';
import { db } from '#storage/database/database.ts';
import { storeDeviceSecretIfNone } from '#storage/device/device-identity.ts';
import { readSessionKey } from '#storage/keys/session-key.ts';
import { ANA_ID, BEA_ID, confirmNewEntry, wipeDevice } from '#tests/support/device/device.ts';
import {
  type RequestResponder,
  type SessionServer,
  respondWithSession,
  createErrorResponse,
  sessionOf,
  stubServer,
  failAsUnreachable,
} from '#tests/support/device/servers/session-server.ts';
import { makeDeviceSecret, makeProofKey } from '#network/device-proof.ts';
import { setDrainRequester } from '../outbox/outbox.ts';
import { apiClient } from '../api/api-client.ts';
import { countUnsentEntries, readAccount, revalidateSession, signOut } from './session.ts';
import { resumeSession, signIn } from './sign-in.ts';
import { forgetSessionKey } from '../api/session-proofs.ts';

interface ProvenCall {
  readonly call: string;
  /** Coordinate `x` of the public key in the proof; null if the call had no proof. */
  readonly key: string | null;
  readonly claims: ProofClaims | null;
}

const decodeProofPart = (proof: string, index: number): unknown =>
  JSON.parse(Buffer.from(proof.split('.')[index]!, 'base64url').toString());

let server: SessionServer;
let provenCalls: ProvenCall[];

const recordProofs =
  (respond: RequestResponder): RequestResponder =>
  (path, request) => {
    const proof = request.headers.get(HEADER.proof);
    provenCalls.push({
      call: `${request.method} ${path.replace('/api/v1', '')}`,
      key: proof && ProofHeader.parse(decodeProofPart(proof, 0)).jwk.x,
      claims: proof === null ? null : ProofClaims.parse(decodeProofPart(proof, 1)),
    });
    return respond(path, request);
  };
const keyOfCall = (call: string): string | null | undefined =>
  provenCalls.find((each) => each.call === call)?.key;
const readStoredKey = async () => (await readSessionKey())?.jwk.x ?? null;

const createStaleProofResponse = (serverTime: number): Response =>
  Response.json(
    { code: 'proof_stale', message: 'No', details: [] },
    { status: 425, headers: { [HEADER.providerTime]: String(serverTime) } },
  );

beforeEach(async () => {
  vi.stubGlobal('navigator', { locks: { query: () => Promise.resolve({ held: [] }) } });
  await wipeDevice();
  forgetSessionKey();
  provenCalls = [];
  server = stubServer(recordProofs(respondWithSession(ANA_ID)));
  setDrainRequester(() => undefined);
});
afterEach(() => vi.unstubAllGlobals());

describe('S26 session key of the device', () => {
  it('the first sign-in creates the session key, which cannot be exported and proves each call', async () => {
    await signIn('a@clinica.test', 'x');
    const row = await db.device.get('session-key');
    expect(row?.id === 'session-key' && row.privateKey.extractable).toBe(false);
    expect(keyOfCall('POST /auth/login')).toBe(await readStoredKey());
    expect(keyOfCall('GET /me/vault-key')).toBe(await readStoredKey());
    const ids = provenCalls.map(({ claims }) => claims?.jti);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("P10.13 a sign-in is also signed with the device's key for reports, once that key exists", async () => {
    const signed: (string | null)[] = [];
    server.respond = (path, request) => {
      const proof = request.headers.get(HEADER.deviceProof);
      if (path.endsWith('/auth/login'))
        signed.push(proof && ProofHeader.parse(decodeProofPart(proof, 0)).jwk.x);
      return respondWithSession(ANA_ID)(path, request);
    };
    await signIn('a@clinica.test', 'x');
    const secret = await makeDeviceSecret();
    await storeDeviceSecretIfNone(secret);
    await signIn('a@clinica.test', 'x');
    expect(signed).toEqual([null, secret.x]);
  });

  it('a second sign-in of the same user keeps the session key, so that other windows continue', async () => {
    await signIn('a@clinica.test', 'x');
    const first = await readStoredKey();
    await signIn('a@clinica.test', 'x');
    expect(await readStoredKey()).toBe(first);
  });

  it('a sign-out deletes the session key, also offline, and the next sign-in creates another', async () => {
    await signIn('a@clinica.test', 'x');
    const first = await readStoredKey();
    server.respond = recordProofs(failAsUnreachable);
    await signOut();
    expect(await readStoredKey()).toBeNull();
    server.respond = recordProofs(respondWithSession(BEA_ID));
    await signIn('b@clinica.test', 'x');
    expect(await readStoredKey()).not.toBe(first);
  });

  it('two windows that sign in at the same time use one session key', async () => {
    await Promise.all([signIn('a@clinica.test', 'x'), signIn('a@clinica.test', 'x')]);
    const keys = new Set(provenCalls.map(({ key }) => key));
    expect(keys).toEqual(new Set([await readStoredKey()]));
  });

  it('a window stores its session key again when another window signs out during the sign-in', async () => {
    server.respond = recordProofs(async (path, request) => {
      if (path.endsWith('/auth/me')) return createErrorResponse(401, 'unauthenticated');
      if (path.endsWith('/auth/login')) {
        await db.device.delete('session-key');
        await apiClient.call('me');
      }
      return respondWithSession(ANA_ID)(path, request);
    });
    await signIn('a@clinica.test', 'x');
    expect(await readStoredKey()).toBe(keyOfCall('POST /auth/login'));
  });
});

describe('S26 call whose proof is rejected', () => {
  it("when a call is rejected for a wrong clock, the device repeats it with the server's time, and the session stays open", async () => {
    await signIn('a@clinica.test', 'x');
    const hour = 3_600_000;
    const response = respondWithSession(ANA_ID);
    let rejections = 0;
    server.respond = recordProofs((path, request) => {
      if (rejections > 0) return response(path, request);
      rejections += 1;
      return createStaleProofResponse(Date.now() + hour);
    });
    provenCalls = [];
    await revalidateSession();
    expect((await readAccount())?.gate).toBe('open');
    expect(provenCalls.map(({ call }) => call)).toEqual(['GET /auth/me', 'GET /auth/me']);
    const [first, second] = provenCalls.map(({ claims }) => claims!.iat);
    expect(second! - first!).toBeGreaterThan(3_500);
  });

  it('the device sends a call with a rejected proof at most twice', async () => {
    await signIn('a@clinica.test', 'x');
    server.respond = recordProofs(() => createStaleProofResponse(Date.now()));
    provenCalls = [];
    await revalidateSession();
    expect(provenCalls).toHaveLength(2);
    expect((await readAccount())?.gate).toBe('open');
  });

  it("the device takes the time for proofs from the server’s time header and ignores a proxy's Date header", async () => {
    await signIn('a@clinica.test', 'x');
    const hour = 3_600_000;
    const response = respondWithSession(ANA_ID);
    server.respond = recordProofs(async (path, request) => {
      const isRight = Math.abs((provenCalls.at(-1)?.claims?.iat ?? 0) * 1000 - (Date.now() + hour)) < 60_000;
      const reply = isRight ? await response(path, request) : createStaleProofResponse(Date.now() + hour);
      const dated = new Response(reply.body, reply);
      dated.headers.set('date', new Date(Date.now() - hour).toUTCString());
      return dated;
    });
    await revalidateSession();
    provenCalls = [];
    await revalidateSession();
    expect(provenCalls.map(({ call }) => call)).toEqual(['GET /auth/me']);
    expect((await readAccount())?.gate).toBe('open');
  });

  it('a sign-in with a rejected proof reports a wrong clock, not a wrong password', async () => {
    server.respond = recordProofs(() => createStaleProofResponse(Date.now()));
    expect(await signIn('a@clinica.test', 'x')).toMatchObject({ type: 'refused', status: 425 });
  });

  it('the device repeats a call with the new key and the right time when the key and the time of its proof were both outdated', async () => {
    await signIn('a@clinica.test', 'x');
    const before = await readStoredKey();
    const key = await makeProofKey();
    await db.device.put({ id: 'session-key', ...key });
    let calls = 0;
    server.respond = recordProofs((path, request) => {
      calls += 1;
      if (calls === 1) return createStaleProofResponse(Date.now());
      return provenCalls.at(-1)?.key === before
        ? createErrorResponse(401, 'unauthenticated')
        : respondWithSession(ANA_ID)(path, request);
    });
    await revalidateSession();
    expect((await readAccount())?.gate).toBe('open');
    expect(provenCalls.at(-1)?.key).toBe(key.jwk.x);
  });

  it('the device repeats a call with the present session key when another window has replaced the key', async () => {
    await signIn('a@clinica.test', 'x');
    const before = await readStoredKey();
    // Simulates another window that signs out and in again.
    const key = await makeProofKey();
    await db.device.put({ id: 'session-key', ...key });
    server.respond = recordProofs((path, request) =>
      provenCalls.at(-1)?.key === before
        ? createErrorResponse(401, 'unauthenticated')
        : respondWithSession(ANA_ID)(path, request),
    );
    await revalidateSession();
    expect((await readAccount())?.gate).toBe('open');
    expect(provenCalls.at(-1)?.key).toBe(key.jwk.x);
  });

  it('the session expires when the device has no other key than the rejected one', async () => {
    await signIn('a@clinica.test', 'x');
    server.respond = recordProofs(() => createErrorResponse(401, 'unauthenticated'));
    provenCalls = [];
    await revalidateSession();
    expect((await readAccount())?.gate).toBe('expired');
    expect(provenCalls).toHaveLength(1);
  });
});

describe('S26 device that was signed in before the app had session keys', () => {
  const oldServer =
    (state: { isBound: boolean }): RequestResponder =>
    (path, request) => {
      if (path.endsWith('/auth/device-key')) {
        state.isBound = true;
        return new Response(null, { status: 204 });
      }
      if (path.endsWith('/auth/me'))
        return Response.json({ ...sessionOf(ANA_ID), device_bound: state.isBound });
      return respondWithSession(ANA_ID)(path, request);
    };
  const withoutKey = async () => {
    await signIn('a@clinica.test', 'x');
    await db.device.delete('session-key');
    forgetSessionKey();
    provenCalls = [];
  };

  it('the device stays signed in without a session key, keeps unsent entries, and gets a key at the next check of the session', async () => {
    await withoutKey();
    await confirmNewEntry('1');
    server.respond = recordProofs(oldServer({ isBound: false }));
    await revalidateSession();
    expect(provenCalls.map(({ call, key }) => [call, key !== null])).toEqual([
      ['GET /auth/me', false],
      ['POST /auth/device-key', true],
    ]);
    expect((await readAccount())?.gate).toBe('open');
    expect(await countUnsentEntries(ANA_ID)).toBe(1);
    provenCalls = [];
    await revalidateSession();
    expect(provenCalls.map(({ call, key }) => [call, key])).toEqual([
      ['GET /auth/me', await readStoredKey()],
    ]);
  });

  it('the device binds a session to its key when the cookie resumes the session', async () => {
    await withoutKey();
    await db.accounts.clear();
    server.respond = recordProofs(oldServer({ isBound: false }));
    expect(await resumeSession()).toMatchObject({ userId: ANA_ID });
    expect(keyOfCall('POST /auth/device-key')).toBe(await readStoredKey());
  });

  it('the device binds the session only after the last window of the earlier app version was closed', async () => {
    await withoutKey();
    const held = [
      { name: 'ventanilla-window' },
      { name: 'ventanilla-window' },
      { name: 'ventanilla-proving-window' },
    ];
    vi.stubGlobal('navigator', { locks: { query: () => Promise.resolve({ held }) } });
    server.respond = recordProofs(oldServer({ isBound: false }));
    await revalidateSession();
    expect(provenCalls.map(({ call }) => call)).toEqual(['GET /auth/me']);
    held.shift();
    await revalidateSession();
    expect(keyOfCall('POST /auth/device-key')).toBe(await readStoredKey());
  });

  it('the device does not bind the session to a key at a base-contract server', async () => {
    await withoutKey();
    server.respond = recordProofs(respondWithSession(ANA_ID));
    await revalidateSession();
    expect(provenCalls.map(({ call, key }) => [call, key])).toEqual([['GET /auth/me', null]]);
    expect(await readStoredKey()).toBeNull();
  });
});
