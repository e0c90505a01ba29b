import {
  type AbsenceNotice,
  type AbsenceNoticeStatus,
  type NoticeFailure,
} from '#contract/records/evaluation/attendance.ts';
import { formatDateTime } from '#domain/time/format.ts';
import type { StatusKind } from '#ui/display/status-tag.tsx';

type NoticeState = AbsenceNoticeStatus['state'];

export const NOTICE_STATE_KINDS: Readonly<Record<NoticeState, StatusKind>> = {
  queued: 'info',
  accepted: 'ok',
  failed: 'bad',
  copied: 'ok',
};
export const NOTICE_STATE_LABELS: Readonly<Record<NoticeState, string>> = {
  queued: 'Por enviar',
  accepted: 'Enviado',
  failed: 'No se envió',
  copied: 'Enviado por otro medio',
};

const FAILURE_TEXTS: Readonly<Record<NoticeFailure, string>> = {
  rejected: 'El servidor de correo lo rechazó. Revisa la dirección y envíalo de nuevo.',
  unreachable:
    'El servidor de correo no respondió. Inténtalo más tarde, o copia el texto y envíalo por otro medio.',
};

const atText = (at: string): string => formatDateTime(Date.parse(at));

/** Returns what is known about the sending of a notice, and what the user can do. */
export function noticeStatusText({ status, created_at: created, created_by: by }: AbsenceNotice): string {
  switch (status.state) {
    case 'queued':
      return `${by} lo pidió el ${atText(created)}. Sale en cuanto el servidor de correo responda.`;
    case 'accepted':
      return `Lo aceptó ${status.server} el ${atText(status.at)}: «${status.response}». Lo envió ${by}.`;
    case 'failed':
      return `${atText(status.at)}: ${FAILURE_TEXTS[status.reason]}`;
    case 'copied':
      return `${by} anotó el ${atText(status.at)} que lo envió por otro medio.`;
  }
}

/** Returns true if the list can no longer be opened again, because the company was or will be notified. */
export const isNoticeBinding = ({ status }: AbsenceNotice): boolean => status.state !== 'failed';
