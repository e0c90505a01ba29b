import { type SQL, and, eq, ne, sql } from 'drizzle-orm';
import type { AbsenceNoticeStatus } from '#contract/records/evaluation/attendance.ts';
import type { ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { absenceNotices, expectedLists, expectedPeople } from '../../schema/expected-lists.ts';
import { type ActivityEntry, recordActivity } from '../../audit/index.ts';
import { listCondition, peopleOfList, requireExpectedList } from '../queries/lists.ts';
import type { ExpectedPersonRow } from '../queries/people.ts';
import {
  type ListContext,
  type ListRow,
  lockList,
  requireOpenList,
  requireUncancelledList,
} from './locks.ts';

interface ListStateChange {
  /** New columns of the list. */
  readonly list: Partial<ListRow>;
  /** People of the list who change, and their new columns. */
  readonly changed: SQL | undefined;
  readonly person: Partial<ExpectedPersonRow>;
  /** Returns the log entry for this number of changed people. */
  readonly entryOf: (people: number) => ActivityEntry;
}

async function writeListState(
  tx: Transaction,
  { trace, branchId }: ListContext,
  id: string,
  { list, changed, person, entryOf }: ListStateChange,
): Promise<ExpectedList> {
  await tx.update(expectedLists).set(list).where(listCondition(branchId, id));
  const people = await tx
    .update(expectedPeople)
    .set({ ...person, revision: sql`${expectedPeople.revision} + 1` })
    .where(and(peopleOfList(branchId, id), changed))
    .returning({ id: expectedPeople.id });
  const written = await requireExpectedList(tx, branchId, id);
  await recordActivity(tx, trace, entryOf(people.length));
  return written;
}

const { state, absentByClosing } = expectedPeople;

/**
 * Cancels a list, and its people in the state 'expected'. People who arrived, were registered or did not come keep their state.
 * Cancelling the list again changes nothing.
 * @throws not_found, expected_list_closed
 */
export async function cancelExpectedList(
  tx: Transaction,
  change: ListContext,
  id: string,
): Promise<ExpectedList> {
  const row = await lockList(tx, change.branchId, id);
  if (row.cancelledAt !== null) return requireExpectedList(tx, change.branchId, id);
  requireOpenList(row);
  const { at, actor } = change.trace;
  return writeListState(tx, change, id, {
    list: { cancelledAt: at, cancelledBy: actor.userId },
    changed: eq(state, 'expected'),
    person: { state: 'cancelled', stateAt: at, stateBy: actor.userId },
    entryOf: () => ({ action: 'expected_list_cancelled', detail: { list_id: id } }),
  });
}

/**
 * Closes a list: its people in the state 'expected' did not come. Closing the list again changes nothing. A registration that
 * arrives later still sets its person to 'registered'.
 * @throws not_found, expected_list_cancelled, expected_list_early
 */
export async function closeExpectedList(
  tx: Transaction,
  change: ListContext,
  id: string,
): Promise<ExpectedList> {
  const row = await lockList(tx, change.branchId, id);
  requireUncancelledList(row);
  if (row.closedAt !== null) return requireExpectedList(tx, change.branchId, id);
  const { at, actor } = change.trace;
  if (row.day > bogotaDay(at.getTime()))
    throw new AppError('expected_list_early', 'El día de esta citación todavía no llega.');
  return writeListState(tx, change, id, {
    list: { closedAt: at, closedBy: actor.userId },
    changed: eq(state, 'expected'),
    person: { state: 'no_show', stateAt: at, stateBy: actor.userId, absentByClosing: true },
    entryOf: (people) => ({ action: 'expected_list_closed', detail: { list_id: id, people } }),
  });
}

const NOTICE_TEXTS: Readonly<Record<Exclude<AbsenceNoticeStatus['state'], 'failed'>, string>> = {
  queued: 'El aviso a la empresa está por salir. Retíralo primero.',
  accepted: 'El aviso de esta citación ya se envió a la empresa.',
  copied: 'Un usuario anotó que ya envió el aviso de esta citación a la empresa.',
};

export const noticeExistsError = (noticeState: keyof typeof NOTICE_TEXTS): AppError =>
  new AppError('notice_exists', NOTICE_TEXTS[noticeState]);

/** @throws notice_exists if the company was told who did not come, or will be */
export async function requireNoNotice(tx: Transaction, branchId: string, listId: string): Promise<void> {
  const [sent] = await tx
    .select({ state: absenceNotices.state })
    .from(absenceNotices)
    .where(
      and(
        eq(absenceNotices.branchId, branchId),
        eq(absenceNotices.listId, listId),
        ne(absenceNotices.state, 'failed'),
      ),
    );
  if (sent && sent.state !== 'failed') throw noticeExistsError(sent.state);
}

/**
 * Reopens a closed list. People who became 'no_show' by the closing are expected again; a state that a user chose stays.
 * Reopening an open list changes nothing.
 * @throws not_found, expected_list_cancelled, notice_exists
 */
export async function reopenExpectedList(
  tx: Transaction,
  change: ListContext,
  id: string,
): Promise<ExpectedList> {
  const row = await lockList(tx, change.branchId, id);
  requireUncancelledList(row);
  if (row.closedAt === null) return requireExpectedList(tx, change.branchId, id);
  await requireNoNotice(tx, change.branchId, id);
  return writeListState(tx, change, id, {
    list: { closedAt: null, closedBy: null },
    changed: and(eq(state, 'no_show'), eq(absentByClosing, true)),
    person: { state: 'expected', stateAt: null, stateBy: null, absentByClosing: false },
    entryOf: (people) => ({ action: 'expected_list_reopened', detail: { list_id: id, people } }),
  });
}
