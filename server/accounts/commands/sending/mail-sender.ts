import type { FastifyBaseLogger } from 'fastify';
import { passwordLink } from '../../../platform/base/links.ts';
import { waitAtMost } from '../../../platform/base/wait-at-most.ts';
import { makeMailedLink } from '../sessions/mailed-link.ts';
import { TOKEN_LIFETIME_MS } from '../sessions/one-time-tokens.ts';
import {
  MAIL_LEASE_SECONDS,
  type MailQueueRow,
  leaseMail,
  postponeOrRemoveMail,
  removeLeasedMail,
} from '../mails/mail-queue.ts';
import type { Database } from '../../../platform/database/connection/client.ts';
import { composeLinkMail } from '../mails/link-mail.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { clinicOrProductName } from '../../../catalogs/index.ts';
import { toLoggableFaults } from '../../../platform/http/responses/error-handler.ts';
import { type RecurringJob, startRecurringJob } from '../../../platform/jobs/recurring-job.ts';

interface MailSenderParts {
  readonly db: Database;
  readonly clock: () => Date;
  readonly mailer: Mailer;
  readonly publicUrl: URL;
  readonly log: FastifyBaseLogger;
}

/** Interval at which the queue is checked for mails of other server processes and for failed mails. */
const POLL_SCHEDULE = { everyMs: 15_000, firstAfterMs: 15_000 };
/**
 * Time limit for sending one mail. Shorter than the lease, because another process may send the same mail when the lease ends.
 * The single steps of sending have shorter timeouts.
 */
const MAIL_SEND_TIMEOUT_MS = (MAIL_LEASE_SECONDS - 60) * 1000;

async function makeLinkAndSendMail(
  { db, clock, mailer, publicUrl }: MailSenderParts,
  mail: MailQueueRow,
): Promise<void> {
  const madeAt = clock();
  const made = await makeMailedLink(db, mail, madeAt);
  if (!made) return;
  const { user, purpose, token } = made;
  const letter = composeLinkMail(purpose, {
    to: { name: user.displayName, address: user.email },
    clinic: await clinicOrProductName(db, user.branchId),
    link: passwordLink(publicUrl.origin, token),
    expiresAt: new Date(madeAt.getTime() + TOKEN_LIFETIME_MS[purpose]),
  });
  const sent = mailer.send(letter).then(() => true);
  if (!(await waitAtMost(MAIL_SEND_TIMEOUT_MS, sent, false)))
    throw Object.assign(new Error('Sending a mail timed out'), { code: 'ETIMEDOUT' });
}

/** Sends the mail and then deletes its row. If the process dies between the two steps, the mail is sent a second time. */
async function sendAndUpdateQueue(sending: MailSenderParts, mail: MailQueueRow): Promise<void> {
  const { db, log } = sending;
  try {
    await makeLinkAndSendMail(sending, mail);
  } catch (error) {
    log.error({ faults: toLoggableFaults(error), tries: mail.tries }, 'mail failed');
    if (!(await postponeOrRemoveMail(db, mail)))
      log.error({ tries: mail.tries }, 'mail discarded after its last attempt');
    return;
  }
  await removeLeasedMail(db, mail);
}

/** Starts to send queued mails. After a commit that queued a mail, call `wake`. */
export function startMailSender(sending: MailSenderParts): RecurringJob {
  const { db, log } = sending;
  const sendDueMails = async (ended: AbortSignal) => {
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
