import type { FieldProblem } from '#contract/errors.ts';
import type { ItemKind, Rejection } from '#domain/outbox/item.ts';
import { sizeText } from '#domain/text/size.ts';
import { errorCodeText, serverMessageOrCodeText } from './code-text.ts';

const UPLOAD_FAILED_TEXT = 'No se pudo subir el archivo. Intenta nuevamente.';
/** Texts of P8 for a rejection without a message. */
const FALLBACK_REJECTION_TEXTS: Record<ItemKind, string> = {
  evaluation: 'No se pudo crear la evaluación. Intenta nuevamente.',
  photo: UPLOAD_FAILED_TEXT,
  signature: UPLOAD_FAILED_TEXT,
  attachment: UPLOAD_FAILED_TEXT,
  correction: 'No se pudo enviar la corrección. Intenta nuevamente.',
};

const CAPTURE_AGAIN_TEXT = 'La imagen se dañó en este dispositivo. Captúrala de nuevo.';
const LOST_CONTENT_TEXTS: Record<ItemKind, string> = {
  evaluation: 'Los datos se dañaron en este dispositivo. Revísalos y envíalos de nuevo.',
  photo: CAPTURE_AGAIN_TEXT,
  signature: CAPTURE_AGAIN_TEXT,
  attachment: 'El archivo se dañó en este dispositivo. Adjúntalo de nuevo.',
  correction: 'La corrección se dañó en este dispositivo. Hazla de nuevo.',
};

const DAMAGED_BODY_TEXT =
  'Los datos se dañaron en este dispositivo. Reintenta; si sigue igual, busca a la persona en Evaluaciones antes de registrarla de nuevo.';
const UNKNOWN_OUTCOME_TEXT =
  'No sabemos si esto ya llegó: el servidor no deja consultarlo. Búscalo en Evaluaciones antes de reintentar.';
const OTHER_BRANCH_TEXT =
  'Se registró para otra sede. Activa esa sede y reintenta; si no es tuya, avisa al administrador.';
const createSameTextPerItemKind = (text: string): Record<ItemKind, string> => ({
  evaluation: text,
  photo: text,
  signature: text,
  attachment: text,
  correction: text,
});

/**
 * Returns true if the rejection says that the session has no branch (P8): by its code or, from servers without codes, by the
 * message in the base contract.
 */
export const isMissingBranchRejection = ({ status, code, message }: Rejection): boolean =>
  code === 'branch_not_resolved' || (status === 403 && message === 'branch not resolved');

/**
 * Returns the next step for a rejection that concerns the session. It replaces the server's message, which is meant for
 * programs.
 */
function sessionRejectionText(refusal: Rejection): string | undefined {
  if (isMissingBranchRejection(refusal)) return errorCodeText('branch_not_resolved');
  if (refusal.code === 'branch_forbidden') return OTHER_BRANCH_TEXT;
  return refusal.code === 'forbidden' ? errorCodeText('forbidden') : undefined;
}

const ALREADY_SIGNED_TEXT = 'La evaluación ya está firmada. Pide a un médico que la reabra.';

/** Returns the next step for a correction of an evaluation that is already signed (S30). */
const alreadySignedRejectionText = (kind: ItemKind, { code }: Rejection): string | undefined =>
  kind === 'correction' && code === 'evaluation_closed' ? ALREADY_SIGNED_TEXT : undefined;

/**
 * Texts for items that this device does not send, by the code of the rejection that the device itself makes
 * (`src/sync/outbox/sending/sender.ts`, `src/sync/outbox/sending/reconcile.ts`).
 */
const WITHHELD_ITEM_TEXTS: Readonly<Record<string, Record<ItemKind, string>>> = {
  picture_lost: LOST_CONTENT_TEXTS,
  body_lost: createSameTextPerItemKind(DAMAGED_BODY_TEXT),
  outcome_unknown: createSameTextPerItemKind(UNKNOWN_OUTCOME_TEXT),
  other_branch: createSameTextPerItemKind(OTHER_BRANCH_TEXT),
  original_missing: createSameTextPerItemKind(
    'El registro que se corrige no está en este dispositivo y no sabemos si llegó. Búscalo en Evaluaciones y corrígelo allí.',
  ),
  no_corrections: createSameTextPerItemKind('Este servidor no admite correcciones.'),
};
const findWithheldItemTexts = ({ code, status }: Rejection): Record<ItemKind, string> | undefined =>
  status === 0 && code !== null ? WITHHELD_ITEM_TEXTS[code] : undefined;

/** Returns the status, as in ` (400 Bad Request)`, for the server's administrator; empty when no server responded. */
export const rejectionStatusSuffix = ({ status, statusText }: RejectionTextSource): string =>
  status === 0 ? '' : ` (${[status, statusText?.trim()].filter(Boolean).join(' ')})`;

type RejectionTextSource = Pick<Rejection, 'status' | 'message' | 'statusText' | 'sentBytes'> &
  Partial<Pick<Rejection, 'code'>>;

/** Returns the text for a 413. Usually a proxy in front of the server sends it, and a retry does not help. */
const tooLargeText = ({ sentBytes }: RejectionTextSource): string =>
  `El envío${sentBytes === undefined ? '' : ` (${sizeText(sentBytes)})`} es más grande de lo que acepta el servidor o el proxy delante de él. Pide a quien lo administra que suba ese límite.`;
const sentenceForStatus = (said: RejectionTextSource, fallback: string): string =>
  `${said.status === 413 ? tooLargeText(said) : fallback}${rejectionStatusSuffix(said)}`.trim();

/** Returns the text of a rejection (P8): the server's message or, without one, the screen's text with the status. */
export const rejectionOrFallbackText = (said: RejectionTextSource, fallback: string): string =>
  serverMessageOrCodeText(said) || sentenceForStatus(said, fallback);

/** Adds a full stop if the text does not end with punctuation, such as the status text 'Bad Gateway'. */
export const addFullStop = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

interface TextWithDetails {
  readonly text: string;
  readonly details: readonly FieldProblem[];
}

export function formatRejectionWithDetails({ text, details }: TextWithDetails): string {
  const said = details.map(({ message }) => message.trim()).filter((message) => message !== '');
  const parts = [...new Set([text, ...said])];
  return parts.length === 1 ? text : parts.map(addFullStop).join(' ');
}

export const rejectionText = (kind: ItemKind, refusal: Rejection): string =>
  sessionRejectionText(refusal) ??
  alreadySignedRejectionText(kind, refusal) ??
  rejectionOrFallbackText(refusal, (findWithheldItemTexts(refusal) ?? FALLBACK_REJECTION_TEXTS)[kind]);

const ATTACH_FAILED_TEXT = 'No se pudo adjuntar el archivo.';

export function attachmentRejectionText(refusal: Rejection): string {
  const reasons = [...new Set(refusal.details.map(({ message }) => message.trim()))].filter(Boolean);
  if (reasons.length > 0) return [ATTACH_FAILED_TEXT, ...reasons].join(' ');
  return refusal.message.trim() !== '' || findWithheldItemTexts(refusal)
    ? `${ATTACH_FAILED_TEXT} ${rejectionText('attachment', refusal)}`
    : rejectionOrFallbackText(refusal, ATTACH_FAILED_TEXT);
}

/**
 * Returns a sentence with the source and the reason of a rejection. `refused`: start of the sentence if the server rejected the
 * item, such as 'El servidor no la aceptó'.
 */
export const rejectionTitle = (kind: ItemKind, refusal: Rejection, refused: string): string => {
  const text = rejectionText(kind, refusal);
  return findWithheldItemTexts(refusal) ? text : `${refused}: ${text}`;
};
