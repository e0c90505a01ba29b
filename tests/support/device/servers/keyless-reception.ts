import { expect } from 'vitest';
import { listEntries, readSyncSummary } from '#storage/outbox/entries.ts';
import { outboxStore } from '#storage/outbox/sending/outbox-store.ts';
import { outboxSender } from '#sync/outbox/sending/sender.ts';
import { drain, type DrainPorts } from '#sync/outbox/sending/drain.ts';
import { setDrainRequester } from '#sync/outbox/outbox.ts';
import { RequestLimiter } from '#sync/outbox/sending/request-limiter.ts';
import { ANA_ID, confirmation, confirmNewEntry, signInOnDevice, wipeDevice } from '../device.ts';
import { FLORES_COMPANY, ENTRY_EVALUATION_TYPE, NonIdempotentServer } from './keyless-server.ts';

export const CALL_NAMES = {
  create: 'POST /evaluations',
  look: 'GET /evaluations',
  open: 'GET /evaluations/:id',
  picture: 'POST /evaluations/:id/media',
  attach: 'POST /evaluations/:id/attachments',
} as const;

/** Signs Ana in on an empty device with a new server. The device sends only when the test drains. */
export async function startNonIdempotentReception(): Promise<NonIdempotentServer> {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
  setDrainRequester(() => undefined);
  return new NonIdempotentServer();
}

export const testDrainPorts: DrainPorts = {
  store: outboxStore,
  courier: outboxSender,
  now: Date.now,
  jitter: () => 0.9,
  traffic: new RequestLimiter(Date.now),
};

interface RegistrationOptions {
  readonly ownerId?: string;
  readonly type?: typeof ENTRY_EVALUATION_TYPE;
  readonly capturedAt?: number;
  readonly info?: string;
}

export function confirmSampleRegistration(
  number: string,
  { ownerId = ANA_ID, type = ENTRY_EVALUATION_TYPE, capturedAt, info }: RegistrationOptions = {},
) {
  const given = confirmation(number);
  const form = { ...given.summary.form, evaluation_type_id: type.id, employer_company_id: FLORES_COMPANY.id };
  return confirmNewEntry(number, {
    ownerId,
    capturedAt: capturedAt ?? Date.now(),
    body: JSON.stringify({
      evaluation_type_id: type.id,
      employer_company_id: FLORES_COMPANY.id,
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
export async function makeDueAndDrain(times = 1, ownerId = ANA_ID): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    await outboxStore.wake(ownerId, ['no_answer', 'timeout', 'portal', 'busy', 'failing'], Date.now());
    await drain(ownerId, testDrainPorts);
  }
}

export async function expectOutboxEmpty(ownerId = ANA_ID): Promise<void> {
  expect(await readSyncSummary(ownerId)).toEqual({ unsent: 0, attention: 0, sending: 0 });
}

/** Returns the codes of all rejections that a user must resolve. */
export const rejectionCodes = async (): Promise<unknown> =>
  (await listEntries(ANA_ID, { limit: 9 })).flatMap(({ items }) =>
    items.flatMap(({ state }) => (state.name === 'attention' ? state.refusal.code : [])),
  );
