import { sql } from 'drizzle-orm';
import type { Verification } from '#contract/records/evaluation/verification.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { parseVerificationCode, formatVerificationCode } from '#domain/verification/code.ts';
import { shortFingerprintOf } from '#domain/verification/fingerprint.ts';
import { documentState } from '#domain/verification/state.ts';
import { lastDocumentCharacters, maskedName } from '#domain/verification/masked-name.ts';
import { contentDigest } from '../content/canonical.ts';
import { SignedVersionContent } from '../../schema/evaluation/signed-version.ts';
import { verdictClassOfVersion } from '../content/verdict.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { issuerOf } from './issuer.ts';

interface VersionFoundByCode extends Record<string, unknown> {
  readonly content: unknown;
  readonly content_sha256: string;
  readonly is_last: boolean;
  readonly is_closed: boolean;
  readonly last_number: string | null;
  readonly concept_sha256: string | null;
}

const findVersionByCode = async (db: Executor, code: string): Promise<VersionFoundByCode | undefined> =>
  (
    await db.execute<VersionFoundByCode>(sql`
      select closing.content, closing.content_sha256, closing.version = evaluation.version as is_last,
        evaluation.status = 'cerrada' as is_closed, last.content #>> '{document,number}' as last_number,
        issued.stored_sha256 as concept_sha256
      from closings closing
        join evaluations evaluation on evaluation.id = closing.evaluation_id
        join closings last on last.evaluation_id = evaluation.id and last.version = evaluation.version
        left join issued_concepts issued
          on issued.evaluation_id = closing.evaluation_id and issued.version = closing.version
      where closing.content #>> '{document,code}' = ${code}`)
  ).rows[0];

/**
 * Returns the data that the public page shows about the document with this code; null when no document has the code. An invalid
 * code takes as long as a valid one, so that the duration reveals nothing. Issuer and doctor are those of the signed version; a
 * version without an issuer gets the current issuer.
 * @throws when the signed version was altered
 */
export async function findVerification(db: Executor, typed: string): Promise<Verification | null> {
  const found = await findVersionByCode(db, parseVerificationCode(typed) ?? '');
  if (!found) return null;
  if (contentDigest(found.content) !== found.content_sha256)
    throw new Error('The content of a signed version does not match its digest');
  const closing = SignedVersionContent.parse(found.content);
  if (!closing.document) throw new Error('A signed version found by its code has no code');
  const state = documentState(found.is_last, found.is_closed);
  return {
    issuer: closing.issuer ?? (await issuerOf(db, closing.evaluation_id)),
    doctor: { name: closing.doctor.name, license_number: closing.doctor.license_number },
    number: closing.document.number,
    code: formatVerificationCode(closing.document.code),
    closed_on: bogotaDay(Date.parse(closing.closed_at)),
    evaluation_type: closing.evaluation_type.name,
    company: closing.employer_company.name,
    patient: maskedName(closing.patient),
    document_ending: lastDocumentCharacters(closing.patient),
    verdict: verdictClassOfVersion(closing),
    predates_choice: closing.decisions === undefined,
    state,
    replaced_by: state === 'reemplazada' ? found.last_number : null,
    fingerprint: shortFingerprintOf(found.content_sha256),
    concept_sha256: found.concept_sha256,
  };
}
