import type { AlertKind } from '#contract/records/system.ts';
import { escapeHtml } from '../platform/mail/escape-html.ts';
import type { MailContent, MailRecipient } from '../platform/mail/mailer.ts';

export interface AlertMailData {
  readonly to: readonly MailRecipient[];
  readonly clinic: string;
  readonly link: string;
  /**
   * Kinds of problems that have begun; `over` lists the kinds that have ended. A kind that this version does not know gets a
   * generic text.
   */
  readonly begun: readonly string[];
  readonly over: readonly string[];
  readonly days: { readonly copies: number; readonly devices: number };
}

interface AlertTexts {
  readonly begun: string;
  readonly over: string;
}

const formatDays = (days: number): string => (days === 1 ? 'un día' : `${days} días`);

const createAlertTexts = ({ days }: AlertMailData): Record<AlertKind, AlertTexts> => ({
  copies: {
    begun: `Hace más de ${formatDays(days.copies)} que no hay una copia verificada. Revisa la tarea que hace las copias, y haz una ahora: npm run backup y npm run verify.`,
    over: 'Ya hay una copia verificada reciente.',
  },
  disk: {
    begun:
      'Al disco del servidor le queda muy poco espacio. Libera espacio o amplíalo: con el disco lleno nada se guarda en el servidor, y las tabletas esperan con lo suyo.',
    over: 'El disco del servidor vuelve a tener espacio.',
  },
  mails: {
    begun: 'Los correos no salen.',
    over: 'Los correos vuelven a salir.',
  },
  devices: {
    begun: `Hay dispositivos con evaluaciones sin enviar que no dan señal hace más de ${formatDays(days.devices)}. Llama a la sede: que los enciendan con red y abran Ventanilla, y que nadie borre sus datos.`,
    over: 'Ya no hay dispositivos con evaluaciones sin enviar que lleven días en silencio.',
  },
  clock: {
    begun:
      'El reloj del servidor no está bien. Revisa que la hora se ponga sola (NTP): con otra hora las tabletas no pueden enviar.',
    over: 'El reloj del servidor vuelve a estar bien.',
  },
  files: {
    begun:
      'El lugar de las fotos, firmas y adjuntos no responde. Revisa el bucket o el disco: mientras tanto las tabletas guardan sus imágenes y los archivos no se pueden abrir.',
    over: 'El lugar de las fotos, firmas y adjuntos vuelve a responder.',
  },
  archive: {
    begun:
      'Nada llega a ARCHIVE_DIR. Libera espacio o repárala: lo que falta espera en el disco de los datos y puede llenarlo, y sin ello no se puede restaurar a un momento de hoy.',
    over: 'Todo vuelve a llegar a ARCHIVE_DIR.',
  },
});

const UNKNOWN_ALERT_TEXTS: AlertTexts = {
  begun: 'Algo del servidor necesita atención.',
  over: 'Algo del servidor que necesitaba atención está bien.',
};

function listAlertLines(mail: AlertMailData): { readonly begun: string[]; readonly over: string[] } {
  const words = createAlertTexts(mail);
  const textsOfKind = (kind: string): AlertTexts =>
    Object.hasOwn(words, kind) ? words[kind as AlertKind] : UNKNOWN_ALERT_TEXTS;
  return {
    begun: mail.begun.map((kind) => textsOfKind(kind).begun),
    over: mail.over.map((kind) => textsOfKind(kind).over),
  };
}

function alertMailSubjectOf({ begun, clinic }: AlertMailData): string {
  return `${begun.length > 0 ? 'El servidor necesita atención' : 'El servidor está bien de nuevo'} · ${clinic}`;
}

const formatHtmlParagraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
const formatHtmlList = (lines: readonly string[]): string =>
  `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`;

export function createAlertMail(mail: AlertMailData): MailContent {
  const { begun, over } = listAlertLines(mail);
  const more = 'En «Estado del sistema» está lo demás:';
  const closing = 'Este correo llega una vez cuando algo empieza y una cuando termina.';
  const parts = [
    ['Necesita atención:', begun],
    ['Ya está bien:', over],
  ] as const;
  const reported = parts.filter(([, lines]) => lines.length > 0);
  const text = reported.map(([title, lines]) => [title, ...lines.map((line) => `- ${line}`)].join('\n'));
  const html = reported.map(([title, lines]) => `${formatHtmlParagraph(title)}\n${formatHtmlList(lines)}`);
  const href = escapeHtml(mail.link);
  return {
    to: mail.to,
    fromName: mail.clinic,
    subject: alertMailSubjectOf(mail),
    text: `${[...text, more, mail.link, closing].join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="es-CO"><body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1d2b2f">\n${[...html, `<p>${escapeHtml(more)}<br><a href="${href}">${href}</a></p>`, formatHtmlParagraph(closing)].join('\n')}\n</body></html>\n`,
  };
}
