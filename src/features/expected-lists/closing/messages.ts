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
const STATUS_LABELS: Readonly<Record<Exclude<NoticeState, 'failed'> | NoticeFailure, string>> = {
  queued: 'Por enviar',
  accepted: 'Enviado',
  copied: 'Enviado por otro medio',
  rejected: 'No se envió',
  unreachable: 'Sin confirmar',
  withdrawn: 'Retirado',
};
export const noticeStatusLabel = (status: AbsenceNoticeStatus): string =>
  STATUS_LABELS[status.state === 'failed' ? status.reason : status.state];

const FAILURE_TEXTS: Readonly<Record<NoticeFailure, string>> = {
  rejected: 'El servidor de correo lo rechazó. Revisa la dirección y envíalo de nuevo.',
  unreachable:
    'El servidor de correo no confirmó que lo aceptara. Inténtalo más tarde, o copia el texto y envíalo por otro medio.',
  withdrawn: 'Se retiró antes de que el servidor de correo confirmara que lo aceptó.',
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

const SENT_TEXT = 'El aviso ya se envió: la lista no se puede reabrir.';
const BINDING_TEXTS: Readonly<Record<NoticeState, string | null>> = {
  queued: 'El aviso está por salir: la lista no se puede reabrir, salvo que lo retires.',
  accepted: SENT_TEXT,
  copied: SENT_TEXT,
  failed: null,
};

/** Returns why the list cannot be opened again: the company was or will be notified. Returns null if it can. */
export const noticeBindingText = (notices: readonly AbsenceNotice[]): string | null =>
  notices.map(({ status }) => BINDING_TEXTS[status.state]).find((text) => text !== null) ?? null;
