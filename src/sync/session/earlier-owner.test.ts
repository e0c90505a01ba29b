import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { db } from '#storage/database/database.ts';
import { restoreKeys } from '#storage/backup/key-backups.ts';
import { packRows } from '#storage/backup/backup-format.ts';
import { verifyBackupStatement } from '#storage/retention/statement.ts';
import { decodeVaultKey, importVaultKeys, makeRootKey, type RootKey } from '#storage/vault/vault.ts';
import { outboxStore } from '#storage/outbox/sending/outbox-store.ts';
import {
  NEXT_INCARNATION,
  createBackupStatementWithHmac,
  createBackupStatement,
} from '#tests/support/device/backup-statement.ts';
import {
  ANA_ID,
  BEA_ID,
  confirmNewEntry,
  listEntryPatientNames,
  wipeDevice,
} from '#tests/support/device/device.ts';
import {
  respondWithSession,
  emailOfUserId,
  createErrorResponse,
  sessionOf,
  stubServer,
  failAsUnreachable,
  type RequestResponder,
  type SessionServer,
} from '#tests/support/device/servers/session-server.ts';
import { setDrainRequester } from '../outbox/outbox.ts';
import { readAccount, revalidateSession, signOut } from './session.ts';
import { resumeSession, signIn } from './sign-in.ts';

let server: SessionServer;
const ANA_EMAIL = emailOfUserId(ANA_ID);

beforeEach(async () => {
  await wipeDevice();
  server = stubServer(respondWithSession(ANA_ID));
  setDrainRequester(() => undefined);
  const request = (_name: string, drain: () => Promise<unknown>) => drain();
  vi.stubGlobal('navigator', { locks: { request } });
});
afterEach(() => vi.unstubAllGlobals());

const respondAsSession =
  (keyOf: RequestResponder, session: object): RequestResponder =>
  (path, request) =>
    /\/auth\/(login|me)$/.test(path) ? Response.json(session) : keyOf(path, request);
const { user_id: _id, email: _email, ...unnamed } = sessionOf(ANA_ID);
const respondWithoutUser = respondAsSession(
  (path, request) =>
    path.endsWith('/me/vault-key')
      ? createErrorResponse(404, 'not_found')
      : respondWithSession(ANA_ID)(path, request),
  unnamed,
);
/** Server that was restored to a day before Ana existed and then created her again, with another id and key. */
const respondAsRecreatedUser = respondAsSession(respondWithSession(BEA_ID), {
  ...sessionOf(BEA_ID),
  email: ANA_EMAIL,
});

async function signInConfirmAndSignOut(respond: RequestResponder): Promise<string> {
  server.respond = respond;
  await signIn(ANA_EMAIL, 'Clave-2026');
  const ownerId = (await readAccount())!.userId;
  await confirmNewEntry('9999000017', { ownerId });
  await signOut();
  return ownerId;
}

describe.each<[string, RequestResponder, RequestResponder]>([
  ['that begins to name its users', respondWithoutUser, respondWithSession(ANA_ID)],
  ['that names them no more', respondWithSession(ANA_ID), respondWithoutUser],
  [
    'that was restored to a day before the user, who was made anew',
    respondWithSession(ANA_ID),
    respondAsRecreatedUser,
  ],
])('D2 S16 sign-in at a server %s', (_what, before, after) => {
  it('after the sign-in, online or offline, the unsent entries keep their owner id and can be read and sent', async () => {
    const owner = await signInConfirmAndSignOut(before);
    server.respond = after;
    expect(await signIn(ANA_EMAIL, 'Clave-2026')).toMatchObject({
      type: 'signed_in',
      account: { userId: owner },
    });
    expect(await listEntryPatientNames(owner)).toEqual(['Zoraida Quiñones']);
    await revalidateSession();
    expect((await readAccount())?.gate).toBe('open');
    expect(await outboxStore.claimNext(owner, Date.now())).not.toBeNull();
    await signOut();
    server.respond = failAsUnreachable;
    expect(await signIn(ANA_EMAIL, 'Clave-2026')).toMatchObject({
      account: { userId: owner, gate: 'offline' },
    });
    expect(await listEntryPatientNames(owner)).toEqual(['Zoraida Quiñones']);
    server.respond = after;
    await revalidateSession();
    expect((await readAccount())?.gate).toBe('open');
  });

  it('a session cookie does not resume the session, because only the password decrypts the unsent entries', async () => {
    await signInConfirmAndSignOut(before);
    server.respond = after;
    expect(await resumeSession()).toBeNull();
  });

  it('a sign-in with a changed password requests the previous password, and a wrong previous password leaves the unsent entries intact', async () => {
    const owner = await signInConfirmAndSignOut(before);
    server.respond = after;
    expect(await signIn(ANA_EMAIL, 'Otra-2027')).toEqual({ type: 'locked' });
    expect(await signIn(ANA_EMAIL, 'Otra-2027', 'ninguna')).toMatchObject({ type: 'signed_in' });
    const other = (await readAccount())!.userId;
    expect(other).not.toBe(owner);
    await confirmNewEntry('9999000018', { ownerId: other });
    await signOut();
    expect(await signIn(ANA_EMAIL, 'Otra-2027', 'Clave-2026')).toMatchObject({ account: { userId: owner } });
    expect(await listEntryPatientNames(owner)).toEqual(['Zoraida Quiñones']);
  });
});

it("S29 after the server has created the user again, the device accepts backup statements signed with the user's new key", async () => {
  const owner = await signInConfirmAndSignOut(respondWithSession(ANA_ID));
  server.respond = respondAsRecreatedUser;
  await signIn(ANA_EMAIL, 'Clave-2026');
  const root = decodeVaultKey(`${BEA_ID[0]}`.repeat(42) + 'A');
  const told = createBackupStatement({ life: NEXT_INCARNATION });
  const deviceId = crypto.randomUUID();
  const verifySentStatement = async (keys: RootKey) =>
    verifyBackupStatement(
      await createBackupStatementWithHmac(told, { userId: BEA_ID, deviceId }, await importVaultKeys(keys)),
      {
        userId: owner,
        deviceId,
      },
    );
  expect(await verifySentStatement(root)).toEqual(told);
  expect(await verifySentStatement(makeRootKey())).toBeNull();
  await signOut();
  expect(await db.keys.count()).toBe(0);
});

it("D2 the device keeps only the new user's copy of the data key when the earlier user of the same e-mail address left no unsent entries", async () => {
  await signIn(ANA_EMAIL, 'Clave-2026');
  await signOut();
  server.respond = respondAsRecreatedUser;
  expect(await signIn(ANA_EMAIL, 'Otra-2027')).toMatchObject({ account: { userId: BEA_ID } });
  expect((await db.deviceKeys.toArray()).map(({ userId }) => userId)).toEqual([BEA_ID]);
});

it("D2 S25 a data key restored from the backup does not overwrite the only copy of another user's data key", async () => {
  await signInConfirmAndSignOut(respondWithoutUser);
  const [own] = await db.deviceKeys.toArray();
  const copied = { ...own!, userId: BEA_ID, salt: own!.salt.slice().buffer };
  const cache = { match: () => Promise.resolve(new Response(packRows([copied]))) };
  await restoreKeys(cache as unknown as Cache);
  expect((await db.deviceKeys.toArray()).map(({ userId }) => userId)).toEqual([own!.userId]);
});
