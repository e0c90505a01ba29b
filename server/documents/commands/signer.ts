import { and, eq } from 'drizzle-orm';
import type { FieldProblem } from '#contract/errors.ts';
import type { SignBody } from '#contract/records/evaluation/clinical.ts';
import { licenceStatus } from '#domain/evaluation/signing/licence.ts';
import {
  findUnmetSignerRequirement,
  type SignerFacts,
  type SignerRequirement,
  signingModeOf,
} from '#domain/evaluation/signing/signer-rules.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { AppError } from '../../platform/base/errors.ts';
import { passwordMatches } from '../../platform/access/password.ts';
import type { SignedVersionContent } from '../../schema/evaluation/signed-version.ts';
import type { Executor, Transaction } from '../../platform/database/connection/client.ts';
import { users } from '../../schema/accounts/accounts.ts';
import { branches, doctors } from '../../schema/catalogs.ts';
import type { EvaluationChangeContext } from '../../evaluations/index.ts';

type DoctorRow = typeof doctors.$inferSelect;
type SignerRecord = NonNullable<SignedVersionContent['signing']>;

/**
 * Locks the branch's row and returns its signing rules, so that no signature uses rules that a concurrent change has already
 * replaced.
 */
async function lockSigningRules(tx: Transaction, branchId: string) {
  const [branch] = await tx
    .select({ isOwnOnly: branches.own_signature_only, isUnlinkedAllowed: branches.unlinked_signatures })
    .from(branches)
    .where(eq(branches.id, branchId))
    .for('share');
  return branch ?? { isOwnOnly: false, isUnlinkedAllowed: false };
}

/**
 * Returns true if the user is linked to an active doctor. Inactive doctors do not count; signing-rules.ts follows the same
 * rule.
 */
const isLinkedToActiveDoctor = async (tx: Transaction, userId: string): Promise<boolean> =>
  (
    await tx
      .select({ id: doctors.id })
      .from(doctors)
      .where(and(eq(doctors.userId, userId), eq(doctors.is_active, true)))
  ).length > 0;

const NOT_LINKED_TEXT =
  'En esta sede cada médico firma con su propio usuario, y el tuyo no tiene un médico asignado. Pídelo a un administrador.';
const OTHER_SIGNER_TEXT =
  'En esta sede cada médico firma con su propio usuario. Firma como tú, o pide que firme quien debe.';

const doctorFieldError = (
  code: 'license_expired' | 'signature_of_another',
  message: string,
  summary = message,
): AppError => new AppError(code, summary, { details: [{ field: 'doctor_id', message }] });

/** Error for each unmet requirement. */
const REQUIREMENT_ERRORS: Record<SignerRequirement, (doctor: DoctorRow, facts: SignerFacts) => AppError> = {
  valid_licence: ({ name, license_valid_until }) => {
    const message = `La licencia de ${name} venció el ${formatCalendarDay(license_valid_until ?? '') ?? ''}.`;
    return doctorFieldError(
      'license_expired',
      message,
      `${message} Actualízala en el catálogo antes de firmar.`,
    );
  },
  own_user: (_doctor, { isUserLinked }) =>
    doctorFieldError('signature_of_another', isUserLinked ? OTHER_SIGNER_TEXT : NOT_LINKED_TEXT),
};

/**
 * Returns the facts about the user as a signer for the doctor.
 * @throws license_expired, signature_of_another
 */
export async function requireAllowedSigner(
  tx: Transaction,
  { branchId, trace }: EvaluationChangeContext,
  doctor: DoctorRow,
): Promise<SignerFacts> {
  const { userId } = trace.actor;
  const facts: SignerFacts = {
    ...(await lockSigningRules(tx, branchId)),
    isOwn: doctor.userId === userId,
    isUserLinked: await isLinkedToActiveDoctor(tx, userId),
    isDoctorLinked: doctor.userId !== null,
    licence: licenceStatus(doctor.license_valid_until, bogotaDay(trace.at.getTime())),
  };
  const unmet = findUnmetSignerRequirement(facts);
  if (unmet) throw REQUIREMENT_ERRORS[unmet](doctor, facts);
  return facts;
}

export const confirmationMissingError = (
  details: readonly FieldProblem[],
  message = 'Responde lo que falta antes de firmar.',
): AppError => new AppError('confirmation_missing', message, { details });

function requireReasonAndPasswordGiven(asAnother: SignBody['as_another'], doctorName: string): string {
  if (asAnother?.reason && asAnother.password !== '') return asAnother.reason;
  const details = [
    ...(asAnother?.password ? [] : [{ field: 'as_another.password', message: 'Escribe tu contraseña.' }]),
    ...(asAnother?.reason ? [] : [{ field: 'as_another.reason', message: 'Escribe el motivo.' }]),
  ];
  throw confirmationMissingError(
    details,
    `Tu usuario no es ${doctorName}: para firmar en su nombre escribe tu contraseña y el motivo.`,
  );
}

/**
 * Requires that the password in the request is the password of the session's user; accepts a request without a password. Runs
 * outside of any transaction because it is slow.
 * @throws confirmation_missing
 */
export async function rejectWrongPassword(
  db: Executor,
  userId: string,
  { as_another: asAnother }: Pick<SignBody, 'as_another'>,
): Promise<void> {
  if (!asAnother?.password) return;
  const [user] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
  if (await passwordMatches(user?.hash ?? null, asAnother.password)) return;
  throw confirmationMissingError([
    { field: 'as_another.password', message: 'La contraseña no es correcta.' },
  ]);
}

/**
 * Returns how the session signs, for the signed version. Signing as another doctor needs a reason and a password that
 * rejectWrongPassword has verified.
 * @throws confirmation_missing
 */
export function signerRecordOf(
  facts: SignerFacts,
  by: string,
  doctor: DoctorRow,
  body: SignBody,
): Pick<SignerRecord, 'by' | 'as' | 'reason'> {
  const as = signingModeOf(facts);
  return {
    by,
    as,
    reason: as === 'another' ? requireReasonAndPasswordGiven(body.as_another, doctor.name) : null,
  };
}
