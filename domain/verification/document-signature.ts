import { VERDICT_CLASSES, type VerdictClass } from '#contract/vocabulary.ts';
import { NAME_MASK } from './masked-name.ts';

/** Data in every QR code. A device that has the clinic's public key can verify them offline. */
interface BaseQrData {
  readonly number: string;
  /** Day of the signature in Bogotá, YYYY-MM-DD. */
  readonly day: string;
  /** Last characters of the identity document (`lastDocumentCharacters`). */
  readonly ending: string;
  readonly fingerprint: string;
}

/**
 * Data in a QR code of version 2, which adds the aptitude class that the doctor chose and the patient's masked name
 * (`maskedName`).
 */
export interface DocumentQrData extends BaseQrData {
  readonly verdict: VerdictClass;
  readonly patient: string;
}

/**
 * Data in a QR code of version 1 or 2. Version 1 contains no patient name, and an aptitude class that the software inferred
 * from the text of the note. This class is ignored.
 */
export type SignedQrData =
  | (DocumentQrData & { readonly version: 2 })
  | (BaseQrData & { readonly version: 1 });

export interface DocumentSignature {
  readonly facts: SignedQrData;
  /** Signed text exactly as the address contains it. */
  readonly payload: string;
  /** Signature of 64 bytes in base64url. */
  readonly signature: string;
}

/** Digit for each aptitude class in the address. A digit must never change its meaning, because printed QR codes contain it. */
const VERDICT_DIGITS: Record<VerdictClass, string> = {
  apto: '1',
  apto_recomendaciones: '2',
  apto_restricciones: '3',
  aplazado: '4',
  no_apto: '5',
  realizado: '6',
  otro: '7',
};
const VERSION_1_PAYLOAD_PATTERN =
  /^([A-Z]{3}\d{0,4}-\d{4}-\d{6,9})~(\d{4})(\d{2})(\d{2})~([0-9A-Z]{0,3})~[1-7]~([0-9a-f]{12})$/;
const VERSION_2_PAYLOAD_PATTERN =
  /^([A-Z]{3}\d{0,4}-(\d{4})-\d{6,9})~(\d{2})(\d{2})~([0-9A-Z]{0,3})~([1-7])~([0-9a-f]{12})~([0-9a-f_]{0,20}-[0-9a-f_]{0,20})$/;
const QR_FRAGMENT_PATTERN = /^#?([^.]{1,100})\.([\w-]{86})$/;
const HEX_RADIX = 16;

/**
 * Writes the masked name `Ñ*** A***` as `d1-41`, the hexadecimal code points of its initials, because a web address would
 * escape `Ñ` and blanks.
 */
const encodeMaskedName = (patient: string): string =>
  patient
    .split(' ')
    .map((part) =>
      Array.from(part.slice(0, -NAME_MASK.length), (letter) =>
        (letter.codePointAt(0) ?? 0).toString(HEX_RADIX),
      ).join('_'),
    )
    .join('-');

const decodeMaskedName = (mask: string): string =>
  mask
    .split('-')
    .map((part) => {
      const points = part.split('_').filter(Boolean);
      return `${String.fromCodePoint(...points.map((point) => Number.parseInt(point, HEX_RADIX)))}${NAME_MASK}`;
    })
    .join(' ');

const toMonthDayDigits = (day: string): string => day.slice('2026-'.length).replace('-', '');

/**
 * Writes a payload of version 2. It omits the year, because the number of the document contains it and a shorter text makes a
 * smaller QR code.
 */
export const encodeDocumentQrData = (facts: DocumentQrData): string => {
  const { number, day, ending, verdict, fingerprint, patient } = facts;
  return [
    number,
    toMonthDayDigits(day),
    ending,
    VERDICT_DIGITS[verdict],
    fingerprint,
    encodeMaskedName(patient),
  ].join('~');
};

/** Number of parts of a payload of version 1; later versions have more. */
const VERSION_1_PART_COUNT = 5;
const payloadVersionOf = (payload: string): 1 | 2 =>
  payload.split('~').length > VERSION_1_PART_COUNT ? 2 : 1;

/**
 * Returns the text that the clinic signs. The first part makes the signature differ from other uses of the key and from other
 * payload versions. The verification code in the text binds the signature to the address.
 */
export const documentTextToSign = (code: string, payload: string): string =>
  `ventanilla document v${payloadVersionOf(payload)}~${code}~${payload}`;

export const formatQrFragment = (payload: string, signature: string): string => `${payload}.${signature}`;

function parseVersion1Payload(payload: string): SignedQrData | null {
  const [, number, year, month, day, ending, fingerprint] = VERSION_1_PAYLOAD_PATTERN.exec(payload) ?? [];
  if (number === undefined || ending === undefined || fingerprint === undefined) return null;
  return { version: 1, number, day: `${year}-${month}-${day}`, ending, fingerprint };
}

function parseVersion2Payload(payload: string): SignedQrData | null {
  const [, number, year, month, day, ending, place, fingerprint, mask] =
    VERSION_2_PAYLOAD_PATTERN.exec(payload) ?? [];
  const verdict = VERDICT_CLASSES.find((each) => VERDICT_DIGITS[each] === place);
  if (number === undefined || ending === undefined || fingerprint === undefined) return null;
  if (mask === undefined || !verdict) return null;
  const patient = decodeMaskedName(mask);
  return { version: 2, number, day: `${year}-${month}-${day}`, ending, verdict, fingerprint, patient };
}

/** Reads the fragment of a QR code's address; returns null for a text that `formatQrFragment` did not write. */
export function parseQrFragment(fragment: string): DocumentSignature | null {
  const [, payload, signature] = QR_FRAGMENT_PATTERN.exec(fragment) ?? [];
  if (payload === undefined || signature === undefined) return null;
  try {
    const facts = parseVersion1Payload(payload) ?? parseVersion2Payload(payload);
    return facts && { facts, payload, signature };
  } catch {
    return null; // The masked name contains a number that is not a code point.
  }
}
