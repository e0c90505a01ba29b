import type { FastifyBaseLogger } from 'fastify';
import type { NoticeFailure } from '#contract/records/evaluation/attendance.ts';
import { waitAtMost } from '../../platform/base/wait-at-most.ts';
import type { Database, Transaction } from '../../platform/database/connection/client.ts';
import { toLoggableFaults } from '../../platform/http/responses/error-handler.ts';
import { type RecurringJob, startRecurringJob } from '../../platform/jobs/recurring-job.ts';
import {
  type MailContent,
  type Mailer,
  type MailReceipt,
  isRejectedMail,
} from '../../platform/mail/mailer.ts';
import {
  MAIL_LEASE_SECONDS,
  type MailQueueRow,
  endLeasedMail,
  hasAttemptsLeft,
  leaseMail,
  postponeMail,
} from './mail-queue.ts';

export type MailOutcome =
  | { readonly type: 'accepted'; readonly receipt: MailReceipt }
  | { readonly type: 'failed'; readonly reason: Exclude<NoticeFailure, 'withdrawn'> };

/** Functions for the mails of one purpose. */
export interface MailHandler {
  /** Returns the mail; null if it must no longer be sent. */
  compose(mail: MailQueueRow, at: Date): Promise<MailContent | null>;
  /**
   * Stores the outcome in the transaction that removes the mail from the queue. With this function, a mail that the mail server
   * rejects is not tried again; otherwise the mail server may accept it later.
   */
  storeOutcome?(
    tx: Transaction,
    mail: MailQueueRow,
    outcome: MailOutcome & { readonly at: Date },
  ): Promise<void>;
  /** Queues mails again that are missing in the queue. */
  restore?(): Promise<void>;
}

interface MailSenderParts {
  readonly db: Database;
  readonly clock: () => Date;
  readonly mailer: Mailer;
  readonly handlers: Readonly<Record<MailQueueRow['purpose'], MailHandler>>;
  readonly log: FastifyBaseLogger;
}

/** Interval at which the queue is checked for mails of other server processes and for failed mails. */
const POLL_SCHEDULE = { everyMs: 15_000, firstAfterMs: 15_000 };
/**
 * Time limit for sending one mail. Shorter than the lease, because another process may send the same mail when the lease ends.
 * The single steps of sending have shorter timeouts.
 */
const MAIL_SEND_TIMEOUT_MS = (MAIL_LEASE_SECONDS - 60) * 1000;

/** @returns null if the mail must no longer be sent */
async function composeAndSend(
  { clock, mailer }: MailSenderParts,
  handler: MailHandler,
  mail: MailQueueRow,
): Promise<MailReceipt | null> {
  const content = await handler.compose(mail, clock());
  if (!content) return null;
  const receipt = await waitAtMost(MAIL_SEND_TIMEOUT_MS, mailer.send(content), null);
  if (!receipt) throw Object.assign(new Error('Sending a mail timed out'), { code: 'ETIMEDOUT' });
  return receipt;
}

/**
 * Sends the mail, deletes its row and stores the outcome. A mail that failed stays for another attempt. If the process dies before
 * the row is deleted, the mail is sent a second time.
 */
async function sendAndUpdateQueue(sending: MailSenderParts, mail: MailQueueRow): Promise<void> {
  const { db, clock, handlers, log } = sending;
  const { tries } = mail;
  const handler = handlers[mail.purpose];
  const endMail = (outcome: MailOutcome | null) =>
    db.transaction(async (tx) => {
      const isEnded = await endLeasedMail(tx, mail);
      if (isEnded && outcome) await handler.storeOutcome?.(tx, mail, { ...outcome, at: clock() });
    });
  let receipt: MailReceipt | null;
  try {
    receipt = await composeAndSend(sending, handler, mail);
  } catch (error) {
    log.error({ faults: toLoggableFaults(error), tries }, 'mail failed');
    const isRejected = handler.storeOutcome !== undefined && isRejectedMail(error);
    if (!isRejected && hasAttemptsLeft(mail)) return postponeMail(db, mail);
    await endMail({ type: 'failed', reason: isRejected ? 'rejected' : 'unreachable' });
    log.error({ tries }, 'mail discarded after its last attempt');
    return;
  }
  await endMail(receipt && { type: 'accepted', receipt });
}

/** Starts to send queued mails. After a commit that queued a mail, call `wake`. */
export function startMailSender(sending: MailSenderParts): RecurringJob {
  const { db, handlers, log } = sending;
  const sendDueMails = async (ended: AbortSignal) => {
    for (const handler of Object.values(handlers)) await handler.restore?.();
    for (;;) {
      const mail = ended.aborted ? null : await leaseMail(db);
      if (!mail) return;
      await sendAndUpdateQueue(sending, mail);
    }
  };
  // Each failure is logged, not only the first of several, because a sent mail whose row remains is sent a second time.
  const logFailure = (error: unknown) =>
    log.error({ faults: toLoggableFaults(error) }, 'reading the mail queue failed');
  const work = (ended: AbortSignal) => sendDueMails(ended).catch(logFailure);
  return startRecurringJob({ name: 'reading the mail queue', ...POLL_SCHEDULE, work }, log);
}
