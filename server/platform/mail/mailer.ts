import { createTransport } from 'nodemailer';
import { removeInvisibleControls } from '#contract/primitives.ts';
import { isLoopback } from '../base/loopback.ts';

export interface MailConfig {
  readonly smtpUrl: URL;
  /** Email address of the sender; the clinic's name is its display name. */
  readonly from: string;
  readonly publicUrl: URL;
}

export interface MailRecipient {
  readonly name: string;
  readonly address: string;
}
export interface MailContent {
  readonly to: MailRecipient | readonly MailRecipient[];
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Host of the mail server that accepted a mail, and its response, which other programs write. */
export interface MailReceipt {
  readonly server: string;
  readonly response: string;
}
const SMTP_RESPONSE_MAX_LENGTH = 500;

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the mail.
   * @throws nodemailer's error, whose message may contain the recipient's address
   */
  send(mail: MailContent): Promise<MailReceipt>;
}

/** Errors of nodemailer about the addresses or the content of a mail, and not about the connection or the sign-in. */
const MAIL_ERROR_CODES: readonly unknown[] = ['EENVELOPE', 'EMESSAGE'];

/** Returns true if the mail server permanently rejected the mail or its recipient (RFC 5321, 4.2.1), so that retrying is useless. */
export const isRejectedMail = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  MAIL_ERROR_CODES.includes(error.code) &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500;

/** Query of SMTP_URL that makes encryption optional: it is then used only if the mail server offers it. */
export const OPTIONAL_TLS_QUERY = '?tls=optional';

/**
 * Prepares a name or subject for a mail header. Mail programs would decode a `=?utf-8?…?=` in the text; the inserted word
 * joiner makes nodemailer encode the whole text, which prevents this.
 */
const formatHeaderText = (text: string): string => text.replaceAll('=?', '=\u2060?');

const toHeaderAddress = ({ name, address }: MailRecipient): MailRecipient => ({
  name: formatHeaderText(name),
  address,
});

/** Time limit in ms for each step of the connection to the mail server. */
const SMTP_STEP_TIMEOUT_MS = 10_000;

export function smtpOptionsOf({ protocol, hostname, port, username, password, search }: URL) {
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    secure: protocol === 'smtps:',
    ...(port !== '' && { port: Number(port) }),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    // Encryption is required because the links in mails give access to accounts. A clinic may allow an unencrypted mail server
    // in its own network, but the password of the mail server is never sent unencrypted.
    requireTLS: !isLoopback(host) && (username !== '' || search !== OPTIONAL_TLS_QUERY),
  };
}

/** Creates a mailer. It opens a new connection for each mail, because a clinic sends only a few mails per day. */
export function createSmtpMailer({ smtpUrl, from }: Pick<MailConfig, 'smtpUrl' | 'from'>): Mailer {
  const transport = createTransport({
    ...smtpOptionsOf(smtpUrl),
    connectionTimeout: SMTP_STEP_TIMEOUT_MS,
    greetingTimeout: SMTP_STEP_TIMEOUT_MS,
    socketTimeout: SMTP_STEP_TIMEOUT_MS,
  });
  return {
    async send({ to, fromName, subject, text, html }) {
      const { response } = await transport.sendMail({
        from: toHeaderAddress({ name: fromName, address: from }),
        to: [to].flat().map(toHeaderAddress),
        subject: formatHeaderText(subject),
        text,
        html,
        // Prevents out-of-office replies to this address, which no user reads.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return {
        server: smtpUrl.hostname,
        response: removeInvisibleControls(response).slice(0, SMTP_RESPONSE_MAX_LENGTH),
      };
    },
  };
}
