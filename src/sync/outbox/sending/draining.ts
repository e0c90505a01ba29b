import { expireSession, readSignedInState } from '#storage/account/accounts.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { outboxStore } from '#storage/outbox/sending/outbox-store.ts';
import { outboxSender } from './sender.ts';
import { runDrain, type DrainRunOutcome, type DrainRunPorts } from './drain-run.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import type { DrainReason } from './messages.ts';
import { RequestLimiter } from './request-limiter.ts';
import { wasLastResponseMultiplexed } from './transport.ts';

const dueItemListeners = new Set<() => void>();

export const notifyRunningDrains = (): void => dueItemListeners.forEach((look) => look());

/** Loads the code for smaller photos on demand, because few photos are rejected for their size. */
async function loadCodeAndShrinkPhoto(claimed: ClaimedItem) {
  const code = await import('./smaller-photo.ts').catch(reportError);
  return code ? code.prepareSmallerPhoto(claimed) : null;
}

const drainPorts: DrainRunPorts = {
  store: outboxStore,
  courier: outboxSender,
  makeSmaller: loadCodeAndShrinkPhoto,
  now: Date.now,
  jitter: Math.random,
  readPresence: readSignedInState,
  closeGate: expireSession,
  readLink: readConnectionState,
  traffic: new RequestLimiter(() => performance.now(), wasLastResponseMultiplexed),
  onRequest(look) {
    dueItemListeners.add(look);
    return () => dueItemListeners.delete(look);
  },
};

/** Runs a drain; the caller must hold the drain lock (S13). */
export const drainWithLockHeld = (reason: DrainReason): Promise<DrainRunOutcome> =>
  runDrain(reason, drainPorts);
