import { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expireSession, hasPendingSignOut } from '#storage/account/accounts.ts';
import { db } from '#storage/database/database.ts';
import { readDeviceReport, saveDeviceReport } from '#storage/device/device-census.ts';
import { readQueuedRegistration } from '#storage/outbox/entries.ts';
import { rememberPatient } from '#storage/outbox/patients.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import {
  ANA_ID,
  BEA_ID,
  confirmNewEntry,
  createLocalPatient,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import {
  respondWithSession,
  createErrorResponse,
  stubServer,
  failAsUnreachable,
  type SessionServer,
} from '#tests/support/device/servers/session-server.ts';
import { lookUpPatient, findQueuedOrTodaysRegistration } from '../reads/lookup.ts';
import { findNextDrainTimeForAccount, setDrainRequester } from '../outbox/outbox.ts';
import { countUnsentEntries, readAccount, revalidateSession, signOut } from './session.ts';
import { resumeSession, signIn } from './sign-in.ts';

let server: SessionServer;
let drainReasons: string[];

beforeEach(async () => {
  await wipeDevice();
  drainReasons = [];
  server = stubServer(respondWithSession(ANA_ID));
  setDrainRequester((reason) => drainReasons.push(reason));
});
afterEach(() => vi.unstubAllGlobals());

describe('sign-in', () => {
  it.each<[what: string, meanwhile: () => Promise<unknown>, waitsForSignIn: boolean]>([
    ['its own window signs out', () => signOut(), true],
    ['another one changes the user', () => signInOnDevice(BEA_ID), false],
  ])(
    'S16 a slow sign-in is discarded and its session ended when %s in the meantime',
    async (_what, meanwhile, waitsForSignIn) => {
      await signIn('a@clinica.test', 'x');
      const after: Promise<unknown>[] = [];
      server.respond = async (path, request) => {
        if (path.endsWith('/me/vault-key')) {
          after.push(meanwhile());
          // A change that does not wait for the sign-in ends before the response, so that it is always the earlier one.
          if (!waitsForSignIn) await after[0];
        }
        return respondWithSession(ANA_ID)(path, request);
      };
      server.calls = [];
      expect(await signIn('a@clinica.test', 'x')).toEqual({ type: 'overtaken' });
      await Promise.all(after);
      expect((await readAccount())?.userId).not.toBe(ANA_ID);
      expect(await db.keys.get(ANA_ID)).toBeUndefined();
      expect(server.calls).toContain('POST /api/v1/auth/logout');
      expect(await hasPendingSignOut()).toBe(false);
    },
  );

  it('D2 a sign-in stores the data key as non-extractable and starts a drain', async () => {
    expect(await signIn('a@clinica.test', 'x')).toMatchObject({
      type: 'signed_in',
      account: { userId: ANA_ID, gate: 'open' },
    });
    const keys = await db.keys.get(ANA_ID);
    expect([keys?.seal.extractable, keys?.tag.extractable]).toEqual([false, false]);
    expect(drainReasons).toEqual(['signed_in']);
  });

  it('S29 a sign-in makes the next device report due, because the server may be restored from an older backup', async () => {
    const told = { unsent: 0, attention: 0, notBefore: 0 };
    await saveDeviceReport({ ...told, sentAt: Date.now() });
    await signIn('a@clinica.test', 'x');
    expect(await readDeviceReport()).toMatchObject({ ...told, sentAt: 0 });
  });

  it('P6.1 a sign-in ignores unknown permissions of a newer server', async () => {
    await signIn('a@clinica.test', 'x');
    expect((await readAccount())?.actions).toEqual(['register_patients']);
  });

  it('P8.15 a sign-in distinguishes a rejection, no response and an unexpected response', async () => {
    server.respond = () => createErrorResponse(401, 'invalid_credentials');
    expect(await signIn('a', 'b')).toMatchObject({
      type: 'refused',
      status: 401,
      code: 'invalid_credentials',
    });
    server.respond = failAsUnreachable;
    expect(await signIn('a', 'b')).toEqual({ type: 'unreachable', cause: 'no_answer' });
    server.respond = () => new Response('<html>');
    expect(await signIn('a', 'b')).toEqual({ type: 'unreachable', cause: 'portal' });
    expect(await readAccount()).toBeNull();
  });

  it('S14 D2 the sign-in of another user deletes the previous user’s data key from the device and keeps the unsent entries', async () => {
    await signIn('a@clinica.test', 'x');
    await rememberPatient(ANA_ID, createLocalPatient('9999000017'));
    await confirmNewEntry('9999000017');
    server.respond = respondWithSession(BEA_ID);
    await signIn('b@clinica.test', 'x');
    expect(await db.keys.get(ANA_ID)).toBeUndefined();
    expect(await db.patients.where('ownerId').equals(ANA_ID).count()).toBe(0);
    expect(await countUnsentEntries(ANA_ID)).toBe(1);
  });
});

