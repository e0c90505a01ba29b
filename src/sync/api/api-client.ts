import type { RouteName } from '#contract/routes/routes.ts';
import type { ServerContactResult } from '#domain/connection-state.ts';
import { clockOffset } from '#domain/time/clock.ts';
import { SerialTaskQueue } from '#domain/serial.ts';
import type { ApiResponse, ContactResult } from '#network/response.ts';
import { CALL_UNKNOWN_CODE, createApiClient } from '#network/client.ts';
import { createTransport, type Transport } from '#network/transport.ts';
import { recordClockOffsetMs, updateConnectionState } from '#storage/device/contact.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { sessionProofMaker } from './session-proofs.ts';

/**
 * Writes contact notes (the outcome of each request, for connection state and clock) one after another, so that a slow write of
 * an older note cannot overwrite a newer one.
 */
const contactNoteQueue = new SerialTaskQueue();

function toServerContact({
  cause,
  status,
  carriedFile,
  sentAt,
  answeredAt,
}: ContactResult): ServerContactResult {
  if (cause !== null) return { reached: false, cause };
  return {
    reached: true,
    ...(status !== null && { status }),
    ...(!carriedFile && { roundTrip: answeredAt - sentAt }),
  };
}

async function storeServerContact(note: ContactResult): Promise<void> {
  await updateConnectionState(toServerContact(note), note.answeredAt, Math.random());
  // The clock offset assumes that the server responded in the middle of the exchange. For an exchange with a file this is wrong
  // by minutes, so it is ignored.
  if (note.providerNow !== null && !note.carriedFile)
    await recordClockOffsetMs(clockOffset(note.sentAt, note.answeredAt, note.providerNow), note.answeredAt);
}

/** A note that cannot be written, because the database is being closed, is dropped; the next request writes a new note. */
const createDeviceTransport = (take: (note: ContactResult) => Promise<void>): Transport =>
  createTransport({
    fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
    now: Date.now,
    onContact: (note) => void contactNoteQueue.run(() => take(note)).catch(() => undefined),
    onFault: (error: unknown) => reportError(error),
    proofs: sessionProofMaker,
  });

const probeClient = createApiClient<'health' | 'me'>(createDeviceTransport(storeServerContact));

const PROBE_TIMEOUT_MS = 5_000;

/**
 * Requests the server's health. If a server lacks /health, its response to the session call shows that it is no captive portal
 * (S6).
 */
export async function requestHealth(): Promise<ApiResponse<unknown>> {
  const response = await probeClient.call('health', { timeoutMs: PROBE_TIMEOUT_MS });
  return response.type === 'error' &&
    (response.refusal.code === CALL_UNKNOWN_CODE || response.refusal.status === 404)
    ? probeClient.call('me', { timeoutMs: PROBE_TIMEOUT_MS })
    : response;
}

let pendingHealthRequest: Promise<unknown> | null = null;

/**
 * Updates the connection state after a call. A single unexpected response does not set a working connection to down; the health
 * check decides (S6).
 */
async function storeContactOrCheckHealth(note: ContactResult): Promise<void> {
  if (note.cause !== 'portal' || (await readConnectionState()).name !== 'up') return storeServerContact(note);
  pendingHealthRequest ??= requestHealth().finally(() => (pendingHealthRequest = null));
}

/** Transport of this page or worker. Each response, and each missing response, updates connection state and clock. */
export const transport = createDeviceTransport(storeContactOrCheckHealth);

/** Calls reserved for the outbox, which sends confirmed content. */
type OutboxCall = 'createEvaluation' | 'addMedia' | 'addAttachment';
/**
 * Calls that open, change or end the session. Only the modules of `src/sync/session` and branches.ts may make them, because
 * these modules also update the device.
 */
type SessionCall =
  | 'login'
  | 'logout'
  | 'me'
  | 'bindSession'
  | 'vaultKey'
  | 'changePassword'
  | 'completePasswordReset'
  | 'createFirstAdministrator'
  | 'setActiveBranch';
/** Calls of screens. The type excludes the calls of the outbox, so that no screen bypasses it (S1). */
export type ScreenCall = Exclude<RouteName, OutboxCall | SessionCall>;

/** Client of the outbox and of the session, which handle rejections themselves. */
export const apiClient = createApiClient<RouteName>(transport);
/** Client of calls whose rejections do not change the session state: background work and public calls. */
export const backgroundClient = createApiClient<ScreenCall>(transport);
