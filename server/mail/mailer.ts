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

/** In SMTP_URL: encryption is used where the server offers it. */
export const PLAIN_RELAY = '?tls=optional';

/**
 * A name or a subject as a header takes it. `=?utf-8?…?=` in it would reach the reader decoded; with a word joiner between its signs
 * nodemailer encodes all of it.
 */
const headerText = (text: string): string => text.replaceAll('=?', '=\u2060?');

const named = ({ name, address }: Person): Person => ({ name: headerText(name), address });

/** For each step of a mail server. */
const WAIT_MS = 10_000;

/** Options of nodemailer for SMTP_URL. */
export function connectionOf({ protocol, hostname, port, username, password, search }: URL) {
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    secure: protocol === 'smtps:',
    ...(port !== '' && { port: Number(port) }),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    // Links open accounts. A clinic may allow a plain relay of its own network, and never a password over it.
    requireTLS: !isLoopback(host) && (username !== '' || search !== PLAIN_RELAY),
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
        from: named({ name: fromName, address: from }),
        to: [to].flat().map(named),
        subject: headerText(subject),
        text,
        html,
        // No out-of-office answer to a sender that nobody reads.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}
