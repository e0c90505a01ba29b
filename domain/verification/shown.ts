import type { Verification } from '#contract/records/evaluation/verification.ts';
import { VERDICT_LABELS } from '#contract/vocabulary.ts';
import { formatCalendarDay } from '../time/calendar.ts';
import type { SignedQrData } from './document-signature.ts';

export type VerificationRow = readonly [label: string, value: string];

const calendarDayText = (iso: string): string => formatCalendarDay(iso) ?? iso;
/**
 * Returns the row with the last characters of the document number; returns no row when these characters are empty, because the
 * number has no Latin letters or digits.
 */
const createDocumentEndingRows = (ending: string): VerificationRow[] =>
  ending === '' ? [] : [['Documento de identidad', `termina en ${ending}`]];

/**
 * Returns the parts of the line that names the issuer. Pages show this line first, so that users notice when a genuine code
 * comes from another clinic.
 */
export const issuerLineParts = ({ clinic, nit, branch }: Verification['issuer']): string[] => [
  clinic,
  ...(nit === null ? [] : [`NIT ${nit}`]),
  /^sede\b/i.test(branch) ? branch : `Sede ${branch}`,
];

export const doctorLineParts = ({ name, license_number: licence }: Verification['doctor']): string[] => [
  name,
  `Licencia ${licence}`,
];

/**
 * Returns the rows that the user must compare with the printed document, because a forged document has other values in them.
 */
export const rowsToCompare = (document: Verification): VerificationRow[] => [
  ['Trabajador', document.patient],
  ...createDocumentEndingRows(document.document_ending),
  ['Concepto', VERDICT_LABELS[document.verdict]],
  ['Empresa', document.company],
  ['Número', document.number],
  ['Fecha', calendarDayText(document.closed_on)],
];

export const additionalDocumentRows = (document: Verification): VerificationRow[] => [
  ['Tipo de evaluación', document.evaluation_type],
  ['Huella', document.fingerprint],
  ['Código', document.code],
];

/** Returns the data of a QR code as rows; a QR code of version 1 has neither name nor class. */
export const rowsFromQrCode = (facts: SignedQrData): VerificationRow[] => [
  ...(facts.version === 2 ? [['Trabajador', facts.patient] as const] : []),
  ...createDocumentEndingRows(facts.ending),
  ...(facts.version === 2 ? [['Concepto', VERDICT_LABELS[facts.verdict]] as const] : []),
  ['Número', facts.number],
  ['Fecha', calendarDayText(facts.day)],
  ['Huella', facts.fingerprint],
];

/** Returns true when the QR code contains the same data as the clinic's response to the verification code. */
export const matchesDocument = (facts: SignedQrData, document: Verification): boolean =>
  facts.number === document.number &&
  facts.day === document.closed_on &&
  facts.ending === document.document_ending &&
  facts.fingerprint === document.fingerprint &&
  (facts.version === 1 || (facts.patient === document.patient && facts.verdict === document.verdict));

/**
 * Text for a version that was signed before doctors could choose an aptitude class. An older QR code may contain a class that
 * was inferred from the note.
 */
export const SIGNED_BEFORE_CHOICE_TEXT =
  'Este documento se firmó antes de que el médico eligiera el concepto en el sistema. Vale el concepto que está escrito en el documento; si el código QR indica otro, no lo tengas en cuenta.';
