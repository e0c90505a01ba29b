import type { Verification } from '#contract/records/evaluation/verification.ts';
import type { SignedQrData } from './document-signature.ts';
import {
  SIGNED_BEFORE_CHOICE_TEXT,
  type VerificationRow,
  doctorLineParts,
  issuerLineParts,
  additionalDocumentRows,
  rowsFromQrCode,
  rowsToCompare,
} from './shown.ts';
import type { VerificationOutcome } from './verdict.ts';

/** Colour of a verification result: `ok` is green, `warn` amber, `bad` red. */
export type VerificationTone = 'ok' | 'warn' | 'bad';

/** Texts of a verification result that differ between the public page and the app. */
export interface VerificationWording {
  readonly clinic: 'esta clínica' | 'tu clínica';
  /** End of a sentence that states why the clinic's key is missing and what the user can do. */
  readonly noKey: string;
  /** Texts for a clinic's server that does not respond, by the reason why the QR code could not be checked either. */
  readonly away: Readonly<Record<'none' | 'no_key' | 'unsupported', string>>;
}

export interface VerificationData {
  /**
   * Heading of the rows. It states whether the user must compare the rows with the printed document, or whether they show what
   * the clinic really issued.
   */
  readonly heading: string;
  readonly isToCompare: boolean;
  /**
   * Lines about issuer and doctor. Each line is a list of parts within which no line break should occur. Empty for the data of
   * a QR code, which contain neither.
   */
  readonly issuer: readonly (readonly string[])[];
  readonly rows: readonly VerificationRow[];
  readonly more: readonly VerificationRow[];
}

export interface VerificationMessage {
  readonly tone: VerificationTone;
  readonly text: string;
  readonly notes: readonly string[];
  readonly data: VerificationData | null;
  readonly remark: string | null;
}

const COMPARE_HEADING_TEXT = 'Compáralo con el papel';
const CODE_ALONE_TEXT = 'Un código solo no prueba el papel: compara estos datos con él.';
const VALID_DOCUMENT_TEXT = 'El código existe y el documento está vigente';
const RATE_LIMITED_TEXT = 'Hubo demasiadas consultas desde aquí. Espera cinco minutos e intenta de nuevo.';
export const CLINIC_NOT_REACHED_TEXT =
  'No pudimos consultar a la clínica. Revisa tu conexión e intenta de nuevo.';

const replacementText = ({ replaced_by: by }: Verification): string =>
  `ya no vale: lo reemplazó ${by === null ? 'una versión posterior' : `el N.º ${by}`}`;
const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const verificationDataOf = (
  document: Verification,
  heading: string,
  isToCompare: boolean,
): VerificationData => ({
  heading,
  isToCompare,
  issuer: [issuerLineParts(document.issuer), doctorLineParts(document.doctor)],
  rows: rowsToCompare(document),
  more: additionalDocumentRows(document),
});
const createComparisonData = (document: Verification): VerificationData =>
  verificationDataOf(document, COMPARE_HEADING_TEXT, true);
const verificationDataOfQr = (facts: SignedQrData): VerificationData => ({
  heading: COMPARE_HEADING_TEXT,
  isToCompare: true,
  issuer: [],
  rows: rowsFromQrCode(facts),
  more: [],
});

/** Returns the state of a replaced or voided document in parentheses; an empty text for a valid document. */
function endedStateSuffix(document: Verification): string {
  switch (document.state) {
    case 'vigente':
      return '';
    case 'reemplazada':
      return ` (${replacementText(document)})`;
    case 'anulada':
      return ' (anulado)';
  }
}

/** Returns the data that the clinic issued, to be shown when the printed document is not authentic. */
const issuedData = (document: Verification, end = ''): VerificationData =>
  verificationDataOf(document, `Lo que la clínica emitió con ese código${end}:`, false);
const issuedDataWithState = (document: Verification | null): VerificationData | null =>
  document && issuedData(document, endedStateSuffix(document));

/**
 * Returns the explanation for a version that was signed before doctors could choose an aptitude class; null for other versions.
 * The explanation must not be shown for a distrusted or invalid document, because it contains 'Vale el concepto que está
 * escrito en el documento'.
 */
const signedBeforeChoiceRemark = ({ predates_choice: isBefore }: Verification): string | null =>
  isBefore ? SIGNED_BEFORE_CHOICE_TEXT : null;