describe('S9 session that has ended', () => {
  it('an ended session keeps the unsent entries on the device, and the next sign-in opens the session again', async () => {
    await signIn('a@clinica.test', 'x');
    const entryId = await confirmNewEntry('1');
    server.respond = () => createErrorResponse(401, 'unauthenticated');
    await revalidateSession();
    expect((await readAccount())?.gate).toBe('expired');
    expect(await readQueuedRegistration(ANA_ID, entryId)).not.toBeNull();
    server.respond = respondWithSession(ANA_ID);
    await signIn('a@clinica.test', 'x');
    expect((await readAccount())?.gate).toBe('open');
  });

  it('the session expires when the cookie belongs to another user', async () => {
    await signIn('a@clinica.test', 'x');
    server.respond = respondWithSession(BEA_ID);
    await revalidateSession();
    expect(await readAccount()).toMatchObject({ userId: ANA_ID, gate: 'expired' });
  });

  it('S17 the time of the next drain is updated when the outbox or the session state changes', async () => {
    const due: (number | null)[] = [];
    const subscription = liveQuery(findNextDrainTimeForAccount).subscribe((at) => due.push(at));
    await signIn('a@clinica.test', 'x');
    await confirmNewEntry('1');
    await retryUntilPassing(() => expect(due.at(-1)).toBe(0));
    await expireSession(ANA_ID);
    await retryUntilPassing(() => expect(due.at(-1)).toBeNull());
    subscription.unsubscribe();
  });

  it('the session stays open when the server does not respond', async () => {
    await signIn('a@clinica.test', 'x');
    server.respond = failAsUnreachable;
    await revalidateSession();
    expect((await readAccount())?.gate).toBe('open');
  });
});

