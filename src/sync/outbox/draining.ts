import { closeGate, readPresence } from '#storage/account/accounts.ts';
import { readLink } from '#storage/device/link.ts';
import { outboxStore } from '#storage/outbox/outbox-store.ts';
import { courier } from './courier.ts';
import { drainRound, type DrainOutcome, type RoundPorts } from './drain-round.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import type { DrainReason } from './messages.ts';
import { Traffic } from './traffic.ts';
import { isMultiplexed } from './transport.ts';

const lookers = new Set<() => void>();

/** Whoever drains in this context looks whether something new is due. */
export const lookAgain = (): void => lookers.forEach((look) => look());

/** Few photos are ever rejected for their size: the code that makes one smaller is loaded with the first. */
async function makeSmaller(claimed: ClaimedItem) {
  const code = await import('./smaller-photo.ts').catch(reportError);
  return code ? code.smallerPhoto(claimed) : null;
}

const ports: RoundPorts = {
  store: outboxStore,
  courier,
  makeSmaller,
  now: Date.now,
  jitter: Math.random,
  readPresence,
  closeGate,
  readLink,
  traffic: new Traffic(() => performance.now(), isMultiplexed),
  whenAsked(look) {
    lookers.add(look);
    return () => lookers.delete(look);
  },
};

/** Under the drain lock only (S13). */
export const drainNow = (reason: DrainReason): Promise<DrainOutcome> => drainRound(reason, ports);
