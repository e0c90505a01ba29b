import { createTransport } from 'nodemailer';
import { isLoopback } from '../base/loopback.ts';

/** SMTP_URL and MAIL_FROM, and PUBLIC_URL, which links in mails lead to. */
export interface MailConfig {
  readonly smtpUrl: URL;
  /** The sender's address; its name is the clinic's. */
  readonly from: string;
  readonly publicUrl: URL;
}

export interface Person {
  readonly name: string;
  readonly address: string;
}
/** A letter in the two forms that mail programs show. */
export interface Letter {
  readonly to: Person | readonly Person[];
  /** The clinic, as the sender is called. */
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /** Resolves when the server has taken the letter. @throws what nodemailer throws; its message may hold the address */
  send(letter: Letter): Promise<void>;
}

/** For each step of a mail server. */
const WAIT_MS = 10_000;

function connectionOf({ protocol, hostname, port, username, password }: URL) {
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    secure: protocol === 'smtps:',
    ...(port !== '' && { port: Number(port) }),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    // A password crosses a network over an encrypted line only.
    requireTLS: username !== '' && !isLoopback(host),
  };
}

/** A connection a letter: a clinic sends a few a day. */
export function smtpMailer({ smtpUrl, from }: Pick<MailConfig, 'smtpUrl' | 'from'>): Mailer {
  const transport = createTransport({
    ...connectionOf(smtpUrl),
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
  });
  return {
    async send({ to, fromName, subject, text, html }) {
      await transport.sendMail({
        from: { name: fromName, address: from },
        to: [to].flat(),
        subject,
        text,
        html,
        // No out-of-office answer to a sender that nobody reads.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}
