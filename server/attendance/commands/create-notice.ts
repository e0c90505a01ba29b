import { and, eq } from 'drizzle-orm';
import {
  type AbsenceNotice,
  type CreateAbsenceNoticeBody,
  LIST_NOTICE_MAILS_MAX,
} from '#contract/records/evaluation/attendance.ts';
import { recordActivity } from '../../audit/index.ts';
import {
  lockList,
  requireExpectedList,
  requireNoNotice,
  requireUncancelledList,
  usedIdError,
} from '../../expected-lists/index.ts';
import { queueMail } from '../../mails/index.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { absenceNotices } from '../../schema/expected-lists.ts';
import {
  composeNotice,
  noticeCondition,
  noticeDigest,
  noticesOfList,
  requireNotice,
} from '../queries/notices.ts';
import { type NoticeListContext, withdrawNotice } from './withdraw-notice.ts';

interface NoticeContext extends NoticeListContext {
  /** False if the server has no mail server. */
  readonly sendsMail: boolean;
}

/**
 * Returns the notice that an earlier request with this id created; null if there is none.
 * @throws idempotency_mismatch if the earlier request had another content
 */
async function findRepeatedNotice(
  tx: Transaction,
  context: NoticeContext,
  { id, to, is_copied }: CreateAbsenceNoticeBody,
): Promise<AbsenceNotice | null> {
  const [row] = await tx
    .select({
      listId: absenceNotices.listId,
      recipient: absenceNotices.recipient,
      state: absenceNotices.state,
    })
    .from(absenceNotices)
    .where(noticeCondition(context.branchId, id));
  if (!row) return null;
  if (row.listId !== context.listId || row.recipient !== to || (row.state === 'copied') !== is_copied)
    throw usedIdError();
  return requireNotice(tx, context, id);
}

/**
 * Withdraws the notice of the list that waits to be sent, although the mail server was removed from the settings since. The user
 * can then send the text by another way.
 */
async function withdrawWaitingNotice(tx: Transaction, context: NoticeContext): Promise<void> {
  const { branchId, listId } = context;
  const [waiting] = await tx
    .select({ id: absenceNotices.id })
    .from(absenceNotices)
    .where(and(noticesOfList(branchId, listId), eq(absenceNotices.state, 'queued')));
  if (waiting) await withdrawNotice(tx, context, waiting.id);
}

/** @throws too_many_notices */
async function requireFurtherMail(tx: Transaction, { branchId, listId }: NoticeContext): Promise<void> {
  if ((await tx.$count(absenceNotices, noticesOfList(branchId, listId))) >= LIST_NOTICE_MAILS_MAX)
    throw new AppError(
      'too_many_notices',
      `El aviso se intentó enviar ${LIST_NOTICE_MAILS_MAX} veces. Copia el texto y envíalo por otro medio.`,
    );
}

/**
 * Stores the notice of a closed list and queues its mail, or stores that the user sent the text by another way. A repeated
 * request returns the notice that the first one created.
 * @throws not_found, idempotency_mismatch, expected_list_cancelled, expected_list_open, notice_exists, mail_not_configured,
 * too_many_notices, notice_without_people, notice_changed
 */
export async function createAbsenceNotice(
  tx: Transaction,
  context: NoticeContext,
  typed: CreateAbsenceNoticeBody,
): Promise<AbsenceNotice> {
  const { trace, branchId, listId, sendsMail } = context;
  const body = { ...typed, id: typed.id.toLowerCase() };
  const { id, to, is_copied } = body;
  const row = await lockList(tx, branchId, listId);
  const present = await findRepeatedNotice(tx, context, body);
  if (present) return present;
  requireUncancelledList(row);
  if (row.closedAt === null)
    throw new AppError('expected_list_open', 'Cierra la citación antes de avisar a la empresa.');
  if (!sendsMail) await withdrawWaitingNotice(tx, context);
  await requireNoNotice(tx, branchId, listId);
  if (!is_copied && !sendsMail)
    throw new AppError('mail_not_configured', 'Este servidor no envía correos. Copia el texto y envíalo tú.');
  if (!is_copied) await requireFurtherMail(tx, context);
  const list = await requireExpectedList(tx, branchId, listId);
  const composed = await composeNotice(tx, branchId, list);
  const { subject, text, people } = composed;
  if (people === 0) throw new AppError('notice_without_people', 'En esta citación nadie faltó.');
  if (body.digest !== undefined && body.digest !== noticeDigest(composed))
    throw new AppError('notice_changed', 'La citación cambió. Revisa o copia el texto nuevo.');
  const { id: idColumn, branchId: branchColumn } = absenceNotices;
  const created = { branchId, id, listId, createdAt: trace.at, createdBy: trace.actor.userId };
  const made = await tx
    .insert(absenceNotices)
    .values({
      ...created,
      recipient: to,
      subject,
      content: text,
      people,
      state: is_copied ? 'copied' : 'queued',
      stateAt: is_copied ? trace.at : null,
    })
    .onConflictDoNothing({ target: [branchColumn, idColumn] })
    .returning({ id: idColumn });
  // This list is locked: a concurrent request used the id for another list.
  if (made.length === 0) throw usedIdError();
  if (!is_copied)
    await queueMail(tx, {
      purpose: 'absence_notice',
      noticeBranchId: branchId,
      noticeId: id,
      askedBy: trace.actor.userId,
      device: trace.device,
      askedAt: trace.at,
    });
  const notice = await requireNotice(tx, context, id);
  const detail = { list_id: listId, notice_id: id, people, copied: is_copied };
  await recordActivity(tx, trace, { action: 'absence_notice_created', detail });
  return notice;
}
