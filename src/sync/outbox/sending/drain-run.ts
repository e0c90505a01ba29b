import type { ConnectionState } from '#domain/connection-state.ts';
import type { AccountRow } from '#storage/database/records.ts';
import { drain, wakeItemsAfterReconnect, type DrainResult, type DrainPorts } from './drain.ts';
import type { DrainReason } from './messages.ts';

/** Reasons for a drain that also sends items waiting for the connection: the connection may be back, or a user is waiting. */
const RECONNECT_REASONS: ReadonlySet<DrainReason> = new Set([
  'online',
  'person',
  'signed_in',
  'sync',
  'start',
]);

export type DrainRunOutcome = DrainResult | 'nobody_signed_in' | 'gate_closed';

export interface DrainRunPorts extends DrainPorts {
  readonly readPresence: () => Promise<Pick<AccountRow, 'userId' | 'gate'> | null>;
  readonly closeGate: (userId: string) => Promise<void>;
  readonly readLink: () => Promise<ConnectionState>;
}

/**
 * Runs a drain; the caller holds the drain lock. If the connection is down, first probes the server, and does not drain if the
 * probe fails. The owner is the user who is signed in when the function starts (S14).
 */
export async function runDrain(reason: DrainReason, ports: DrainRunPorts): Promise<DrainRunOutcome> {
  const account = await ports.readPresence();
  if (!account) return 'nobody_signed_in';
  if (account.gate !== 'open') return 'gate_closed';
  const link = await ports.readLink();
  if (link.name === 'down' && !(await ports.courier.probe()).reached) return 'link_down';
  if (link.name === 'down' || RECONNECT_REASONS.has(reason))
    await wakeItemsAfterReconnect(account.userId, ports);
  const end = await drain(account.userId, ports);
  if (end === 'session_ended') await ports.closeGate(account.userId);
  return end;
}
