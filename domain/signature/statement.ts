import type { SignatureStatement } from '#contract/records/evaluation/statements.ts';
import { toServerInstant } from '../time/clock.ts';

export interface CapturedStatement extends Pick<SignatureStatement, 'text' | 'witness'> {
  /** Time of the signature, in milliseconds on the device's clock. */
  readonly signedAt: number;
  readonly deviceId: string;
}

const escapeLetter = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Returns the value of `X-Signature-Statement`: JSON in ASCII, identical in every send (S7). The HMAC of a consent covers this
 * value (S14).
 */
export function formatStatementHeader(
  { signedAt, deviceId, text, witness }: CapturedStatement,
  clockOffset: number,
): string {
  const statement: SignatureStatement = {
    signed_at: toServerInstant(signedAt, clockOffset),
    device_id: deviceId,
    text: text && { version: text.version, sha256: text.sha256 },
    witness: witness && {
      reason: witness.reason,
      detail: witness.detail,
      name: witness.name,
      identification_type: witness.identification_type,
      identification_number: witness.identification_number,
    },
  };
  return JSON.stringify(statement).replace(/[\u007f-\uffff]/g, escapeLetter);
}
