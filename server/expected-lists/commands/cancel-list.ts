import { and, eq, sql } from 'drizzle-orm';
import type { ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { AppError, notFoundError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { expectedLists, expectedPeople } from '../../schema/expected-lists.ts';
import { recordActivity } from '../../audit/index.ts';
import { listCondition } from '../queries/lists.ts';
import { type ListContext, readExpectedList } from './create-list.ts';

export type ListRow = typeof expectedLists.$inferSelect;

export const listNotFoundError = () => notFoundError('La citación no existe en esta sede.');

/**
 * Locks the list of the branch until the transaction ends, so that it is not cancelled concurrently. Changes of people lock their
 * list before the person, so that no deadlock occurs.
 * @throws not_found
 */
export async function lockList(tx: Transaction, branchId: string, id: string): Promise<ListRow> {
  const [row] = await tx.select().from(expectedLists).where(listCondition(branchId, id)).for('no key update');
  if (!row) throw listNotFoundError();
  return row;
}

/** @throws expected_list_cancelled */
export function requireUncancelledList({ cancelledAt }: ListRow): void {
  if (cancelledAt !== null) throw new AppError('expected_list_cancelled', 'La citación está cancelada.');
}

/** @throws expected_list_cancelled, expected_list_closed */
export function requireOpenList(row: ListRow): void {
  requireUncancelledList(row);
  if (row.closedAt !== null)
    throw new AppError('expected_list_closed', 'La citación está cerrada. Ábrela de nuevo para cambiarla.');
}

/**
 * Cancels a list, and its people in the state 'expected'. People who arrived, were registered or did not come keep their state.
 * Cancelling the list again changes nothing.
 * @throws not_found, expected_list_closed
 */
export async function cancelExpectedList(
  tx: Transaction,
  { trace, branchId }: ListContext,
  id: string,
): Promise<ExpectedList> {
  const row = await lockList(tx, branchId, id);
  if (row.cancelledAt !== null) return readExpectedList(tx, branchId, id);
  requireOpenList(row);
  const { userId } = trace.actor;
  await tx
    .update(expectedLists)
    .set({ cancelledAt: trace.at, cancelledBy: userId })
    .where(listCondition(branchId, id));
  const { branchId: branchColumn, listId, state, revision } = expectedPeople;
  await tx
    .update(expectedPeople)
    .set({ state: 'cancelled', stateAt: trace.at, stateBy: userId, revision: sql`${revision} + 1` })
    .where(and(eq(branchColumn, branchId), eq(listId, id), eq(state, 'expected')));
  const list = await readExpectedList(tx, branchId, id);
  await recordActivity(tx, trace, { action: 'expected_list_cancelled', detail: { list_id: id } });
  return list;
}
