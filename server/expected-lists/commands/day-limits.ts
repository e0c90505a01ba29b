import { sql } from 'drizzle-orm';
import {
  EXPECTED_DAY_LISTS_MAX,
  EXPECTED_DAY_PEOPLE_MAX,
} from '#contract/records/evaluation/expected-day.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { expectedLists } from '../../schema/expected-lists.ts';
import { type ExpectedDayKey, countPeopleOfDay, listsOfDay } from '../queries/lists.ts';

const formatCount = (rows: number): string => rows.toLocaleString('es-CO');

/** Locks the day until the transaction ends, so that concurrent requests do not exceed its limits together. */
async function lockAndCountDay(tx: Transaction, key: ExpectedDayKey) {
  const lock = `expected day ${key.branchId} ${key.day}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
  const lists = await tx.$count(expectedLists, listsOfDay(key));
  return { lists, people: await countPeopleOfDay(tx, key) };
}

/**
 * Rejects a list or people that exceed the limits of the branch and day. Devices keep all people of a day. Cancelled people do
 * not count.
 * @throws validation_failed
 */
export async function requireSpaceOnDay(
  tx: Transaction,
  key: ExpectedDayKey,
  added: { readonly lists: number; readonly people: number },
): Promise<void> {
  const { lists, people } = await lockAndCountDay(tx, key);
  if (lists + added.lists > EXPECTED_DAY_LISTS_MAX)
    throw new AppError('validation_failed', 'Este día ya tiene el máximo de citaciones. Elige otro día.');
  if (people + added.people > EXPECTED_DAY_PEOPLE_MAX)
    throw new AppError(
      'validation_failed',
      `Este día ya tiene ${formatCount(people)} personas citadas y admite ${formatCount(EXPECTED_DAY_PEOPLE_MAX)}. Cita a las demás para otro día.`,
    );
}
