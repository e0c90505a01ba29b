import type { AbsenceNotice, NoticeFailure } from '#contract/records/evaluation/attendance.ts';
import type { ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import { formatDateTime } from '#domain/time/format.ts';
import type { OfficeDocument } from '../../documents/index.ts';

const dateTimeText = (iso: string): string => formatDateTime(Date.parse(iso));

const FAILURE_TEXTS: Readonly<Record<NoticeFailure, string>> = {
  rejected: 'No se envió: el servidor de correo lo rechazó',
  unreachable: 'Sin confirmación: en ocho horas el servidor de correo no confirmó que lo aceptara',
  withdrawn: 'Retirado antes de que el servidor de correo confirmara que lo aceptó',
};

function stateText({ status, created_by }: AbsenceNotice): string {
  switch (status.state) {
    case 'queued':
      return 'En espera: el servidor de correo no lo ha aceptado.';
    case 'accepted':
      return `Aceptado por el servidor de correo ${status.server} el ${dateTimeText(status.at)}. Respuesta: ${status.response || 'sin texto'}`;
    case 'failed':
      return `${FAILURE_TEXTS[status.reason]} (${dateTimeText(status.at)}).`;
    case 'copied':
      return `${created_by} declaró el ${dateTimeText(status.at)} que envió el texto por otro medio.`;
  }
}

/** Returns the proof of a notice: its recipient and time, the mail server that accepted it, and its text. */
export const noticeDocument = (
  branding: OfficeDocument['branding'],
  list: ExpectedList,
  notice: AbsenceNotice,
): OfficeDocument => ({
  title: 'CONSTANCIA DEL AVISO DE INASISTENCIAS',
  branding,
  createdAt: notice.created_at,
  foot: `Aviso ${notice.id}`,
  facts: [
    [
      { label: 'Empresa', value: `${list.company.name} (${list.company.code})` },
      { label: 'Día de la citación', value: formatCalendarDay(list.day) ?? list.day },
    ],
    [
      { label: 'Para', value: notice.to },
      { label: 'Creado', value: `${dateTimeText(notice.created_at)}, ${notice.created_by}` },
    ],
    [{ label: 'Asunto', value: notice.subject }],
    [{ label: 'Estado', value: stateText(notice) }],
  ],
  sections: [{ type: 'text', title: 'Texto del aviso', text: notice.text.trim() }],
});
