import { actorOfAccount } from '../../../platform/access/account.ts';
import type { Database, Transaction } from '../../../platform/database/connection/client.ts';
import { findUserByEmail } from '../../queries/users.ts';
import { recordActivity } from '../../../audit/index.ts';
import { type MailQueueRow, lockAndAssignMail } from '../../../mails/index.ts';
import type { LinkPurpose } from '../mails/link-mail.ts';
import { type UserRow, lockUser } from './lock-user.ts';
import {
  TOKEN_LIFETIME_MS,
  addOneTimeToken,
  issueRequestedResetToken,
  replaceMailedToken,
} from './one-time-tokens.ts';
import { type OneTimeLink, canRequestReset } from './password-reset.ts';

export type LinkMail = MailQueueRow & { readonly purpose: LinkPurpose };

async function findMailRecipientId(tx: Transaction, { userId, email }: LinkMail): Promise<string | null> {
  if (userId !== null || email === null) return userId;
  return (await findUserByEmail(tx, email))?.id ?? null;
}

/**
 * Returns true if the mail must still be sent. A reset mail is dropped when it has waited longer than its link is valid,
 * because the user will have requested another reset.
 */
async function isMailNeeded(tx: Transaction, user: UserRow, mail: LinkMail, now: Date): Promise<boolean> {
  if (mail.purpose === 'invitation') return user.status === 'invited';
  if (now.getTime() - mail.askedAt.getTime() > TOKEN_LIFETIME_MS.password_reset) return false;
  return mail.askedBy === null ? canRequestReset(tx, user, now) : user.status === 'active';
}

/**
 * Returns the token of an invitation or a reset for the first attempt to send the mail. Returns null, so that the mail is not
 * sent, only for a reset that was requested with just the address, when the account has reached its limit of such resets per
 * hour.
 */
async function issueTokenOfFirstAttempt(
  tx: Transaction,
  user: UserRow,
  mail: LinkMail,
  now: Date,
): Promise<string | null> {
  const { id: mailId, purpose, askedBy, device } = mail;
  if (askedBy !== null || purpose === 'invitation')
    return addOneTimeToken(tx, { purpose, userId: user.id, createdBy: askedBy, mailId }, now);
  const token = await issueRequestedResetToken(tx, { userId: user.id, mailId }, now);
  if (token === null) return null;
  const trace = { actor: actorOfAccount(user), branchId: user.branchId, device, at: now };
  await recordActivity(tx, trace, { action: 'reset_link_made', detail: { user_id: user.id, purpose } });
  return token;
}

/**
 * Makes the link for a leased mail; returns null if the mail must no longer be sent. An earlier attempt may already have sent
 * the mail: the unused link of that attempt becomes invalid, and only the new link works.
 */
export function makeMailedLink(db: Database, mail: LinkMail, now: Date): Promise<OneTimeLink | null> {
  return db.transaction(async (tx) => {
    const userId = await findMailRecipientId(tx, mail);
    if (userId === null) return null;
    const user = await lockUser(tx, userId);
    if (!(await lockAndAssignMail(tx, mail, userId)) || !(await isMailNeeded(tx, user, mail, now)))
      return null;
    const token =
      (await replaceMailedToken(tx, { id: mail.id, purpose: mail.purpose }, now)) ??
      (await issueTokenOfFirstAttempt(tx, user, mail, now));
    return token === null ? null : { purpose: mail.purpose, token, user };
  });
}
