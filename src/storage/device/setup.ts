import * as z from 'zod/mini';
import { SETUP_STEPS, type SetupStatus, type SetupStep } from '#domain/setup/steps.ts';
import { runStorageOperation } from '../base/problem.ts';
import { readDeviceRow } from '../database/device-row.ts';
import { db } from '../database/database.ts';

/**
 * Set-up steps that an administrator skipped on this device, and the last set-up state that the server
 * reported.
 */
export interface StoredSetup {
  readonly skipped: readonly SetupStep[];
  /** Last set-up state of the server; null before the first request. */
  readonly facts: SetupStatus | null;
}

const EMPTY_SETUP: StoredSetup = { skipped: [], facts: null };

const CountOrZero = z._default(z.int(), 0);
const BooleanOrFalse = z._default(z.boolean(), false);
/** Another app version may have written the row: a missing fact counts as not done, an unknown step is ignored. */
const SetupRow = z.object({
  skipped: z.pipe(
    z._default(z.array(z.string()), []),
    z.transform((steps) => SETUP_STEPS.filter((step) => steps.includes(step))),
  ),
  facts: z._default(
    z.nullable(
      z.object({
        hasBranch: BooleanOrFalse,
        hasLogo: BooleanOrFalse,
        types: CountOrZero,
        exams: CountOrZero,
        doctors: z._default(z.enum(['none', 'unsigned', 'signed']), 'none'),
        colleagues: CountOrZero,
        hasRegistered: BooleanOrFalse,
      }),
    ),
    null,
  ),
});

export async function readStoredSetup(ownerId: string): Promise<StoredSetup> {
  const row = await readDeviceRow('setup');
  const kept = row?.ownerId === ownerId ? SetupRow.safeParse(row) : null;
  return kept?.success ? kept.data : EMPTY_SETUP;
}

export const saveStoredSetup = (ownerId: string, kept: StoredSetup): Promise<void> =>
  runStorageOperation(async () => {
    await db.device.put({ id: 'setup', ownerId, skipped: [...kept.skipped], facts: kept.facts });
  });
