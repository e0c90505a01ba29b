import { expect, test } from '@playwright/test';
import {
  listReceivedRegistrations,
  countExecutedIdempotencyKeys,
  type ReceivedRegistration,
  type ClinicUser,
} from '#tests/support/server/clinic.ts';
import type { Visitor } from '#tests/support/base/patients.ts';
import type { ServerProcess } from '#tests/support/server/server-process.ts';

/** Returns the number of idempotency keys that the server stores: three per patient, or none in base-contract mode. */
const expectedIdempotencyKeyCount = (count: number): number =>
  'ofBaseContractAlone' in test.info().project.use ? 0 : count * 3;

/** Waits until everything has been delivered and asserts that each patient has exactly one evaluation, photo and signature. */
export async function expectDeliveredOnce(
  clinic: ServerProcess,
  member: ClinicUser,
  visitors: readonly Visitor[],
): Promise<ReceivedRegistration[]> {
  const complete = (list: ReceivedRegistration[]) =>
    list.filter(({ photo, signature }) => photo && signature).length;
  await expect
    .poll(async () => complete(await listReceivedRegistrations(clinic, member)), { intervals: [100, 250] })
    .toBe(visitors.length);
  const arrived = await listReceivedRegistrations(clinic, member);
  expect(arrived.map(({ document }) => document).sort()).toEqual(
    visitors.map(({ document }) => document).sort(),
  );
  expect(await countExecutedIdempotencyKeys(clinic, member)).toBe(
    expectedIdempotencyKeyCount(visitors.length),
  );
  return arrived;
}
