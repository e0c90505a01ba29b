import type { SignatureStatement } from '#contract/records/evaluation/statements.ts';
import { witnessReasonText } from '#contract/witness.ts';
import { shortId } from '#domain/text/short-id.ts';
import { shortFingerprintOf } from '#domain/verification/fingerprint.ts';
import type { SignedVersionContent } from '../../../schema/evaluation/signed-version.ts';
import type { ReportInput } from '../input/input.ts';

/** Returns the statement that the tablet recorded with the patient's signature; null if it recorded none. */
export const findSignatureStatement = ({ media }: SignedVersionContent): SignatureStatement | null =>
  media.find(({ type }) => type === 'signature')?.statement ?? null;

const WITHOUT_ACCEPTED_TEXT_NOTE =
  'Sin texto aceptado: con esta firma no consta que se leyera la autorización de la IPS.';

/**
 * Returns the text about the signing that the history prints below the signatures. The concept does not print it, because the
 * reason why a patient cannot sign is health data.
 */
export function signingStatementText({
  closing,
  is_without_text: isWithoutText,
}: Pick<ReportInput, 'closing' | 'is_without_text'>): string {
  const statement = findSignatureStatement(closing);
  if (!statement) return isWithoutText ? WITHOUT_ACCEPTED_TEXT_NOTE : '';
  const { text, witness, device_id: device } = statement;
  return [
    ...(text
      ? [
          `Texto firmado: autorización de la IPS, versión ${text.version} (SHA-256 ${shortFingerprintOf(text.sha256)}…).`,
        ]
      : []),
    ...(isWithoutText ? [WITHOUT_ACCEPTED_TEXT_NOTE] : []),
    ...(witness ? [`El trabajador no firmó: ${witnessReasonText(witness)}.`] : []),
    `Firma tomada en la tableta ${shortId(device)}.`,
  ].join(' ');
}
