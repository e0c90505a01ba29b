import type { AuditContext } from '../../platform/access/audit-context.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { expectedLists, expectedPeople } from '../../schema/expected-lists.ts';
import { listCondition, listNotFoundError } from '../queries/lists.ts';
import { type ExpectedPersonRow, personCondition } from '../queries/people.ts';

export interface ListContext {
  readonly trace: AuditContext;
  readonly branchId: string;
}

export type ListRow = typeof expectedLists.$inferSelect;

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

/** Locks the person of the branch until the transaction ends. Returns undefined if the branch has no such person. */
export async function lockPerson(
  tx: Transaction,
  branchId: string,
  id: string,
): Promise<ExpectedPersonRow | undefined> {
  const [row] = await tx
    .select()
    .from(expectedPeople)
    .where(personCondition(branchId, id))
    .for('no key update');
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
