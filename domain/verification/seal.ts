import { VERDICT_CLASSES, type VerdictClass } from '#contract/vocabulary.ts';

/** What a QR says of its document, so that a device with the clinic's public key verifies it without network. */
export interface SealedFacts {
  readonly number: string;
  /** Of the closing, in Bogotá: YYYY-MM-DD. */
  readonly day: string;
  /** As documentEnding. */
  readonly ending: string;
  readonly verdict: VerdictClass;
  /** As fingerprintOf. */
  readonly fingerprint: string;
}

/** The fragment of a QR's address. */
export interface Seal {
  readonly facts: SealedFacts;
  /** As it was written: what is signed. */
  readonly payload: string;
  /** base64url, 64 bytes. */
  readonly signature: string;
}

/** Stands in the addresses that were printed: a class keeps its place for good. */
const PLACES: Record<VerdictClass, string> = {
  apto: '1',
  apto_recomendaciones: '2',
  apto_restricciones: '3',
  aplazado: '4',
  no_apto: '5',
  realizado: '6',
  otro: '7',
};
const PAYLOAD =
  /^([A-Z]{3}\d{0,4}-\d{4}-\d{6,9})~(\d{4})(\d{2})(\d{2})~([0-9A-Z]{0,3})~([1-7])~([0-9a-f]{12})$/;
const SEAL = /^#?([^.]{1,80})\.([\w-]{86})$/;

export const writePayload = ({ number, day, ending, verdict, fingerprint }: SealedFacts): string =>
  [number, day.replaceAll('-', ''), ending, PLACES[verdict], fingerprint].join('~');

/** What the signature is made of. The first part keeps it apart from every other use of the key; the code binds it to its address. */
export const sealedText = (code: string, payload: string): string =>
  `ventanilla document v1~${code}~${payload}`;

export const writeFragment = (payload: string, signature: string): string => `${payload}.${signature}`;

function readPayload(payload: string): SealedFacts | null {
  const [, number, year, month, day, ending, place, fingerprint] = PAYLOAD.exec(payload) ?? [];
  const verdict = VERDICT_CLASSES.find((each) => PLACES[each] === place);
  if (number === undefined || ending === undefined || fingerprint === undefined || !verdict) return null;
  return { number, day: `${year}-${month}-${day}`, ending, verdict, fingerprint };
}

/** Null for what writeFragment did not write. */
export function readFragment(fragment: string): Seal | null {
  const [, payload, signature] = SEAL.exec(fragment) ?? [];
  const facts = payload === undefined ? null : readPayload(payload);
  return facts && payload !== undefined && signature !== undefined ? { facts, payload, signature } : null;
}
