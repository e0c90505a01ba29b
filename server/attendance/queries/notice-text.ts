import type { AttendancePerson } from '#contract/records/evaluation/attendance.ts';
import type { ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import { escapeHtml } from '../../platform/mail/escape-html.ts';

export interface NoticeSubject {
  readonly list: Pick<ExpectedList, 'company' | 'day' | 'brigade'>;
  readonly clinic: string;
  readonly branch: string;
  /** Phone and address of the branch; empty without them. */
  readonly contacts: readonly string[];
  /** People who did not come. */
  readonly absent: readonly Pick<
    AttendancePerson,
    'full_name' | 'identification_type' | 'identification_number'
  >[];
}

export interface NoticeText {
  readonly subject: string;
  readonly text: string;
  readonly people: number;
}

/** Returns the notice to the company. The text has one paragraph between two empty lines. */
export function composeNoticeText({ list, clinic, branch, contacts, absent }: NoticeSubject): NoticeText {
  const day = formatCalendarDay(list.day) ?? list.day;
  const place = `${clinic}, sede ${branch}${list.brigade === null ? '' : `, brigada ${list.brigade}`}`;
  const people = absent.map(
    ({ full_name, identification_type, identification_number }, index) =>
      `${index + 1}. ${full_name}, ${identification_type} ${identification_number}`,
  );
  const paragraphs = [
    `${list.company.name}:`,
    absent.length === 1
      ? `Esta persona estaba citada para su evaluación médica ocupacional el ${day} en ${place}, y no asistió:`
      : `Estas personas estaban citadas para su evaluación médica ocupacional el ${day} en ${place}, y no asistieron:`,
    people.join('\n'),
    `Total: ${formatCountWithNoun(absent.length, 'persona', 'personas')}. Para programar otra fecha, comuníquese con la sede${contacts.length > 0 ? `: ${contacts.join(', ')}` : ''}.`,
    clinic,
  ];
  return {
    subject: `Inasistencias del ${day} – ${clinic}`,
    text: `${paragraphs.join('\n\n')}\n`,
    people: absent.length,
  };
}

/** Returns the text of a notice as the HTML of a mail. */
export function noticeHtml(text: string): string {
  const paragraphs = text
    .trim()
    .split('\n\n')
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`);
  return `<!doctype html>\n<html lang="es-CO"><body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1d2b2f">\n${paragraphs.join('\n')}\n</body></html>\n`;
}
