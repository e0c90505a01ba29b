import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { db } from '#storage/database/database.ts';
import { lockNow, readLock } from '#storage/account/lock.ts';
import { ANA, wipeDevice } from '#tests/support/device/device.ts';
import {
  answering,
  mailOf,
  refusing,
  stubProvider,
  unreachable,
  type SessionProvider,
} from '#tests/support/device/session-provider.ts';
import { setDrainRequester } from '../outbox/outbox.ts';
import { resumeSession, signIn } from './sign-in.ts';
import { unlock } from './unlock.ts';

let provider: SessionProvider;
const isLocked = async () => (await readLock()).locked;

beforeEach(async () => {
  await wipeDevice();
  setDrainRequester(() => undefined);
  provider = stubProvider(answering(ANA));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function lockedAfterSignIn(): Promise<void> {
  await signIn(mailOf(ANA), 'Clave-2026');
  await lockNow(Date.now());
  provider.calls = [];
}

describe('Lock opens by the password of whoever is signed in', () => {
  it('by the device’s own copy, without asking anybody', async () => {
    await lockedAfterSignIn();
    provider.respond = unreachable;
    expect(await unlock('Clave-2026')).toEqual({ type: 'unlocked' });
    expect(await isLocked()).toBe(false);
    expect(provider.calls).toEqual([]);
    expect(await db.deviceKeys.toArray()).toMatchObject([{ wrong: 0, blockedUntil: 0 }]);
  });

  it('a wrong one does not, is counted on the disk, and puts off the next, the right one too', async () => {
    await lockedAfterSignIn();
    provider.respond = unreachable;
    // On a busy machine the key of one password takes longer than the pause.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    expect(await unlock('otra')).toEqual({ type: 'wrong', judged: false });
    expect(await isLocked()).toBe(true);
    expect(await unlock('Clave-2026')).toMatchObject({ type: 'wait' });
    expect(await isLocked()).toBe(true);
  });

  it('the provider’s word on a wrong one is told as its word', async () => {
    await lockedAfterSignIn();
    provider.respond = () => refusing(401, 'invalid_credentials');
    expect(await unlock('otra')).toEqual({ type: 'wrong', judged: true });
    expect(await isLocked()).toBe(true);
  });

  it('D2 a password that was changed elsewhere opens it by the provider, and from then on without network', async () => {
    await lockedAfterSignIn();
    expect(await unlock('Nueva-2027')).toEqual({ type: 'unlocked' });
    expect(await isLocked()).toBe(false);
    await lockNow(Date.now());
    provider.respond = unreachable;
    expect(await unlock('Nueva-2027')).toEqual({ type: 'unlocked' });
  });

  it('a session that was taken up by its cookie has no copy here: the provider judges', async () => {
    await resumeSession();
    await lockNow(Date.now());
    provider.respond = unreachable;
    expect(await unlock('Clave-2026')).toMatchObject({ type: 'unreachable' });
    provider.respond = answering(ANA);
    expect(await unlock('Clave-2026')).toEqual({ type: 'unlocked' });
    expect(await isLocked()).toBe(false);
  });

  it('while the link is down nobody waits for the provider to refuse what the device has refused', async () => {
    await lockedAfterSignIn();
    const now = Date.now();
    const link = { name: 'down', since: now, cause: 'no_answer', failures: 1, nextProbeAt: now } as const;
    await db.device.put({ id: 'link', link });
    expect(await unlock('otra')).toEqual({ type: 'wrong', judged: false });
    expect(provider.calls).toEqual([]);
  });
});
