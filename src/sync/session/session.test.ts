import { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeGate, hasPendingSignOut } from '#storage/account/accounts.ts';
import { db } from '#storage/database/database.ts';
import { readReport, saveReport } from '#storage/device/device-census.ts';
import { readEntry } from '#storage/outbox/entries.ts';
import { rememberPatient } from '#storage/outbox/patients.ts';
import { eventually } from '#tests/support/base/eventually.ts';
import {
  ANA,
  BEA,
  confirmedEntry,
  person,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import {
  answering,
  refusing,
  stubProvider,
  unreachable,
  type SessionProvider,
} from '#tests/support/device/session-provider.ts';
import { lookUpPatient, findToday } from '../reads/lookup.ts';
import { nextDueForAccount, setDrainRequester } from '../outbox/outbox.ts';
import { countUnsent, readAccount, revalidateSession, signOut } from './session.ts';
import { resumeSession, signIn } from './sign-in.ts';

let provider: SessionProvider;
let drains: string[];

beforeEach(async () => {
  await wipeDevice();
  drains = [];
  provider = stubProvider(answering(ANA));
  setDrainRequester((reason) => drains.push(reason));
});
afterEach(() => vi.unstubAllGlobals());

describe('signing in', () => {
  it.each<[what: string, meanwhile: () => Promise<unknown>]>([
    ['its own window signs out', () => signOut()],
    ['another one changes the user', () => signInOnDevice(BEA)],
  ])(
    'S16 that is slow opens nothing where %s meanwhile, and its session is told to end',
    async (_what, meanwhile) => {
      await signIn('a@clinica.test', 'x');
      const after: Promise<unknown>[] = [];
      provider.respond = (path, request) => {
        if (path.endsWith('/me/vault-key')) after.push(meanwhile());
        return answering(ANA)(path, request);
      };
      provider.calls = [];
      expect(await signIn('a@clinica.test', 'x')).toEqual({ type: 'overtaken' });
      await Promise.all(after);
      expect((await readAccount())?.userId).not.toBe(ANA);
      expect(await db.keys.get(ANA)).toBeUndefined();
      expect(provider.calls).toContain('POST /api/v1/auth/logout');
      expect(await hasPendingSignOut()).toBe(false);
    },
  );

  it('D2 brings the data key, non-extractable, and starts the drain', async () => {
    expect(await signIn('a@clinica.test', 'x')).toMatchObject({
      type: 'signed_in',
      account: { userId: ANA, gate: 'open' },
    });
    const keys = await db.keys.get(ANA);
    expect([keys?.seal.extractable, keys?.tag.extractable]).toEqual([false, false]);
    expect(drains).toEqual(['signed_in']);
  });

  it('S29 makes the next report due: the server may have come back from an older copy', async () => {
    const told = { unsent: 0, attention: 0, notBefore: 0 };
    await saveReport({ ...told, sentAt: Date.now() });
    await signIn('a@clinica.test', 'x');
    expect(await readReport()).toMatchObject({ ...told, sentAt: 0 });
  });

  it('P6.1 permissions of a newer provider are left out, not refused', async () => {
    await signIn('a@clinica.test', 'x');
    expect((await readAccount())?.actions).toEqual(['register_patients']);
  });

  it('P8.15 tells refusal and silence apart', async () => {
    provider.respond = () => refusing(401, 'invalid_credentials');
    expect(await signIn('a', 'b')).toMatchObject({
      type: 'refused',
      status: 401,
      code: 'invalid_credentials',
    });
    provider.respond = unreachable;
    expect(await signIn('a', 'b')).toEqual({ type: 'unreachable', cause: 'no_answer' });
    provider.respond = () => new Response('<html>');
    expect(await signIn('a', 'b')).toEqual({ type: 'unreachable', cause: 'portal' });
    expect(await readAccount()).toBeNull();
  });

  it("S14 D2 another user's sign-in takes the first one's key off the device and leaves what is unsent", async () => {
    await signIn('a@clinica.test', 'x');
    await rememberPatient(ANA, person('9999000017'));
    await confirmedEntry('9999000017');
    provider.respond = answering(BEA);
    await signIn('b@clinica.test', 'x');
    expect(await db.keys.get(ANA)).toBeUndefined();
    expect(await db.patients.where('ownerId').equals(ANA).count()).toBe(0);
    expect(await countUnsent(ANA)).toBe(1);
  });
});

describe('S9 an ended session', () => {
  it('closes the gate, keeps key and entries, and opens again by signing in in place', async () => {
    await signIn('a@clinica.test', 'x');
    const entryId = await confirmedEntry('1');
    provider.respond = () => refusing(401, 'unauthenticated');
    await revalidateSession();
    expect((await readAccount())?.gate).toBe('expired');
    expect(await readEntry(ANA, entryId)).not.toBeNull();
    provider.respond = answering(ANA);
    await signIn('a@clinica.test', 'x');
    expect((await readAccount())?.gate).toBe('open');
  });

  it('a cookie that became another person’s closes the gate too', async () => {
    await signIn('a@clinica.test', 'x');
    provider.respond = answering(BEA);
    await revalidateSession();
    expect(await readAccount()).toMatchObject({ userId: ANA, gate: 'expired' });
  });

  it('S17 the time of the next drain follows the queue and the gate', async () => {
    const due: (number | null)[] = [];
    const subscription = liveQuery(nextDueForAccount).subscribe((at) => due.push(at));
    await signIn('a@clinica.test', 'x');
    await confirmedEntry('1');
    await eventually(() => expect(due.at(-1)).toBe(0));
    await closeGate(ANA);
    await eventually(() => expect(due.at(-1)).toBeNull());
    subscription.unsubscribe();
  });

  it('silence says nothing about the session', async () => {
    await signIn('a@clinica.test', 'x');
    provider.respond = unreachable;
    await revalidateSession();
    expect((await readAccount())?.gate).toBe('open');
  });
});

describe('S16 signing out', () => {
  it('takes key, account and cached patients, and keeps what is unsent', async () => {
    await signIn('a@clinica.test', 'x');
    await rememberPatient(ANA, person('9999000017'));
    await confirmedEntry('9999000017');
    await signOut();
    expect([await readAccount(), await db.keys.count(), await db.patients.count()]).toEqual([null, 0, 0]);
    expect(await countUnsent(ANA)).toBe(1);
  });

  it('is told to the provider before the next sign-in, whose cookie its late answer would take', async () => {
    await signIn('a@clinica.test', 'x');
    let answerSignOut = () => {};
    const held = new Promise<void>((resolve) => (answerSignOut = resolve));
    provider.respond = async (path, request) => {
      if (path.endsWith('/auth/logout')) await held;
      return answering(BEA)(path, request);
    };
    provider.calls = [];
    const leaving = signOut();
    await eventually(() => expect(provider.calls).toEqual(['POST /api/v1/auth/logout']));
    const entering = signIn('b@clinica.test', 'x');
    await new Promise(setImmediate);
    expect(provider.calls).toHaveLength(1);
    answerSignOut();
    await Promise.all([leaving, entering]);
    expect(await readAccount()).toMatchObject({ userId: BEA });
  });

  it.each([429, 502, 503])(
    'that a %i answered is told again: nobody has ended the session',
    async (status) => {
      await signIn('a@clinica.test', 'x');
      provider.respond = () => refusing(status, 'unavailable');
      await signOut();
      expect(await hasPendingSignOut()).toBe(true);
      expect(await resumeSession()).toBeNull();
      provider.respond = answering(ANA);
      await signOut();
      expect(await hasPendingSignOut()).toBe(false);
    },
  );

  it('without network is made good before the cookie can sign anybody in', async () => {
    await signIn('a@clinica.test', 'x');
    provider.respond = unreachable;
    await signOut();
    expect(await resumeSession()).toBeNull();
    provider.calls = [];
    provider.respond = (path, request) =>
      path.endsWith('/auth/me') ? refusing(401, 'unauthenticated') : answering(ANA)(path, request);
    expect(await resumeSession()).toBeNull();
    expect(provider.calls).toEqual(['POST /api/v1/auth/logout', 'GET /api/v1/auth/me']);
  });
});

describe('starting', () => {
  it('P2.7 needs no network when somebody is signed in on this device', async () => {
    await signInOnDevice(ANA);
    provider.respond = unreachable;
    expect(await resumeSession()).toMatchObject({ userId: ANA });
    expect(provider.calls).toEqual([]);
  });

  it('P2.7 takes up the session that the cookie stands for', async () => {
    expect(await resumeSession()).toMatchObject({ userId: ANA });
    expect(await db.keys.get(ANA)).toBeDefined();
  });
});

describe('looking up a person', () => {
  const patient = { ...person('9999000017'), id: BEA };

  beforeEach(async () => {
    await signIn('a@clinica.test', 'x');
  });

  it('P7 404 means nobody, not an error', async () => {
    provider.respond = () => refusing(404, 'not_found');
    expect(await lookUpPatient(ANA, 'CC', '1')).toEqual({ source: 'server', patient: null });
  });

  it('D3 whoever was looked up once is found without network, however the number is written', async () => {
    provider.respond = () => Response.json(patient);
    expect(await lookUpPatient(ANA, 'CC', '9999000017')).toMatchObject({
      source: 'server',
      patient: { first_name: 'Zoraida' },
    });
    provider.respond = unreachable;
    const found = await lookUpPatient(ANA, 'CC', '9.999.000.017');
    expect(found).toMatchObject({
      source: 'device',
      cause: 'no_answer',
      patient: { id: BEA, first_name: 'Zoraida' },
    });
    expect(await lookUpPatient(ANA, 'TI', '9999000017')).toMatchObject({ source: 'device', patient: null });
  });

  it('P8.6 keeps what the provider says when it refuses', async () => {
    provider.respond = () => refusing(403, 'forbidden');
    expect(await lookUpPatient(ANA, 'CC', '1')).toMatchObject({
      source: 'refused',
      refusal: { status: 403, message: 'No' },
    });
  });

  it('P10.2 points out a person who waits in the queue already', async () => {
    await confirmedEntry('9999000017');
    expect(await findToday(ANA, 'CC', '9999000017')).toMatchObject({ where: 'queue', label: 'Ingreso' });
    expect(await findToday(ANA, 'CC', '9999000018')).toBeNull();
  });
});
