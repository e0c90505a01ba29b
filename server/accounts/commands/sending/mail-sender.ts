import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { passwordLink } from '../../../platform/base/links.ts';
import { makeMailedLink } from '../sessions/mailed-link.ts';
import { TOKEN_LIFETIME_MS } from '../sessions/one-time-tokens.ts';
import {
  LEASE_SECONDS,
  type Mail,
  leaseMail,
  postponeOrRemoveMail,
  removeLeasedMail,
} from '../mails/mail-queue.ts';
import type { Database } from '../../../platform/database/connection/client.ts';
import { composeLinkMail } from '../mails/link-mail.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { clinicName } from '../../../catalogs/index.ts';
import { describeError } from '../../../platform/http/responses/error-handler.ts';

export interface MailSender {
  /** Checks the queue immediately. Call this after a commit that queued a mail. */
  wake(): void;
  /** Stops sending, after at most `withinMs`. Another server process sends the mails that are still queued. */
  close(withinMs: number): Promise<void>;
}

interface MailSenderParts {
  readonly db: Database;
  readonly clock: () => Date;
  readonly mailer: Mailer;
  readonly publicUrl: URL;
  readonly log: FastifyBaseLogger;
}

/** Interval at which the queue is checked for mails of other server processes and for failed mails. */
const POLL_INTERVAL_MS = 15_000;
/**
 * Time limit for sending one mail. Shorter than the lease, because another process may send the same mail when the lease ends.
 * The single steps of sending have shorter timeouts.
 */
const MAIL_SEND_TIMEOUT_MS = (LEASE_SECONDS - 60) * 1000;

async function sendMail({ db, clock, mailer, publicUrl }: MailSenderParts, mail: Mail): Promise<void> {
  const madeAt = clock();
  const made = await makeMailedLink(db, mail, madeAt);
  if (!made) return;
  const { user, purpose, token } = made;
  const letter = composeLinkMail(purpose, {
    to: { name: user.displayName, address: user.email },
    clinic: await clinicName(db, user.branchId),
    link: passwordLink(publicUrl.origin, token),
    expiresAt: new Date(madeAt.getTime() + TOKEN_LIFETIME_MS[purpose]),
  });
  await withTimeout(MAIL_SEND_TIMEOUT_MS, mailer.send(letter));
}

async function withTimeout(milliseconds: number, work: Promise<void>): Promise<void> {
  const over = new AbortController();
  const late = pause(milliseconds, undefined, { signal: over.signal }).then(() => {
    throw Object.assign(new Error('Sending a mail timed out'), { code: 'ETIMEDOUT' });
  });
  try {
    await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}

/** Sends the mail and then deletes its row. If the process dies between the two steps, the mail is sent a second time. */
async function sendAndSettleMail(sending: MailSenderParts, mail: Mail): Promise<void> {
  const { db, log } = sending;
  try {
    await sendMail(sending, mail);
  } catch (error) {
    log.error({ faults: describeError(error), tries: mail.tries }, 'mail failed');
    if (!(await postponeOrRemoveMail(db, mail)))
      log.error({ tries: mail.tries }, 'mail discarded after its last attempt');
    return;
  }
  await removeLeasedMail(db, mail);
}

export function startMailSender(sending: MailSenderParts): MailSender {
  let isClosed = false;
  let isWoken = false;
  let running: Promise<void> | null = null;
  const sendAll = async () => {
    for (;;) {
      const mail = isClosed ? null : await leaseMail(sending.db);
      if (!mail) return;
      await sendAndSettleMail(sending, mail);
    }
  };
  const run = async () => {
    while (isWoken) {
      isWoken = false;
      await sendAll().catch((error: unknown) =>
        sending.log.error({ faults: describeError(error) }, 'reading the mail queue failed'),
      );
    }
    running = null;
  };
  const wakeSender = () => {
    isWoken = true;
    running ??= run();
  };
  const timer = setInterval(wakeSender, POLL_INTERVAL_MS).unref();
  return {
    wake: wakeSender,
    async close(withinMs) {
      clearInterval(timer);
      const over = new AbortController();
      const late = pause(withinMs, undefined, { signal: over.signal }).catch(() => undefined);
      await Promise.race([running, late]);
      over.abort();
      isClosed = true;
    },
  };
}
