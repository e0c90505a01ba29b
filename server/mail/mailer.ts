import { createTransport } from 'nodemailer';
import { isLoopback } from '../base/loopback.ts';

/** Mail settings: SMTP_URL, MAIL_FROM, and PUBLIC_URL, the start of the links in mails. */
export interface MailConfig {
  readonly smtpUrl: URL;
  /** Address of the sender; the clinic's name is used as its display name. */
  readonly from: string;
  readonly publicUrl: URL;
}

export interface MailRecipient {
  readonly name: string;
  readonly address: string;
}
/** Mail in the two forms that mail programs show. */
export interface MailContent {
  readonly to: MailRecipient | readonly MailRecipient[];
  /** Name of the clinic, shown as the sender's name. */
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the mail.
   * @throws the error of nodemailer, whose message may contain the address
   */
  send(mail: MailContent): Promise<void>;
}

/** Query of SMTP_URL that makes encryption optional: it is used only when the mail server offers it. */
export const OPTIONAL_TLS = '?tls=optional';

/**
 * Prepares a name or subject for a header. Mail programs would decode a `=?utf-8?…?=` in the text. The inserted word joiner
 * makes nodemailer encode the whole text instead.
 */
const headerText = (text: string): string => text.replaceAll('=?', '=\u2060?');

const named = ({ name, address }: MailRecipient): MailRecipient => ({ name: headerText(name), address });

/** Time limit of each step of the connection to the mail server, in ms. */
const WAIT_MS = 10_000;

/** Returns nodemailer's options for SMTP_URL. */
export function smtpOptionsOf({ protocol, hostname, port, username, password, search }: URL) {
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    secure: protocol === 'smtps:',
    ...(port !== '' && { port: Number(port) }),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    // Encryption is required because the links give access to accounts. A clinic may allow an unencrypted relay in its own
    // network, but never a password over it.
    requireTLS: !isLoopback(host) && (username !== '' || search !== OPTIONAL_TLS),
  };
}

/** Creates a mailer that opens one connection per mail, because a clinic sends only a few per day. */
export function smtpMailer({ smtpUrl, from }: Pick<MailConfig, 'smtpUrl' | 'from'>): Mailer {
  const transport = createTransport({
    ...smtpOptionsOf(smtpUrl),
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
        // Prevents out-of-office replies, because replies to this address are not read.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}