describe('S16 sign-out', () => {
  it('a sign-out deletes the data key, the account and the remembered patients from the device, and keeps unsent entries', async () => {
    await signIn('a@clinica.test', 'x');
    await rememberPatient(ANA_ID, createLocalPatient('9999000017'));
    await confirmNewEntry('9999000017');
    await signOut();
    expect([await readAccount(), await db.keys.count(), await db.patients.count()]).toEqual([null, 0, 0]);
    expect(await countUnsentEntries(ANA_ID)).toBe(1);
  });

  it('a sign-in waits for the response to the previous sign-out, which would delete the new cookie', async () => {
    await signIn('a@clinica.test', 'x');
    let respondToSignOut = () => {};
    const held = new Promise<void>((resolve) => (respondToSignOut = resolve));
    server.respond = async (path, request) => {
      if (path.endsWith('/auth/logout')) await held;
      return respondWithSession(BEA_ID)(path, request);
    };
    server.calls = [];
    const leaving = signOut();
    await retryUntilPassing(() => expect(server.calls).toEqual(['POST /api/v1/auth/logout']));
    const entering = signIn('b@clinica.test', 'x');
    await new Promise(setImmediate);
    expect(server.calls).toHaveLength(1);
    respondToSignOut();
    await Promise.all([leaving, entering]);
    expect(await readAccount()).toMatchObject({ userId: BEA_ID });
  });

  it.each([429, 502, 503])(
    'the device reports a sign-out again after a %i response, because the session has not ended',
    async (status) => {
      await signIn('a@clinica.test', 'x');
      server.respond = () => createErrorResponse(status, 'unavailable');
      await signOut();
      expect(await hasPendingSignOut()).toBe(true);
      expect(await resumeSession()).toBeNull();
      server.respond = respondWithSession(ANA_ID);
      await signOut();
      expect(await hasPendingSignOut()).toBe(false);
    },
  );

  it('the device reports an offline sign-out before the cookie can resume the session', async () => {
    await signIn('a@clinica.test', 'x');
    server.respond = failAsUnreachable;
    await signOut();
    expect(await resumeSession()).toBeNull();
    server.calls = [];
    server.respond = (path, request) =>
      path.endsWith('/auth/me')
        ? createErrorResponse(401, 'unauthenticated')
        : respondWithSession(ANA_ID)(path, request);
    expect(await resumeSession()).toBeNull();
    expect(server.calls).toEqual(['POST /api/v1/auth/logout', 'GET /api/v1/auth/me']);
  });
});

describe('app start', () => {
  it('P2.7 the app starts without network when a user is signed in on this device', async () => {
    await signInOnDevice(ANA_ID);
    server.respond = failAsUnreachable;
    expect(await resumeSession()).toMatchObject({ userId: ANA_ID });
    expect(server.calls).toEqual([]);
  });

  it("P2.7 the app resumes the cookie's session when it starts", async () => {
    expect(await resumeSession()).toMatchObject({ userId: ANA_ID });
    expect(await db.keys.get(ANA_ID)).toBeDefined();
  });
});

describe('patient lookup', () => {
  const patient = { ...createLocalPatient('9999000017'), id: BEA_ID };

  beforeEach(async () => {
    await signIn('a@clinica.test', 'x');
  });

  it('P7 the patient lookup treats a 404 as an unknown patient, not as an error', async () => {
    server.respond = () => createErrorResponse(404, 'not_found');
    expect(await lookUpPatient(ANA_ID, 'CC', '1')).toEqual({ source: 'server', patient: null });
  });

  it('D3 the offline lookup finds a patient from an earlier online lookup, whatever the format of the document number', async () => {
    server.respond = () => Response.json(patient);
    expect(await lookUpPatient(ANA_ID, 'CC', '9999000017')).toMatchObject({
      source: 'server',
      patient: { first_name: 'Zoraida' },
    });
    server.respond = failAsUnreachable;
    const found = await lookUpPatient(ANA_ID, 'CC', '9.999.000.017');
    expect(found).toMatchObject({
      source: 'device',
      cause: 'no_answer',
      patient: { id: BEA_ID, first_name: 'Zoraida' },
    });
    expect(await lookUpPatient(ANA_ID, 'TI', '9999000017')).toMatchObject({
      source: 'device',
      patient: null,
    });
  });

  it('P8.6 the patient lookup shows the server’s message when the server rejects it', async () => {
    server.respond = () => createErrorResponse(403, 'forbidden');
    expect(await lookUpPatient(ANA_ID, 'CC', '1')).toMatchObject({
      source: 'refused',
      refusal: { status: 403, message: 'No' },
    });
  });

  it("P10.2 the patient lookup reports that the patient's registration is already in the outbox", async () => {
    await confirmNewEntry('9999000017');
    expect(await findQueuedOrTodaysRegistration(ANA_ID, 'CC', '9999000017')).toMatchObject({
      where: 'queue',
      label: 'Ingreso',
    });
    expect(await findQueuedOrTodaysRegistration(ANA_ID, 'CC', '9999000018')).toBeNull();
  });
});
