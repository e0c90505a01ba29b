import { eq } from 'drizzle-orm';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { CLINICAL_TEXT_MAX_LINES } from '#contract/limits.ts';
import type { SignBody } from '#contract/records/evaluation/clinical.ts';
import { NOTE_LABELS } from '#contract/vocabulary.ts';
import {
  SIGNING_REQUIREMENTS,
  type SigningRequirement,
  missingSigningRequirements,
} from '#domain/evaluation/signing/checklist.ts';
import type { SignerFacts } from '#domain/evaluation/signing/signer-rules.ts';
import { type PrintProblem, findPrintProblems } from '#domain/evaluation/signing/printable.ts';
import type { SignedVersionContent } from '../../schema/evaluation/signed-version.ts';
import { contentDigest } from '../content/canonical.ts';
import { composeSignedVersionContent } from '../queries/signed-version-content.ts';
import type { Executor, Transaction } from '../../platform/database/connection/client.ts';
import { doctors } from '../../schema/catalogs.ts';
import { signedVersions } from '../../schema/evaluation/evaluations.ts';
import { AppError, fieldError } from '../../platform/base/errors.ts';
import { type FileStore, sha256Of } from '../../platform/files/store.ts';
import {
  type FoundEvaluation,
  findEvaluation,
  type EvaluationChangeContext,
  type EvaluationRow,
  concludeChange,
  lockOpenEvaluation,
  requireCurrentState,
  revisionUpdateStatement,
} from '../../evaluations/index.ts';
import { isConceptEmpty, requireConfirmations, requireOfferedAptitude } from './confirmations.ts';
import { nextDocumentNumberAndCode } from './next-document.ts';
import { requireAllowedSigner, signerRecordOf } from './signer.ts';

function toRequirementProblem(requirement: SigningRequirement): FieldProblem {
  const { field = requirement, message } = SIGNING_REQUIREMENTS[requirement];
  return { field, message };
}

const TOO_MANY_LINES_SUFFIX = `tiene más de ${CLINICAL_TEXT_MAX_LINES} renglones. Acórtalo y guárdalo antes de firmar.`;

function toFieldProblem(problem: PrintProblem): FieldProblem {
  switch (problem.type) {
    case 'result':
      return { field: 'results', message: `El resultado de ${problem.examName} ${TOO_MANY_LINES_SUFFIX}` };
    case 'note':
      return {
        field: 'note',
        message: `El texto «${NOTE_LABELS[problem.noteType]}» ${TOO_MANY_LINES_SUFFIX}`,
      };
    case 'whole':
      return {
        field: 'results',
        message: 'Los textos juntos son demasiado largos para un documento. Acórtalos.',
      };
  }
}

function rejectUnprintableTexts(evaluation: Evaluation): void {
  const problems = findPrintProblems(evaluation);
  if (problems.length > 0)
    throw new AppError(
      'requirements_missing',
      'Acorta los textos que no caben en el documento antes de firmar.',
      {
        details: problems.map(toFieldProblem),
      },
    );
}

type DoctorRow = typeof doctors.$inferSelect;

/**
 * Returns the doctor and locks the doctor's row until the transaction ends, so that the doctor cannot be deactivated between
 * this check and the signature.
 */
async function lockSigningDoctor(tx: Transaction, id: string): Promise<DoctorRow> {
  const [doctor] = await tx.select().from(doctors).where(eq(doctors.id, id)).for('share');
  if (!doctor) throw fieldError({ field: 'doctor_id', message: 'El médico no existe.' });
  if (!doctor.is_active)
    throw fieldError({ field: 'doctor_id', message: 'El médico está inactivo. Elige otro.' });
  return doctor;
}

/**
 * Returns the complete evaluation, as the signed version will store it. Rejects the request if the user has not read the
 * current state or if a requirement for signing is missing.
 */
async function readCompleteEvaluation(tx: Transaction, change: EvaluationChangeContext) {
  const found = await findEvaluation(tx, change.branchId, change.evaluationId);
  if (!found) throw new Error('A locked evaluation no longer exists');
  requireCurrentState(found, change);
  const missing = missingSigningRequirements(found.evaluation);
  if (missing.length > 0)
    throw new AppError('requirements_missing', 'Completa los requisitos pendientes antes de firmar.', {
      details: missing.map(toRequirementProblem),
    });
  rejectUnprintableTexts(found.evaluation);
  return found.evaluation;
}

interface DoctorSignatureFile {
  readonly path: string;
  readonly sha256: string;
}

class DoctorSignatureChangedError extends Error {
  override readonly name = 'PictureChanged';
}

/**
 * Returns the doctor's current signature image; null if the doctor has no image or does not exist.
 * @throws the errors of `FileStore.read`
 */
