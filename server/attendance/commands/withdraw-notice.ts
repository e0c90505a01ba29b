import { and, eq } from 'drizzle-orm';
import type { AbsenceNotice } from '#contract/records/evaluation/attendance.ts';
import { recordActivity } from '../../audit/index.ts';
import { type ListContext, lockList, noticeExistsError } from '../../expected-lists/index.ts';
import { withdrawNoticeMail } from '../../mails/index.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { absenceNotices } from '../../schema/expected-lists.ts';
import { noticeCondition, requireNotice } from '../queries/notices.ts';

export interface NoticeListContext extends ListContext {
  readonly listId: string;
}

/**
 * Withdraws a notice that waits to be sent. A notice that failed is returned unchanged.
 * @throws not_found, notice_exists if the mail was sent or is being sent
 */
export async function withdrawNotice(
  tx: Transaction,
  context: NoticeListContext,
  id: string,
): Promise<AbsenceNotice> {
  const { trace, branchId, listId } = context;
  await lockList(tx, branchId, listId);
  await requireNotice(tx, context, id);
  // The mail precedes the notice, as when the outcome of the mail is stored, so that no deadlock occurs.
  if (!(await withdrawNoticeMail(tx, { branchId, id })))
    throw new AppError('notice_exists', 'El aviso está saliendo ahora. Intenta de nuevo en unos minutos.');
  const [withdrawn] = await tx
    .update(absenceNotices)
    .set({ state: 'failed', failure: 'withdrawn', stateAt: trace.at })
    .where(and(noticeCondition(branchId, id), eq(absenceNotices.state, 'queued')))
    .returning({ id: absenceNotices.id });
  const notice = await requireNotice(tx, context, id);
  if (notice.status.state !== 'failed') throw noticeExistsError(notice.status.state);
  if (withdrawn) {
    const detail = { list_id: listId, notice_id: id, reason: 'withdrawn' };
    await recordActivity(tx, trace, { action: 'absence_notice_failed', detail });
  }
  return notice;
}
