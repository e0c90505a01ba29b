import { formatDate, formatTime } from '#domain/time/format.ts';
import type { MailContent, MailRecipient } from '../../../platform/mail/mailer.ts';
import { escapeHtml } from '../../../platform/mail/escape-html.ts';

export interface LinkMailData {
  readonly to: MailRecipient;
  readonly clinic: string;
  readonly link: string;
  readonly expiresAt: Date;
}

interface MailTexts {
  readonly subject: string;
  readonly opening: string;
  readonly button: string;
  readonly closing: string;
}

const invitationTexts = (clinic: string): MailTexts => ({
  subject: `Activa tu cuenta de ${clinic}`,
  opening: `${clinic} creó una cuenta para ti. Elige tu contraseña para activarla:`,
  button: 'Activar la cuenta',
  closing: 'Si no esperabas esta invitación, ignora este correo: nadie entra sin este enlace.',
});
const passwordResetTexts = (clinic: string): MailTexts => ({
  subject: `Restablece tu contraseña de ${clinic}`,
  opening: `Pidieron restablecer la contraseña de tu cuenta en ${clinic}. Elige una nueva:`,
  button: 'Elegir la contraseña',
  closing: 'Si no lo pediste, ignora este correo: tu contraseña sigue igual.',
});
const LINK_MAIL_TEXT_BUILDERS = { invitation: invitationTexts, password_reset: passwordResetTexts };
export type LinkPurpose = keyof typeof LINK_MAIL_TEXT_BUILDERS;

const formatLinkExpiry = (expiresAt: Date): string =>
  `El enlace sirve una sola vez y vence el ${formatDate(expiresAt.getTime())} a las ${formatTime(expiresAt.getTime())} (hora de Bogotá).`;

/**
 * Builds the HTML. The address is also printed below the button, for mail programs without HTML and for users who check an
 * address before they open it.
 */
function linkMailHtml(
  greeting: string,
  { opening, button, closing }: MailTexts,
  { link, expiresAt }: LinkMailData,
): string {
  const href = escapeHtml(link);
  const paragraphs = [
    escapeHtml(greeting),
    escapeHtml(opening),
    `<a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#0b5c6b;color:#ffffff;text-decoration:none">${button}</a>`,
    `${escapeHtml(formatLinkExpiry(expiresAt))}<br>${href}`,
    escapeHtml(closing),
  ];
  const body = paragraphs.map((text) => `<p>${text}</p>`).join('\n');
  return `<!doctype html>\n<html lang="es-CO"><body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1d2b2f">\n${body}\n</body></html>\n`;
}

export function composeLinkMail(purpose: LinkPurpose, mail: LinkMailData): MailContent {
  const words = LINK_MAIL_TEXT_BUILDERS[purpose](mail.clinic);
  const greeting = `Hola, ${mail.to.name}:`;
  const { opening, closing, subject } = words;
  return {
    to: mail.to,
    fromName: mail.clinic,
    subject,
    text: `${[greeting, opening, mail.link, formatLinkExpiry(mail.expiresAt), closing].join('\n\n')}\n`,
    html: linkMailHtml(greeting, words, mail),
  };
}
