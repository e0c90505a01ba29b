import type { SignatureStatement } from '#contract/records/evaluation/statements.ts';
import { witnessReason } from '#contract/witness.ts';
import { shortId } from '#domain/text/short-id.ts';
import { fingerprintOf } from '#domain/verification/fingerprint.ts';
import type { ClosingContent } from '../../closing/closing.ts';

/** What the patient's signature says of itself; null where the tablet told nothing. */
export const statementIn = ({ media }: ClosingContent): SignatureStatement | null =>
  media.find(({ type }) => type === 'signature')?.statement ?? null;

/** For the history alone: why somebody cannot sign is of their health. Where and when they did stands under their name. */
export function signedWords(closing: ClosingContent): string {
  const statement = statementIn(closing);
  if (!statement) return '';
  const { text, witness, device_id: device } = statement;
  return [
    ...(text
      ? [
          `Texto firmado: autorización de la IPS, versión ${text.version} (SHA-256 ${fingerprintOf(text.sha256)}…).`,
        ]
      : []),
    ...(witness ? [`El trabajador no firmó: ${witnessReason(witness)}.`] : []),
    `Firma tomada en la tableta ${shortId(device)}.`,
  ].join(' ');
}
