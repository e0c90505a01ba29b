import type { StatusKind } from '#ui/display/status-tag.tsx';
import { WAIT_REASON_TEXTS, type WaitReason } from '#sync/messages/waiting-text.ts';
import { formatFieldProblems } from '../form/field-details.ts';
import {
  areOnlyPicturesRejected,
  createDeliveryTitle,
  selectByPicture,
  type DeliveryState,
  type RejectedState,
} from './done-state.ts';

const WAITING_TEXTS: Record<WaitReason, string> = {
  ...WAIT_REASON_TEXTS,
  network: 'Se enviará sola cuando vuelva la red.',
};

const STORED_ON_DEVICE_TEXT = 'Guardada en este dispositivo.';
const PICTURES_ON_DEVICE_TEXT = 'La foto y la firma siguen en este dispositivo.';

const joinSentences = (...all: readonly string[]): string => all.join(' ').trim();

/** Says only that the entry is on this device. Does not claim that nothing was lost, because the stored data may be damaged. */
const STILL_ON_DEVICE_TEXT = 'Sigue en este dispositivo.';
const REJECTED_TEXT = 'El servidor no la aceptó así. Nada se perdió.';

function formatRejectedState(state: RejectedState): string {
  const { correctable, heldHere, details } = state;
  if (areOnlyPicturesRejected(state)) return 'La evaluación ya está en el servidor. Nada se perdió.';
  if (!correctable)
    return `${heldHere ? STILL_ON_DEVICE_TEXT : REJECTED_TEXT} Cuando esté resuelto, usa Reintentar.`;
  if (details.length > 0) return 'Nada se perdió. «Corregir y enviar» te lleva a cada uno.';
  return heldHere ? STILL_ON_DEVICE_TEXT : REJECTED_TEXT;
}

const formatRejectionTitle = (state: RejectedState): string =>
  areOnlyPicturesRejected(state)
    ? selectByPicture(state, {
        both: 'El servidor no aceptó la foto ni la firma:',
        photo: 'El servidor no aceptó la foto:',
        signature: 'El servidor no aceptó la firma:',
      })
    : 'El servidor no aceptó estos datos:';

interface RejectionNoticeTexts {
  readonly title: string;
  readonly lines: readonly string[];
  /** Messages of the server that are not assigned to a field. */
  readonly quoted: readonly string[];
}

/**
 * Returns the texts for a rejection (P8.2). The server's message is the title; if the server names fields, the message is
 * quoted after them.
 */
export function createRejectionMessage(state: RejectedState): RejectionNoticeTexts {
  const { messages, details } = state;
  if (details.length === 0) return { title: messages.join(' '), lines: [], quoted: [] };
  const explained = new Set(details.map(({ message }) => message));
  return {
    title: formatRejectionTitle(state),
    lines: formatFieldProblems(details),
    quoted: messages.filter((message) => !explained.has(message)),
  };
}

function deliveryTextAndKind(state: DeliveryState): { text: string; kind: StatusKind } {
  switch (state.name) {
    case 'saved':
      return { text: `${STORED_ON_DEVICE_TEXT} Ya puede seguir la próxima persona.`, kind: 'ok' };
    case 'sending':
      return { text: `${STORED_ON_DEVICE_TEXT} Enviando al servidor…`, kind: 'ok' };
    case 'waiting':
      return {
        text: joinSentences(STORED_ON_DEVICE_TEXT, WAITING_TEXTS[state.for], state.said),
        kind: 'warn',
      };
    case 'held':
      return { text: 'Se enviará cuando inicies sesión.', kind: 'warn' };
    case 'created':
      return state.for === null || state.for === 'network'
        ? { text: PICTURES_ON_DEVICE_TEXT, kind: 'ok' }
        : {
            text: joinSentences(PICTURES_ON_DEVICE_TEXT, WAITING_TEXTS[state.for], state.said),
            kind: 'warn',
          };
    case 'delivered':
      return { text: 'Todo llegó: la evaluación, la foto y la firma.', kind: 'ok' };
    case 'discarded':
      return {
        text: state.created
          ? 'La evaluación está en el servidor; lo que le faltaba se descartó desde los pendientes.'
          : 'Esta evaluación se descartó desde los pendientes.',
        kind: 'mute',
      };
    case 'refused':
      return { text: formatRejectedState(state), kind: 'bad' };
  }
}

export const createDeliveryMessage = (state: DeliveryState) => ({
  ...createDeliveryTitle(state),
  ...deliveryTextAndKind(state),
});
