import type { Verification } from '#contract/records/evaluation/verification.ts';
import { VERDICT_LABELS } from '#contract/vocabulary.ts';
import { calendarDay } from '../time/calendar.ts';
import type { SealedFacts } from './seal.ts';

/** A row that the holder compares with the paper. */
export type ShownRow = readonly [label: string, value: string];

const dayOf = (iso: string): string => calendarDay(iso) ?? iso;
const endingOf = (ending: string): ShownRow => ['Documento de identidad', `termina en ${ending}`];

/** Returns what the clinic states about a document: issuer and doctor first, so that a genuine code of another clinic is noticed. */
export const rowsOfDocument = ({ issuer, doctor, ...document }: Verification): ShownRow[] => [
  ['Clínica', issuer.clinic],
  ...(issuer.nit === null ? [] : [['NIT', issuer.nit] as const]),
  ['Sede', issuer.branch],
  ['Médico', doctor.name],
  ['Licencia', doctor.license_number],
  ['Trabajador', document.patient],
  endingOf(document.document_ending),
  ['Concepto', VERDICT_LABELS[document.verdict]],
  ['Número', document.number],
  ['Fecha', dayOf(document.closed_on)],
  ['Tipo de evaluación', document.evaluation_type],
  ['Empresa', document.company],
  ['Huella', document.fingerprint],
];

/** Returns what a QR states about its document; a QR of version 1 states neither name nor class. */
export const rowsOfQr = (facts: SealedFacts): ShownRow[] => [
  ...(facts.version === 2 ? [['Trabajador', facts.patient] as const] : []),
  endingOf(facts.ending),
  ...(facts.version === 2 ? [['Concepto', VERDICT_LABELS[facts.verdict]] as const] : []),
  ['Número', facts.number],
  ['Fecha', dayOf(facts.day)],
  ['Huella', facts.fingerprint],
];

/** Returns whether a QR states the same as the clinic's response for its code. */
export const isOfDocument = (facts: SealedFacts, document: Verification): boolean =>
  facts.number === document.number &&
  facts.day === document.closed_on &&
  facts.ending === document.document_ending &&
  facts.fingerprint === document.fingerprint &&
  (facts.version === 1 || (facts.patient === document.patient && facts.verdict === document.verdict));

/** Shown for a version that predates the doctor's choice: an older QR may state a class that was inferred from the text. */
export const BEFORE_CHOICE =
  'Este documento se firmó antes de que el médico eligiera el concepto en el sistema. Vale el concepto que está escrito en el documento; si el código QR indica otro, no lo tengas en cuenta.';
