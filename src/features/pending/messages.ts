import { nextProbeTime, type ConnectionState } from '#domain/connection-state.ts';
import { isIntercepted, isPrerequisiteKind } from '#domain/outbox/entry.ts';
import { APP_FAILED_CODE } from '#domain/outbox/outcome.ts';
import type { ItemKind, Rejection, WaitCause } from '#domain/outbox/item.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { createLazyGetter } from '#domain/text/lazily.ts';
import type { EntryView, ItemView, ReceiptView, ShiftCount } from '#storage/outbox/entries.ts';
import { rejectionText } from '#sync/messages/rejection-text.ts';
import { queueNumberText } from '#sync/messages/queue-number-text.ts';
import type { StatusKind } from '#ui/display/status-tag.tsx';

const ITEM_NAMES: Record<ItemKind, string> = {
  evaluation: 'Evaluación',
  photo: 'Foto',
  signature: 'Firma',
  attachment: 'Archivo',
  correction: 'Corrección',
};

const secondsUntil = (instant: number, now: number): number => Math.ceil((instant - now) / 1_000);

/** Returns a text such as `en 18 s`, or `ahora` when the attempt is due. */
const formatTimeUntil = (instant: number, now: number): string => {
  const seconds = secondsUntil(instant, now);
  return seconds > 0 ? `en ${seconds} s` : 'ahora';
};

export const nextAttemptText = (link: Extract<ConnectionState, { name: 'down' }>, now: number): string =>
  `Se intenta solo; próximo intento ${formatTimeUntil(nextProbeTime(link, now), now)}.`;

export interface ItemMessage {
  readonly kind: StatusKind;
  readonly text: string;
}

/** Returns why the server rejected the item: its messages about fields, or its general message if there are none (S10). */
export const rejectionReasons = (kind: ItemKind, refusal: Rejection): readonly string[] =>
  refusal.details.length > 0
    ? refusal.details.map((detail) => detail.message)
    : [rejectionText(kind, refusal)];

const MAX_STATUS_TAG_LENGTH = 60;

/** Returns true if there is one short reason, which fits into the tag. Other reasons are shown below the tag. */
export const fitsStatusTag = (reasons: readonly string[]): boolean =>
  reasons.length === 1 && (reasons[0] ?? '').length <= MAX_STATUS_TAG_LENGTH;

function attentionText(kind: ItemKind, refusal: Rejection, isCorrectable: boolean): string {
  const reasons = rejectionReasons(kind, refusal);
  if (fitsStatusTag(reasons)) return reasons[0] ?? '';
  return isCorrectable ? 'requiere corrección' : 'requiere atención';
}

const attemptsText = (attempts: number): string => (attempts === 1 ? '1 intento' : `${attempts} intentos`);

/**
 * Texts for the reasons why an item waits while the connection is up. The page shows a lost connection only once, not at each
 * item.
 */
const WAIT_CAUSE_TEXTS: Record<WaitCause, string> = {
  no_answer: 'el envío se cortó, ',
  timeout: 'el envío tardó demasiado, ',
  portal: 'otra cosa contestó en lugar del servidor, ',
  busy: 'el servidor está ocupado, ',
  failing: 'el servidor tiene un problema, ',
};

const isAppFault = ({ state }: ItemView): boolean =>
  state.name === 'waiting' && state.refusal?.code === APP_FAILED_CODE;

function formatWaitReason(item: ItemView, cause: WaitCause): string {
  if (isAppFault(item)) return 'la aplicación falló en este dispositivo, ';
  return isIntercepted(item) ? 'algo contesta en lugar del servidor, ' : WAIT_CAUSE_TEXTS[cause];
}

/**
 * Returns the text of a waiting item. Omits the time of the next attempt while the connection is down, because the page shows
 * this time once for all items, and while the session is not open, because no attempt is planned.
 */
function formatWaitingItem(
  item: ItemView,
  until: number,
  cause: WaitCause,
  context: ItemMessageContext,
): string {
  if (context.link.name === 'down' || context.isHeld) return `en espera · ${attemptsText(item.attempts)}`;
  return `${formatWaitReason(item, cause)}intento ${item.attempts + 1}, ${formatTimeUntil(until, context.now)}`;
}

interface ItemMessageContext {
  readonly link: ConnectionState;
  readonly now: number;
  /** True if the server does not accept the owner's session (S9, D2). */
  readonly isHeld: boolean;
}

function formatDeliveredItem(kind: ItemKind): string {
  if (isPrerequisiteKind(kind)) return `${ITEM_NAMES[kind]} enviada`;
  return kind === 'attachment' ? 'Archivo subido' : `${ITEM_NAMES[kind]} subida`;
}

/** Returns one text for all items that wait for an earlier item, evaluation or registration (S12, S30). */
export function heldBackItemText(items: readonly ItemView[]): string {
  const awaited = items.some(({ kind }) => kind === 'correction') ? 'al registro' : 'a la evaluación';
  const [first = '', ...rest] = items.map((item) => ITEM_NAMES[item.kind]);
  if (rest.length === 0) return `${first}: espera ${awaited}`;
  return `${conjunctionListFormat().format([first, ...rest.map((name) => name.toLowerCase())])}: esperan ${awaited}`;
}

