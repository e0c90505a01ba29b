import { createHash } from 'node:crypto';
import { type SQL, and, desc, eq } from 'drizzle-orm';
import type {
  AbsenceNotice,
  AbsenceNoticeStatus,
  AbsenceNotices,
} from '#contract/records/evaluation/attendance.ts';
import { EXPECTED_PEOPLE_MAX, type ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { clinicOrProductName } from '../../catalogs/index.ts';
import { notFoundError } from '../../platform/base/errors.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { users } from '../../schema/accounts/accounts.ts';
import { branches, companies } from '../../schema/catalogs.ts';
import { absenceNotices } from '../../schema/expected-lists.ts';
import { readAttendancePeople } from './attendance.ts';
import { type NoticeText, composeNoticeText } from './notice-text.ts';

export type NoticeRow = typeof absenceNotices.$inferSelect;

export const noticeCondition = (branchId: string, id: string): SQL | undefined =>
  and(eq(absenceNotices.branchId, branchId), eq(absenceNotices.id, id));

export const noticesOfList = (branchId: string, listId: string): SQL | undefined =>
  and(eq(absenceNotices.branchId, branchId), eq(absenceNotices.listId, listId));

const selectNotices = (db: Executor) =>
  db
    .select({ row: absenceNotices, by: users.displayName })
    .from(absenceNotices)
    .innerJoin(users, eq(users.id, absenceNotices.createdBy));
type NoticeWithAuthor = Awaited<ReturnType<typeof selectNotices>>[number];

function statusOf({ state, stateAt, mailServer, response, failure }: NoticeRow): AbsenceNoticeStatus {
  const at = stateAt?.toISOString() ?? '';
  switch (state) {
    case 'queued':
      return { state };
    case 'copied':
      return { state, at };
    case 'accepted':
      return { state, at, server: mailServer ?? '', response: response ?? '' };
    case 'failed':
      return { state, at, reason: failure ?? 'unreachable' };
  }
}

const toNotice = ({ row, by }: NoticeWithAuthor): AbsenceNotice => ({
  id: row.id,
  to: row.recipient,
  subject: row.subject,
  text: row.content,
  people: row.people,
  created_at: row.createdAt.toISOString(),
  created_by: by,
  status: statusOf(row),
});

/**
 * Returns the notice of the list with this id.
 * @throws not_found
 */
export async function requireNotice(
  db: Executor,
  { branchId, listId }: { readonly branchId: string; readonly listId: string },
  id: string,
): Promise<AbsenceNotice> {
  const [found] = await selectNotices(db).where(
    and(noticeCondition(branchId, id), eq(absenceNotices.listId, listId)),
  );
  if (!found) throw notFoundError('El aviso no existe en esta citación.');
  return toNotice(found);
}

/** Returns the notice that names the people of the list who did not come. */
export async function composeNotice(db: Executor, branchId: string, list: ExpectedList): Promise<NoticeText> {
  const [absent, clinic, [branch]] = await Promise.all([
    readAttendancePeople(
      db,
      branchId,
      { list_id: list.id, outcome: 'no_show' },
      { limit: EXPECTED_PEOPLE_MAX },
    ),
    clinicOrProductName(db, branchId),
    db
      .select({ name: branches.name, phone: branches.contact_phone, email: branches.contact_email })
      .from(branches)
      .where(eq(branches.id, branchId)),
  ]);
  if (!branch) throw new Error('The branch of a list does not exist');
  const contacts = [branch.phone, branch.email].filter((contact) => contact !== null);
  return composeNoticeText({ list, clinic, branch: branch.name, contacts, absent });
}

/** Returns the digest of what the company will read. */
export const noticeDigest = ({ subject, text }: NoticeText): string =>
  createHash('sha256')
    .update(JSON.stringify([subject, text]))
    .digest('hex');

async function draftOf(db: Executor, branchId: string, list: ExpectedList): Promise<AbsenceNotices['draft']> {
  if (list.status.state !== 'closed') return null;
  const [composed, [company]] = await Promise.all([
    composeNotice(db, branchId, list),
    db.select({ to: companies.contact_email }).from(companies).where(eq(companies.id, list.company.id)),
  ]);
  return composed.people === 0
    ? null
    : { to: company?.to ?? null, ...composed, digest: noticeDigest(composed) };
}

/** Returns the notices of a list, and the notice that could be sent now. Without a mail server no waiting notice prevents it. */
export async function listNotices(
  db: Executor,
  branchId: string,
  list: ExpectedList,
  sendsMail: boolean,
): Promise<AbsenceNotices> {
  const rows = await selectNotices(db)
    .where(noticesOfList(branchId, list.id))
    .orderBy(desc(absenceNotices.createdAt), absenceNotices.id);
  // The texts of long lists are long, and only the newest one is of use next to the draft.
  const items = rows.map((row, nth) => ({ ...toNotice(row), ...(nth > 0 && { text: '' }) }));
  const isPossible = items.every(
    ({ status: { state } }) => state === 'failed' || (state === 'queued' && !sendsMail),
  );
  return { items, draft: isPossible ? await draftOf(db, branchId, list) : null, sends_mail: sendsMail };
}
