import { formatCountWithNoun } from '#domain/text/counted.ts';
import { createBogotaDateFormatGetter } from '#domain/time/format.ts';
import type { Account } from '#storage/account/accounts.ts';
import type { OpenTransfer, ReceivedCounts } from '#storage/transfers/transfer-receive.ts';
import type { HandoverOpenResult } from '#storage/transfers/transfers.ts';
import type { RescueFileOpenResult } from '#storage/transfers/transfer-file.ts';
import { countEntriesByKind } from '#storage/device/unsent.ts';
import { unsentText } from './unsent-text.ts';

const transferTimeFormat = createBogotaDateFormatGetter({
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

export function transferPreviewText({ manifest, positions }: OpenTransfer, account: Account): string {
  const { packedBy, packedAt, entries } = manifest;
  const held = positions.flatMap((position) => entries[position - 1] ?? []);
  const elsewhere = held.filter(({ branchId }) => branchId !== account.branchId).length;
  const origin = `De ${packedBy.name}, ${transferTimeFormat().format(packedAt)}: ${unsentText(countEntriesByKind(held))} por enviar.`;
  if (elsewhere === 0) return origin;
  const what = formatCountWithNoun(elsewhere, 'es de otra sede', 'son de otra sede');
  return `${origin} ${what}: el servidor lo recibe solo si puedes actuar en ella.`;
}

/** Returns how many entries were received and why others were not. The most important sentence comes first. */
export function receivedCountsText(reception: ReceivedCounts): string {
  const {
    received,
    present,
    being_corrected: begun,
    not_authorised: foreign,
    not_permitted: barred,
    damaged,
    unverified,
  } = reception;
  return [
    received === 0
      ? 'No se recibió nada nuevo.'
      : `${formatCountWithNoun(received, 'recibido. Se envía solo', 'recibidos. Se envían solos')}.`,
    present > 0 && `${formatCountWithNoun(present, 'ya estaba', 'ya estaban')} aquí.`,
    begun > 0 &&
      `${formatCountWithNoun(begun, 'no se recibió', 'no se recibieron')}: quien te lo dio lo está corrigiendo, y lo envía con su sesión.`,
    foreign > 0 &&
      `${formatCountWithNoun(foreign, 'no se puede', 'no se pueden')} recibir: su autorización no se puede comprobar. Solo lo puede traer quien lo registró.`,
    barred > 0 &&
      `${formatCountWithNoun(barred, 'no se recibió', 'no se recibieron')}: no tienes permiso para enviar registros. Pídele a quien registra pacientes que lo reciba.`,
    damaged > 0 &&
      `${formatCountWithNoun(damaged, 'falta o está dañado', 'faltan o están dañados')} en esta copia.`,
    unverified > 0 &&
      `${formatCountWithNoun(unverified, 'no se pudo guardar', 'no se pudieron guardar')} en este dispositivo. Vuelve a intentarlo.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}

/** Returns true if every entry of the transfer is in a queue on this device, or was delivered or discarded here. */
export const isCompletelyReceived = (reception: ReceivedCounts): boolean => {
  const { being_corrected: begun, not_authorised: foreign, not_permitted: barred } = reception;
  return begun + foreign + barred + reception.damaged + reception.unverified === 0;
};

type UnopenedTransfer = Exclude<RescueFileOpenResult | HandoverOpenResult, { type: 'open' }>;

function remainingTimeText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return seconds < 60
    ? formatCountWithNoun(seconds, 'segundo', 'segundos')
    : formatCountWithNoun(Math.ceil(seconds / 60), 'minuto', 'minutos');
}

export type TransferKind = 'handover' | 'file';

const WRONG_CODE_TEXTS: Record<TransferKind, string> = {
  handover: 'Ese código no abre la entrega. Revísalo con tu colega.',
  file: 'Ese código no abre la copia. Revísalo con quien la hizo.',
};

export function transferNotOpenedText(result: UnopenedTransfer, kind: TransferKind): string {
  switch (result.type) {
    case 'wrong_code':
      return WRONG_CODE_TEXTS[kind];
    case 'wait':
      return `Demasiados intentos. Intenta nuevamente en ${remainingTimeText(result.ms)}.`;
    case 'gone':
      return 'Esta entrega ya no está: alguien la recibió, se envió o se canceló.';
    case 'not_a_parcel':
      return 'Este archivo no es una copia de rescate de Ventanilla.';
    case 'newer':
      return 'Esta copia se hizo con una versión más nueva de Ventanilla. Actualiza esta y vuelve a intentarlo.';
  }
}
