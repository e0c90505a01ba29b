import { expect } from 'vitest';
import { listEntries, readSyncSummary } from '#storage/outbox/entries.ts';
import { outboxStore } from '#storage/outbox/outbox-store.ts';
import { outboxSender } from '#sync/outbox/sender.ts';
import { drain, type DrainPorts } from '#sync/outbox/drain.ts';
import { setDrainRequester } from '#sync/outbox/outbox.ts';
import { RequestLimiter } from '#sync/outbox/request-limiter.ts';
import { ANA, confirmation, confirmedEntry, signInOnDevice, wipeDevice } from './device.ts';
import { FLORES, INGRESO, KeylessServer } from './keyless-server.ts';

export const CALL = {
  create: 'POST /evaluations',
  look: 'GET /evaluations',
  open: 'GET /evaluations/:id',
  picture: 'POST /evaluations/:id/media',
  attach: 'POST /evaluations/:id/attachments',
} as const;

/** Signs Ana in on an empty device with a new server. The device sends only when the test drains. */
export async function freshKeylessReception(): Promise<KeylessServer> {
  await wipeDevice();
  await signInOnDevice(ANA);
  setDrainRequester(() => undefined);
  return new KeylessServer();
}

export const ports: DrainPorts = {
  store: outboxStore,
  courier: outboxSender,
  now: Date.now,
  jitter: () => 0.9,
  traffic: new RequestLimiter(Date.now),
};

interface RegistrationOptions {
  readonly ownerId?: string;
  readonly type?: typeof INGRESO;
  readonly capturedAt?: number;
  readonly info?: string;
}

export function register(
  number: string,
  { ownerId = ANA, type = INGRESO, capturedAt, info }: RegistrationOptions = {},
) {
  const given = confirmation(number);
  const form = { ...given.summary.form, evaluation_type_id: type.id, employer_company_id: FLORES.id };
  return confirmedEntry(number, {
    ownerId,
    capturedAt: capturedAt ?? Date.now(),
    body: JSON.stringify({
      evaluation_type_id: type.id,
      employer_company_id: FLORES.id,
      ...(info && { additional_info: info }),
      patient: { identification_number: number },
    }),
    summary: {
      ...given.summary,
      labels: { ...given.summary.labels, evaluationType: type.name },
      form,
    },
  });
}

/** Makes waiting items due, as if time had passed, and drains; repeats this `times` times. */
export async function drainRepeatedly(times = 1, ownerId = ANA): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    await outboxStore.wake(ownerId, ['no_answer', 'timeout', 'portal', 'busy', 'failing'], Date.now());
    await drain(ownerId, ports);
  }
}

export async function expectAllArrived(ownerId = ANA): Promise<void> {
  expect(await readSyncSummary(ownerId)).toEqual({ unsent: 0, attention: 0, sending: 0 });
}

/** Returns the codes of all rejections that a user must resolve. */
export const rejectionCodes = async (): Promise<unknown> =>
  (await listEntries(ANA, { limit: 9 })).flatMap(({ items }) =>
    items.flatMap(({ state }) => (state.name === 'attention' ? state.refusal.code : [])),
  );
