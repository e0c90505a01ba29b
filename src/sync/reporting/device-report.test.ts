import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HEADER } from '#contract/headers.ts';
import { expireSession, signOutAccount, readSignedInState } from '#storage/account/accounts.ts';
import { updateConnectionState } from '#storage/device/contact.ts';
import { makeDeviceReportDue } from '#storage/device/device-census.ts';
import { ensureDeviceId, ensureDeviceIdentity } from '#storage/device/device-identity.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import {
  ANA_ID,
  BEA_ID,
  confirmNewEntry,
  rejectNextItem,
  signInOnDevice,
} from '#tests/support/device/device.ts';
import {
  setUpReportingDevice,
  tearDownReportingDevice,
  acceptReports,
  advanceClock,
  requestFakeLock,
  receivedReports,
} from '#tests/support/device/servers/reporting.ts';
import {
  createErrorResponse,
  stubServer,
  failAsUnreachable,
  type RequestResponder,
} from '#tests/support/device/servers/session-server.ts';
import {
  DEVICE_REPORT_INTERVAL_MS,
  MIN_DEVICE_REPORT_INTERVAL_MS,
  reportDeviceIfDue,
} from './device-report.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

beforeEach(setUpReportingDevice);
afterEach(tearDownReportingDevice);

describe('S24 report of the unsent entries on a device', () => {
  it('the device report contains the number of unsent entries of all users and the time of the oldest one by the server’s clock, but no user or patient', async () => {
    stubServer(acceptReports);
    await signInOnDevice(BEA_ID);
    const capturedAt = Date.parse('2026-11-20T12:12:00Z');
    await confirmNewEntry('1', { ownerId: BEA_ID, capturedAt, clockOffset: 60_000 });
    await signInOnDevice(ANA_ID);
    await confirmNewEntry('2');
    await confirmNewEntry('3');
    await rejectNextItem();
    await reportDeviceIfDue();
    expect(receivedReports).toHaveLength(1);
    expect(receivedReports[0]).toMatchObject({
      path: `/api/v1/devices/${await ensureDeviceId()}`,
      body: {
        unsent: 3,
        attention: 1,
        oldest_captured_at: '2026-11-20T12:13:00.000Z',
        storage_used: 1_235,
        storage_quota: 9_000,
        storage_persisted: true,
      },
    });
    expect(Object.keys(receivedReports[0]?.body ?? {}).sort()).toEqual([
      'asks_copies',
      'attention',
      'oldest_captured_at',
      'storage_persisted',
      'storage_quota',
      'storage_used',
      'turn_counter',
      'unsent',
    ]);
  });

  it('a report contains null for values that the browser does not provide', async () => {
    vi.stubGlobal('navigator', { locks: { request: requestFakeLock } });
    stubServer(acceptReports);
    await reportDeviceIfDue();
    expect(receivedReports[0]?.body).toMatchObject({
      storage_used: null,
      storage_quota: null,
      storage_persisted: null,
    });
  });

  it('the device id in reports stays the same after a sign-out and for the next user', async () => {
    const id = await ensureDeviceId();
    await signOutAccount(Date.now());
    await signInOnDevice(BEA_ID);
    expect(await Promise.all([ensureDeviceId(), ensureDeviceId()])).toEqual([id, id]);
  });

  it('the device reports a change of its entry counts, but not within a minute of the previous report', async () => {
    stubServer(acceptReports);
    await reportDeviceIfDue();
    await confirmNewEntry('1');
    await reportDeviceIfDue();
    expect(receivedReports).toHaveLength(1);
    advanceClock(MIN_DEVICE_REPORT_INTERVAL_MS);
    await reportDeviceIfDue();
    expect(receivedReports.map(({ body }) => body['unsent'])).toEqual([0, 1]);
  });

  it('the device reports a change of its entry counts at once when the session or the service worker is about to end', async () => {
    stubServer(acceptReports);
    await reportDeviceIfDue();
    await confirmNewEntry('1');
    await reportDeviceIfDue('last_chance');
    expect(receivedReports).toHaveLength(2);
  });

  it('the device reports every quarter of an hour even if nothing has changed', async () => {
    stubServer(acceptReports);
    await reportDeviceIfDue();
    advanceClock(DEVICE_REPORT_INTERVAL_MS - 1);
    await reportDeviceIfDue('last_chance');
    expect(receivedReports).toHaveLength(1);
    advanceClock(1);
    await reportDeviceIfDue();
    expect(receivedReports).toHaveLength(2);
  });

  it('S29 the device reports when the server responds again, because the server may be restored from an older backup', async () => {
    stubServer(acceptReports);
    await reportDeviceIfDue();
    advanceClock(2 * MIN_DEVICE_REPORT_INTERVAL_MS);
    await reportDeviceIfDue();
    expect(receivedReports).toHaveLength(1);
    await updateConnectionState({ reached: false, cause: 'no_answer' }, Date.now(), 0);
    await updateConnectionState({ reached: true }, Date.now(), 0);
    await reportDeviceIfDue();
    expect(receivedReports).toHaveLength(2);
    advanceClock(MIN_DEVICE_REPORT_INTERVAL_MS);
    await reportDeviceIfDue();
    expect(receivedReports, 'once').toHaveLength(2);
  });

  it('S29 the device reports at once when a sign-in, possibly at another server, has made a report due', async () => {
    stubServer(acceptReports);
    await reportDeviceIfDue();
    await makeDeviceReportDue();
    await reportDeviceIfDue();
    expect(receivedReports).toHaveLength(2);
  });

  it('the device sends its report of the unsent entries even after its clock was set back', async () => {
    stubServer(acceptReports);
    await reportDeviceIfDue();
    advanceClock(-DAY_MS);
    await reportDeviceIfDue();
    expect(receivedReports).toHaveLength(2);
  });

  it('several windows that report at the same time send one report', async () => {
    stubServer(acceptReports);
    await Promise.all([reportDeviceIfDue(), reportDeviceIfDue(), reportDeviceIfDue()]);
    expect(receivedReports).toHaveLength(1);
  });
});