const FORGERY_REASON_TEXTS = {
  signature: (clinic: string) => `la firma de su código QR no es de ${clinic}`,
  facts: (clinic: string) => `su código QR dice otros datos que ${clinic}`,
};

const createMessageWithoutNotes = (
  tone: VerificationTone,
  text: string,
  data: VerificationData | null = null,
): VerificationMessage => ({
  tone,
  text,
  notes: [],
  data,
  remark: null,
});

function createEndedDocumentMessage({
  state,
  document,
}: Extract<VerificationOutcome, { type: 'ended' }>): VerificationMessage {
  const data = issuedData(document);
  switch (state) {
    case 'reemplazada':
      return createMessageWithoutNotes('warn', `${capitalize(replacementText(document))}.`, data);
    case 'anulada':
      return createMessageWithoutNotes(
        'bad',
        'Anulado: la clínica reabrió la evaluación y no ha firmado otro documento.',
        data,
      );
  }
}

function createUncheckedDocumentMessage(
  { qr, document }: Extract<VerificationOutcome, { type: 'unchecked' }>,
  voice: VerificationWording,
): VerificationMessage {
  const why = qr === 'no_key' ? voice.noKey : 'este navegador no puede hacerlo.';
  return {
    tone: 'warn',
    text: `${VALID_DOCUMENT_TEXT}, pero no se pudo comprobar el QR: ${why}`,
    notes: [CODE_ALONE_TEXT],
    data: createComparisonData(document),
    remark: signedBeforeChoiceRemark(document),
  };
}

function createValidDocumentMessage(
  { by, document }: Extract<VerificationOutcome, { type: 'valid' }>,
  voice: VerificationWording,
): VerificationMessage {
  const [text, note] =
    by === 'qr'
      ? ['Documento auténtico y vigente.', `La firma del código QR es de ${voice.clinic}.`]
      : [`${VALID_DOCUMENT_TEXT}.`, CODE_ALONE_TEXT];
  return {
    tone: 'ok',
    text,
    notes: [note],
    data: createComparisonData(document),
    remark: signedBeforeChoiceRemark(document),
  };
}

function createUnconfirmedMessage(
  { silence, facts }: Extract<VerificationOutcome, { type: 'unconfirmed' }>,
  voice: VerificationWording,
): VerificationMessage {
  const isFirst = facts.version === 1;
  const silent = silence === 'limited' ? RATE_LIMITED_TEXT : CLINIC_NOT_REACHED_TEXT;
  return {
    tone: 'warn',
    text: `La firma del código QR es de ${voice.clinic}, pero no se sabe si el documento sigue vigente.`,
    notes: [silent, ...(isFirst ? ['El QR no trae el nombre del trabajador: compara los demás datos.'] : [])],
    data: verificationDataOfQr(facts),
    remark: isFirst ? SIGNED_BEFORE_CHOICE_TEXT : null,
  };
}

export function verificationMessage(
  verdict: VerificationOutcome,
  voice: VerificationWording,
): VerificationMessage {
  switch (verdict.type) {
    case 'elsewhere': {
      const text = `Desconfía del papel: su código QR lleva a ${verdict.host}, que no es la dirección de ${voice.clinic}. No abras esa página.`;
      return createMessageWithoutNotes('bad', text, issuedDataWithState(verdict.document));
    }
    case 'forged': {
      const text = `Este papel no es auténtico: ${FORGERY_REASON_TEXTS[verdict.by](voice.clinic)}.`;
      return createMessageWithoutNotes('bad', text, issuedDataWithState(verdict.document));
    }
    case 'unknown':
      return createMessageWithoutNotes(
        'bad',
        verdict.by === 'qr'
          ? `No hay ningún documento de ${voice.clinic} con el código de ese QR.`
          : 'No hay ningún documento con ese código. Revísalo letra por letra.',
      );
    case 'ended':
      return createEndedDocumentMessage(verdict);
    case 'unchecked':
      return createUncheckedDocumentMessage(verdict, voice);
    case 'valid':
      return createValidDocumentMessage(verdict, voice);
    case 'unconfirmed':
      return createUnconfirmedMessage(verdict, voice);
    case 'unavailable':
      return createMessageWithoutNotes(
        'warn',
        verdict.silence === 'limited' ? RATE_LIMITED_TEXT : voice.away[verdict.qr],
      );
  }
}
