import { and, eq, sql } from 'drizzle-orm';
import { recordActivity } from '../../audit/index.ts';
import { clinicOrProductName } from '../../catalogs/index.ts';
import type { MailHandler, MailOutcome, MailQueueRow } from '../../mails/index.ts';
import { actorOfAccount } from '../../platform/access/account.ts';
import type { Database, Executor } from '../../platform/database/connection/client.ts';
import { users } from '../../schema/accounts/accounts.ts';
import { companies } from '../../schema/catalogs.ts';
import { absenceNotices, expectedLists } from '../../schema/expected-lists.ts';
import { mails } from '../../schema/mails.ts';
import { noticeHtml } from '../queries/notice-text.ts';
import { type NoticeRow, noticeCondition } from '../queries/notices.ts';

const queuedNoticeCondition = ({ noticeBranchId, noticeId }: MailQueueRow) =>
  and(noticeCondition(noticeBranchId ?? '', noticeId ?? ''), eq(absenceNotices.state, 'queued'));

async function findQueuedNotice(db: Executor, mail: MailQueueRow) {
  const [found] = await db
    .select({ notice: absenceNotices, company: companies.name })
    .from(absenceNotices)
    .innerJoin(
      expectedLists,
      and(eq(expectedLists.branchId, absenceNotices.branchId), eq(expectedLists.id, absenceNotices.listId)),
    )
    .innerJoin(companies, eq(companies.id, expectedLists.company_id))
    .where(queuedNoticeCondition(mail));
  return found;
}

/** Columns that store the outcome of a mail. */
function outcomeColumns(outcome: MailOutcome): Partial<NoticeRow> {
  switch (outcome.type) {
    case 'accepted':
      return { state: 'accepted', mailServer: outcome.receipt.server, response: outcome.receipt.response };
    case 'failed':
      return { state: 'failed', failure: outcome.reason };
  }
}

const storeNoticeOutcome: NonNullable<MailHandler['storeOutcome']> = async (tx, mail, outcome) => {
  const { at } = outcome;
  const [notice] = await tx
    .update(absenceNotices)
    .set({ ...outcomeColumns(outcome), stateAt: at })
    .where(queuedNoticeCondition(mail))
    .returning();
  if (!notice) return;
  const { branchId, createdBy, id, listId } = notice;
  const [author] = await tx
    .select({ id: users.id, displayName: users.displayName, branchId: users.branchId })
    .from(users)
    .where(eq(users.id, createdBy));
  if (!author) throw new Error('The author of a notice does not exist');
  const trace = { actor: actorOfAccount(author), branchId, device: mail.device, at };
  const detail = { list_id: listId, notice_id: id };
  await recordActivity(
    tx,
    trace,
    outcome.type === 'accepted'
      ? { action: 'absence_notice_accepted', detail }
      : { action: 'absence_notice_failed', detail: { ...detail, reason: outcome.reason } },
  );
};

/**
 * Queues notices again whose mail is missing. A server of an earlier version removes mails of purposes that it does not know.
 */
const restoreMails = async (db: Executor): Promise<void> => {
  await db.execute(sql`
    insert into ${mails} (id, purpose, notice_branch_id, notice_id, asked_by, asked_at)
    select gen_random_uuid(), 'absence_notice', branch_id, id, created_by, created_at from ${absenceNotices}
    where state = 'queued'
      and not exists (select from ${mails} where notice_branch_id = ${absenceNotices.branchId} and notice_id = ${absenceNotices.id})
    on conflict (notice_branch_id, notice_id) do nothing`);
};

/** Creates the handler of mails with a notice. */
export const createNoticeMailHandler = (db: Database): MailHandler => ({
  compose: async (mail) => {
    const found = await findQueuedNotice(db, mail);
    if (!found) return null;
    const { notice, company } = found;
    return {
      to: { name: company, address: notice.recipient },
      fromName: await clinicOrProductName(db, notice.branchId),
      subject: notice.subject,
      text: notice.content,
      html: noticeHtml(notice.content),
    };
  },
  storeOutcome: storeNoticeOutcome,
  restore: () => restoreMails(db),
});