describe('S24 device report and the session', () => {
  it('the device sends no report without a signed-in user, with an ended session or without a connection', async () => {
    const server = stubServer(acceptReports);
    await updateConnectionState({ reached: false, cause: 'no_answer' }, Date.now(), 0);
    await reportDeviceIfDue();
    await updateConnectionState({ reached: true }, Date.now(), 0);
    await expireSession(ANA_ID);
    await reportDeviceIfDue();
    await signOutAccount(Date.now());
    await reportDeviceIfDue();
    expect(server.calls).toEqual([]);
  });

  it('S9 the session expires when a report gets a 401', async () => {
    stubServer(() => createErrorResponse(401, 'session_expired'));
    await reportDeviceIfDue();
    expect((await readSignedInState())?.gate).toBe('expired');
  });

  it('the device repeats a report later when it got no response', async () => {
    const server = stubServer(failAsUnreachable);
    await reportDeviceIfDue();
    await retryUntilPassing(async () => expect((await readConnectionState()).name).toBe('down'));
    await updateConnectionState({ reached: true }, Date.now(), 0);
    server.respond = acceptReports;
    await reportDeviceIfDue();
    expect(receivedReports).toHaveLength(1);
  });
});

describe('S23 server without device reports', () => {
  const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });

  it.each<[string, () => Response]>([
    ['404', () => createErrorResponse(404, 'not_found')],
    ['405', () => createErrorResponse(405, 'method_not_allowed')],
    ['its own page, while it is in health', page],
  ])('the device sends no report for a day after the response %s', async (_how, response) => {
    const server = stubServer((path, request) =>
      path.endsWith('/health') ? acceptReports(path, request) : response(),
    );
    await reportDeviceIfDue();
    await retryUntilPassing(async () => expect((await readConnectionState()).name).toBe('up'));
    const requestCount = () => server.calls.filter((call) => call.startsWith('PUT')).length;
    advanceClock(DAY_MS - MINUTE_MS); // A minute less, because `eventually` advances the frozen clock while it waits.
    await reportDeviceIfDue('last_chance');
    expect(requestCount()).toBe(1);
    advanceClock(2 * MINUTE_MS);
    await reportDeviceIfDue();
    expect(requestCount()).toBe(2);
  });

  it.each([404, 405])(
    'the device repeats a report after a %i response without a message, because a gateway may have sent the response',
    async (status) => {
      const server = stubServer(() => new Response(null, { status }));
      await reportDeviceIfDue();
      server.respond = acceptReports;
      await reportDeviceIfDue();
      expect(receivedReports).toHaveLength(1);
    },
  );

  it('the device repeats a report after a captive portal responded to it', async () => {
    const server = stubServer(page);
    await reportDeviceIfDue();
    await retryUntilPassing(async () => expect((await readConnectionState()).name).toBe('down'));
    await updateConnectionState({ reached: true }, Date.now(), 0);
    server.respond = acceptReports;
    await reportDeviceIfDue();
    expect(receivedReports).toHaveLength(1);
  });
});

describe('S24 L1 signature of a report', () => {
  const proofs: string[] = [];
  const recordReports =
    (response: (sent: number) => Response): RequestResponder =>
    (_path, request) => {
      proofs.push(request.headers.get(HEADER.deviceProof) ?? '');
      return response(proofs.length);
    };
  const acceptedResponse = () => new Response(null, { status: 204 });
  const keyOf = (proof: string): string =>
    (JSON.parse(atob(proof.split('.')[0]!)) as { jwk: { x: string } }).jwk.x;
  beforeEach(() => void (proofs.length = 0));

  it('the device signs the reports of all users with one key', async () => {
    stubServer(recordReports(acceptedResponse));
    await reportDeviceIfDue();
    await signOutAccount(Date.now());
    await signInOnDevice(BEA_ID);
    advanceClock(DEVICE_REPORT_INTERVAL_MS);
    await reportDeviceIfDue();
    expect(new Set(proofs.map(keyOf)).size).toBe(1);
    expect(keyOf(proofs[0]!)).toBe((await ensureDeviceIdentity()).secret?.x);
  });

  it('the device signs a report again when its clock was wrong, and the session stays open', async () => {
    // Two rejections: the client already repeats a rejected call once, with a new session proof and the same signature of the
    // report.
    stubServer(
      recordReports((sent) => (sent <= 2 ? createErrorResponse(425, 'proof_stale') : acceptedResponse())),
    );
    await reportDeviceIfDue();
    expect(proofs).toHaveLength(3);
    expect(new Set(proofs).size).toBe(2);
    expect((await readSignedInState())?.gate).toBe('open');
  });

  it('the device creates another device id and key and reports again when the server rejects the key for its device id', async () => {
    stubServer(
      recordReports((sent) =>
        sent === 1 ? createErrorResponse(403, 'device_of_another') : acceptedResponse(),
      ),
    );
    const before = await ensureDeviceId();
    await reportDeviceIfDue();
    expect(proofs).toHaveLength(2);
    expect(keyOf(proofs[1]!)).not.toBe(keyOf(proofs[0]!));
    expect(await ensureDeviceId()).not.toBe(before);
  });
});
