import { and, eq, ne, sql } from 'drizzle-orm';
import type { AbsenceNoticeStatus } from '#contract/records/evaluation/attendance.ts';
import type { ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { absenceNotices, expectedLists, expectedPeople } from '../../schema/expected-lists.ts';
import { recordActivity } from '../../audit/index.ts';
import { listCondition } from '../queries/lists.ts';
import { lockList, requireUncancelledList } from './cancel-list.ts';
import { type ListContext, readExpectedList } from './create-list.ts';

const peopleOfList = (branchId: string, listId: string) =>
  and(eq(expectedPeople.branchId, branchId), eq(expectedPeople.listId, listId));

/**
 * Closes a list: its people in the state 'expected' did not come. Closing the list again changes nothing. A registration that
 * arrives later still sets its person to 'registered'.
 * @throws not_found, expected_list_cancelled, expected_list_early
 */
export async function closeExpectedList(
  tx: Transaction,
  { trace, branchId }: ListContext,
  id: string,
): Promise<ExpectedList> {
  const row = await lockList(tx, branchId, id);
  requireUncancelledList(row);
  if (row.closedAt !== null) return readExpectedList(tx, branchId, id);
  if (row.day > bogotaDay(trace.at.getTime()))
    throw new AppError('expected_list_early', 'El día de esta citación todavía no llega.');
  const { userId } = trace.actor;
  await tx
    .update(expectedLists)
    .set({ closedAt: trace.at, closedBy: userId })
    .where(listCondition(branchId, id));
  const absent = await tx
    .update(expectedPeople)
    .set({
      state: 'no_show',
      stateAt: trace.at,
      stateBy: userId,
      absentByClosing: true,
      revision: sql`${expectedPeople.revision} + 1`,
    })
    .where(and(peopleOfList(branchId, id), eq(expectedPeople.state, 'expected')))
    .returning({ id: expectedPeople.id });
  const list = await readExpectedList(tx, branchId, id);
  const detail = { list_id: id, people: absent.length };
  await recordActivity(tx, trace, { action: 'expected_list_closed', detail });
  return list;
}

const NOTICE_TEXTS: Readonly<Record<Exclude<AbsenceNoticeStatus['state'], 'failed'>, string>> = {
  queued: 'El aviso a la empresa está por salir. Retíralo primero.',
  accepted: 'El aviso de esta citación ya se envió a la empresa.',
  copied: 'Un usuario anotó que ya envió el aviso de esta citación a la empresa.',
};

export const noticeExistsError = (state: keyof typeof NOTICE_TEXTS): AppError =>
  new AppError('notice_exists', NOTICE_TEXTS[state]);

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
  { trace, branchId }: ListContext,
  id: string,
): Promise<ExpectedList> {
  const row = await lockList(tx, branchId, id);
  requireUncancelledList(row);
  if (row.closedAt === null) return readExpectedList(tx, branchId, id);
  await requireNoNotice(tx, branchId, id);
  await tx.update(expectedLists).set({ closedAt: null, closedBy: null }).where(listCondition(branchId, id));
  const { state, absentByClosing, revision } = expectedPeople;
  const expected = await tx
    .update(expectedPeople)
    .set({
      state: 'expected',
      stateAt: null,
      stateBy: null,
      absentByClosing: false,
      revision: sql`${revision} + 1`,
    })
    .where(and(peopleOfList(branchId, id), eq(state, 'no_show'), eq(absentByClosing, true)))
    .returning({ id: expectedPeople.id });
  const list = await readExpectedList(tx, branchId, id);
  const detail = { list_id: id, people: expected.length };
  await recordActivity(tx, trace, { action: 'expected_list_reopened', detail });
  return list;
}