export async function readDoctorSignatureFile(
  db: Executor,
  files: FileStore,
  doctorId: string,
): Promise<DoctorSignatureFile | null> {
  const [doctor] = await db
    .select({ path: doctors.signature_key })
    .from(doctors)
    .where(eq(doctors.id, doctorId));
  return doctor?.path ? { path: doctor.path, sha256: sha256Of(await files.read(doctor.path)) } : null;
}

/**
 * Signs with the doctor's signature image. The image is read before the transaction, so that a slow file store blocks neither a
 * row nor a connection. If the image is replaced before the signing, the new image is read and the signing is retried.
 */
export async function signWithDoctorSignature<Result>(
  read: () => Promise<DoctorSignatureFile | null>,
  sign: (picture: DoctorSignatureFile | null) => Promise<Result>,
): Promise<Result> {
  for (let left = 2; ; left -= 1)
    try {
      return await sign(await read());
    } catch (error) {
      if (!(error instanceof DoctorSignatureChangedError) || left === 0) throw error;
    }
}

function unchangedSignatureColumns({ signature_key }: DoctorRow, picture: DoctorSignatureFile | null) {
  if (signature_key !== (picture?.path ?? null)) throw new DoctorSignatureChangedError();
  return { doctorSignaturePath: picture?.path ?? null, doctorSignatureSha256: picture?.sha256 ?? null };
}

async function storeSignedVersion(
  tx: Transaction,
  { change, row, picture, doctor, signer, body }: SignedVersionInput,
): Promise<Record<string, string | number>> {
  const { at: closedAt, actor } = change.trace;
  const version = row.version + 1;
  const evaluation = await readCompleteEvaluation(tx, change);
  const signing = {
    ...signerRecordOf(signer, actor.displayName, doctor, body),
    ...requireConfirmations(evaluation, body),
  };
  await requireOfferedAptitude(tx, evaluation, body);
  const document = await nextDocumentNumberAndCode(tx, change);
  const content = await composeSignedVersionContent(tx, {
    evaluation,
    doctor,
    version,
    closedAt,
    document,
    signing,
  });
  const contentSha256 = contentDigest(content);
  await tx.insert(signedVersions).values({
    evaluationId: row.id,
    version,
    closedAt,
    closedBy: actor.userId,
    doctorId: doctor.id,
    doctorName: doctor.name,
    doctorSpecialty: doctor.specialty,
    doctorLicenseNumber: doctor.license_number,
    doctorRegistrationNumber: doctor.registration_number,
    ...unchangedSignatureColumns(doctor, picture),
    content,
    contentSha256,
  });
  // The user's reasons for signing as another doctor and for the disclosure are stored in the content of the signed version.
  // The log entry contains only the digest of this content, because the reasons may describe a patient.
  return {
    version,
    doctor: doctor.id,
    signed_as: signing.as,
    content_sha256: contentSha256,
    ...disclosureLogDetail(signing),
    ...(isConceptEmpty(evaluation) && { concept: 'empty' }),
  };
}

const disclosureLogDetail = ({ disclosure_reason: reason }: NonNullable<SignedVersionContent['signing']>) =>
  reason === null ? {} : { disclosure_warning: 'passed' };

interface SignedVersionInput {
  readonly change: EvaluationChangeContext;
  readonly row: EvaluationRow;
  readonly picture: DoctorSignatureFile | null;
  readonly doctor: DoctorRow;
  readonly signer: SignerFacts;
  readonly body: SignBody;
}

/**
 * Locks the row and closes the evaluation under the doctor's name if the checklist is complete. Must be called inside
 * signWithDoctorSignature.
 * @throws not_found, evaluation_closed, precondition_failed, requirements_missing; validation_failed, license_expired if the
 * named doctor may not sign; signature_of_another, confirmation_missing if the calling user may not sign for this doctor or did
 * not confirm
 */
export async function signEvaluation(
  tx: Transaction,
  picture: DoctorSignatureFile | null,
  change: EvaluationChangeContext,
  body: SignBody,
): Promise<FoundEvaluation> {
  const row = await lockOpenEvaluation(tx, change);
  const { at } = change.trace;
  const doctor = await lockSigningDoctor(tx, body.doctor_id);
  const signer = await requireAllowedSigner(tx, change, doctor);
  const detail = await storeSignedVersion(tx, { change, row, picture, doctor, signer, body });
  await revisionUpdateStatement(tx, row.id, at, {
    status: 'cerrada',
    closedAt: at,
    doctorId: doctor.id,
    version: row.version + 1,
  });
  return concludeChange(tx, change, { action: 'evaluation_signed', detail });
}
