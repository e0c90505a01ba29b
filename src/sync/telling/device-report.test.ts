import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HEADER } from '#contract/headers.ts';
import { closeGate, leaveAccount, readPresence } from '#storage/account/accounts.ts';
import { recordContact } from '#storage/device/contact.ts';
import { makeReportDue } from '#storage/device/device-census.ts';
import { ensureDeviceId, ensureIdentity } from '#storage/device/device-identity.ts';
import { readLink } from '#storage/device/link.ts';
import { eventually } from '#tests/support/base/eventually.ts';
import { ANA, BEA, confirmedEntry, refuseNext, signInOnDevice } from '#tests/support/device/device.ts';
import {
  beginReporting,
  endReporting,
  hearing,
  later,
  requestLock,
  told,
} from '#tests/support/device/reporting.ts';
import { refusing, stubProvider, unreachable, type Respond } from '#tests/support/device/session-provider.ts';
import { REPORT_EVERY_MS, REPORT_SPACING_MS, reportDevice } from './device-report.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

beforeEach(beginReporting);
afterEach(endReporting);

describe('S24 a device tells how much lies on it unsent', () => {
  it('of everybody, with the oldest by the provider’s clock, and nothing that names anybody', async () => {
    stubProvider(hearing);
    await signInOnDevice(BEA);
    const capturedAt = Date.parse('2026-11-20T12:12:00Z');
    await confirmedEntry('1', { ownerId: BEA, capturedAt, clockOffset: 60_000 });
    await signInOnDevice(ANA);
    await confirmedEntry('2');
    await confirmedEntry('3');
    await refuseNext();
    await reportDevice();
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
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
    expect(Object.keys(told[0]?.body ?? {}).sort()).toEqual([
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

  it('what the browser does not say is not guessed', async () => {
    vi.stubGlobal('navigator', { locks: { request: requestLock } });
    stubProvider(hearing);
    await reportDevice();
    expect(told[0]?.body).toMatchObject({ storage_used: null, storage_quota: null, storage_persisted: null });
  });

  it('under an id that outlives the sign-out and the next user', async () => {
    const id = await ensureDeviceId();
    await leaveAccount(Date.now());
    await signInOnDevice(BEA);
    expect(await Promise.all([ensureDeviceId(), ensureDeviceId()])).toEqual([id, id]);
  });

  it('again when something has changed, a minute apart at least', async () => {
    stubProvider(hearing);
    await reportDevice();
    await confirmedEntry('1');
    await reportDevice();
    expect(told).toHaveLength(1);
    later(REPORT_SPACING_MS);
    await reportDevice();
    expect(told.map(({ body }) => body['unsent'])).toEqual([0, 1]);
  });

  it('at once where nobody may be there to tell it later', async () => {
    stubProvider(hearing);
    await reportDevice();
    await confirmedEntry('1');
    await reportDevice('last_chance');
    expect(told).toHaveLength(2);
  });

  it('every quarter of an hour although nothing has changed, and not before', async () => {
    stubProvider(hearing);
    await reportDevice();
    later(REPORT_EVERY_MS - 1);
    await reportDevice('last_chance');
    expect(told).toHaveLength(1);
    later(1);
    await reportDevice();
    expect(told).toHaveLength(2);
  });

  it('S29 once the server answers again, which may be one of an older copy', async () => {
    stubProvider(hearing);
    await reportDevice();
    later(2 * REPORT_SPACING_MS);
    await reportDevice();
    expect(told).toHaveLength(1);
    await recordContact({ reached: false, cause: 'no_answer' }, Date.now(), 0);
    await recordContact({ reached: true }, Date.now(), 0);
    await reportDevice();
    expect(told).toHaveLength(2);
    later(REPORT_SPACING_MS);
    await reportDevice();
    expect(told, 'once').toHaveLength(2);
  });

  it('S29 as soon as one is asked for, as a sign-in does: the server may be another since', async () => {
    stubProvider(hearing);
    await reportDevice();
    await makeReportDue();
    await reportDevice();
    expect(told).toHaveLength(2);
  });

  it('a clock that was set back does not silence it', async () => {
    stubProvider(hearing);
    await reportDevice();
    later(-DAY_MS);
    await reportDevice();
    expect(told).toHaveLength(2);
  });

  it('one at a time: windows that come together tell it once', async () => {
    stubProvider(hearing);
    await Promise.all([reportDevice(), reportDevice(), reportDevice()]);
    expect(told).toHaveLength(1);
  });
});

describe('S24 only with a session that the provider takes', () => {
  it('nobody signed in, an ended session or a link that is down: nothing is asked', async () => {
    const provider = stubProvider(hearing);
    await recordContact({ reached: false, cause: 'no_answer' }, Date.now(), 0);
    await reportDevice();
    await recordContact({ reached: true }, Date.now(), 0);
    await closeGate(ANA);
    await reportDevice();
    await leaveAccount(Date.now());
    await reportDevice();
    expect(provider.calls).toEqual([]);
  });

  it('S9 a 401 closes the gate', async () => {
    stubProvider(() => refusing(401, 'session_expired'));
    await reportDevice();
    expect((await readPresence())?.gate).toBe('expired');
  });

  it('what did not arrive is told the next time', async () => {
    const provider = stubProvider(unreachable);
    await reportDevice();
    await eventually(async () => expect((await readLink()).name).toBe('down'));
    await recordContact({ reached: true }, Date.now(), 0);
    provider.respond = hearing;
    await reportDevice();
    expect(told).toHaveLength(1);
  });
});

describe('S23 a provider without the call', () => {
  const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });

  it.each<[string, () => Response]>([
    ['404', () => refusing(404, 'not_found')],
    ['405', () => refusing(405, 'method_not_allowed')],
    ['its own page, while it is in health', page],
  ])('that answers %s is not asked again for a day', async (_how, answer) => {
    const provider = stubProvider((path, request) =>
      path.endsWith('/health') ? hearing(path, request) : answer(),
    );
    await reportDevice();
    await eventually(async () => expect((await readLink()).name).toBe('up'));
    const asked = () => provider.calls.filter((call) => call.startsWith('PUT')).length;
    later(DAY_MS - MINUTE_MS); // Waiting moves a clock that stands still on.
    await reportDevice('last_chance');
    expect(asked()).toBe(1);
    later(2 * MINUTE_MS);
    await reportDevice();
    expect(asked()).toBe(2);
  });

  it.each([404, 405])(
    'one behind a gateway that answers everything with a bare %i is none',
    async (status) => {
      const provider = stubProvider(() => new Response(null, { status }));
      await reportDevice();
      provider.respond = hearing;
      await reportDevice();
      expect(told).toHaveLength(1);
    },
  );

  it('a portal is none: as soon as it is gone the device is told of', async () => {
    const provider = stubProvider(page);
    await reportDevice();
    await eventually(async () => expect((await readLink()).name).toBe('down'));
    await recordContact({ reached: true }, Date.now(), 0);
    provider.respond = hearing;
    await reportDevice();
    expect(told).toHaveLength(1);
  });
});

describe('S24 L1 a report is signed by the device', () => {
  const proofs: string[] = [];
  const noting =
    (answer: (sent: number) => Response): Respond =>
    (_path, request) => {
      proofs.push(request.headers.get(HEADER.deviceProof) ?? '');
      return answer(proofs.length);
    };
  const taken = () => new Response(null, { status: 204 });
  const keyOf = (proof: string): string =>
    (JSON.parse(atob(proof.split('.')[0]!)) as { jwk: { x: string } }).jwk.x;
  beforeEach(() => void (proofs.length = 0));

  it('with one key, whoever is signed in', async () => {
    stubProvider(noting(taken));
    await reportDevice();
    await leaveAccount(Date.now());
    await signInOnDevice(BEA);
    later(REPORT_EVERY_MS);
    await reportDevice();
    expect(new Set(proofs.map(keyOf)).size).toBe(1);
    expect(keyOf(proofs[0]!)).toBe((await ensureIdentity()).secret?.x);
  });

  it('a wrong clock costs another one, and ends no session', async () => {
    // The client repeats the call with another proof of the session, and the same of the report.
    stubProvider(noting((sent) => (sent <= 2 ? refusing(425, 'proof_stale') : taken())));
    await reportDevice();
    expect(proofs).toHaveLength(3);
    expect(new Set(proofs).size).toBe(2);
    expect((await readPresence())?.gate).toBe('open');
  });

  it('a device whose secret was lost is another one from then on', async () => {
    stubProvider(noting((sent) => (sent === 1 ? refusing(403, 'device_of_another') : taken())));
    const before = await ensureDeviceId();
    await reportDevice();
    expect(proofs).toHaveLength(2);
    expect(keyOf(proofs[1]!)).not.toBe(keyOf(proofs[0]!));
    expect(await ensureDeviceId()).not.toBe(before);
  });
});
