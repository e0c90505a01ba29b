import { createPrivateKey, sign } from 'node:crypto';
import { API_BASE } from '#contract/routes/routes.ts';
import { Verification } from '#contract/records/evaluation/verification.ts';
import { parseVerificationCode } from '#domain/verification/code.ts';
import {
  documentTextToSign,
  formatQrFragment,
  encodeDocumentQrData,
} from '#domain/verification/document-signature.ts';
import type { ServerProcess } from '../server/server-process.ts';

export interface SignedDocument {
  readonly evaluationId: string;
  /** Verification code as the database stores it. */
  readonly code: string;
  readonly number: string;
}

/**
 * Returns the newest signed document of branch Bogotá for which no receipt was taken, because tests that take one share the
 * clinic.
 */
export async function newestSignedDocument(clinic: ServerProcess): Promise<SignedDocument> {
  const [row] = await clinic.query<{ id: string; code: string; number: string }>(
    `select evaluations.id, content #>> '{document,code}' as code, content #>> '{document,number}' as number
      from closings join evaluations on evaluations.id = evaluation_id and evaluations.version = closings.version
      where status = 'cerrada' and content #>> '{document,number}' like 'BOG-%'
        and not exists (select from receipts where receipts.evaluation_id = evaluations.id)
      order by closings.closed_at desc limit 1`,
  );
  if (!row) throw new Error('The demo clinic has signed nothing');
  return { evaluationId: row.id, code: row.code, number: row.number };
}

/** Returns the document signature: the part after '#' in the address of the document's QR code. */
export async function qrFragmentOf(clinic: ServerProcess, code: string): Promise<string> {
  const requestDocument = async (path: string) =>
    (await fetch(`${clinic.origin}${API_BASE}${path}`)).json() as Promise<unknown>;
  await requestDocument('/verification-key');
  const [row] = await clinic.query<{ key: Buffer }>('select private_key as key from verification_key');
  if (!row) throw new Error('The clinic has no key');
  const told = Verification.parse(await requestDocument(`/verifications/${code}`));
  const payload = encodeDocumentQrData({
    number: told.number,
    day: told.closed_on,
    ending: told.document_ending,
    verdict: told.verdict,
    fingerprint: told.fingerprint,
    patient: told.patient,
  });
  const key = createPrivateKey({ key: row.key, format: 'der', type: 'pkcs8' });
  const text = Buffer.from(documentTextToSign(parseVerificationCode(code) ?? '', payload));
  return formatQrFragment(payload, sign(null, text, key).toString('base64url'));
}