const conjunctionListFormat = createLazyGetter(() => new Intl.ListFormat('es'));

export const isItemHeldBack = (item: ItemView): boolean => item.blocked && item.state.name === 'queued';

export function itemMessage(item: ItemView, context: ItemMessageContext): ItemMessage {
  const name = ITEM_NAMES[item.kind];
  const { state } = item;
  switch (state.name) {
    case 'queued':
      return isItemHeldBack(item)
        ? { kind: 'mute', text: heldBackItemText([item]) }
        : { kind: 'warn', text: `${name}: por enviar` };
    case 'sending':
      return { kind: 'info', text: `${name}: enviando…` };
    case 'waiting':
      return { kind: 'warn', text: `${name}: ${formatWaitingItem(item, state.until, state.cause, context)}` };
    case 'attention':
      return { kind: 'bad', text: `${name}: ${attentionText(item.kind, state.refusal, state.correctable)}` };
    case 'delivered':
      return {
        kind: 'ok',
        text: formatDeliveredItem(item.kind),
      };
  }
}

/**
 * Returns the text of an empty queue: whether all of the user's registrations of this shift have reached the server, and how
 * many of them were discarded or handed over to a colleague.
 */
export function emptyQueueMessage(
  { registered, discarded, handedOver }: ShiftCount,
  hasOthers = false,
): { title: string; text: string } {
  if (registered === 0)
    return {
      title: hasOthers ? 'Nada tuyo por enviar' : 'Nada por enviar',
      text: 'En esta jornada todavía no has registrado a nadie.',
    };
  if (discarded + handedOver === 0)
    return {
      title: hasOthers ? 'Todo lo tuyo, enviado' : 'Todo enviado',
      text: 'Llegó todo lo que registraste en esta jornada.',
    };
  const discards = formatCountWithNoun(
    discarded,
    'evaluación se descartó y no llegó completa al servidor',
    'evaluaciones se descartaron y no llegaron completas al servidor',
  );
  const handovers = formatCountWithNoun(
    handedOver,
    'evaluación la recibió un colega, que la envía',
    'evaluaciones las recibió un colega, que las envía',
  );
  const what = [...(discarded > 0 ? [discards] : []), ...(handedOver > 0 ? [handovers] : [])].join(', y ');
  return {
    title: hasOthers ? 'Nada tuyo por enviar' : 'Nada por enviar',
    text: `De lo que tú registraste en esta jornada, ${what}.`,
  };
}

export function pendingListTitle({ onTheirWay, attention }: ShiftCount): string {
  if (attention === 0) return 'Por enviar';
  return onTheirWay === 0 ? 'Por resolver' : 'Por enviar y por resolver';
}

export function screenReaderSummary(count: ShiftCount, hasOthers = false): string {
  if (count.onTheirWay + count.attention === 0) return `${emptyQueueMessage(count, hasOthers).title}.`;
  const attention =
    count.attention > 0 ? `, ${formatCountWithNoun(count.attention, 'requiere', 'requieren')} atención` : '';
  return `${count.onTheirWay} por enviar${attention}.`;
}

/** Returns the name of the user who confirmed the entry if another user sends it (S14); otherwise an empty list. */
export const listAuthorTexts = ({ summary: { registeredBy } }: EntryView | ReceiptView): readonly string[] =>
  registeredBy === undefined ? [] : [`Registrada por ${registeredBy}`];

export function queueNumberTexts(entry: EntryView | ReceiptView): readonly string[] {
  const words = queueNumberText(entry);
  return words === null ? [] : [words];
}

/** Returns the subject of an entry: exam and file, or evaluation type and employer. */
export const entrySubject = (entry: EntryView | ReceiptView): string =>
  entry.kind === 'attachment'
    ? `${entry.summary.fileName} · ${entry.summary.examName}`
    : `${entry.summary.labels.evaluationType} · ${entry.summary.labels.employerCompany}`;

function formatDiscardedItem(kind: ItemKind, subject: string): string {
  switch (kind) {
    case 'evaluation':
      return `La evaluación (${subject})`;
    case 'photo':
      return 'La fotografía';
    case 'signature':
      return 'La firma';
    case 'attachment':
      return `El archivo (${subject})`;
    case 'correction':
      return `La corrección (${subject})`;
  }
}

/**
 * Returns the noun for the discard prompt, such as 'el registro'. If the evaluation has arrived, only the other items can be
 * discarded.
 */
export function discardedObjectText({ kind, items }: EntryView): string {
  if (kind === 'attachment') return 'el archivo';
  if (kind === 'correction') return 'la corrección';
  const arrived = items.some((item) => item.kind === 'evaluation' && item.state.name === 'delivered');
  return arrived ? 'lo que falta del registro' : 'el registro';
}

/** Returns the items that discarding deletes: those that the server does not have. */
export const discardedItemTexts = (entry: EntryView): string[] =>
  entry.items
    .filter((item) => item.state.name !== 'delivered')
    .map((item) => formatDiscardedItem(item.kind, entrySubject(entry)));
