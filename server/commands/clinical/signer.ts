import { and, eq } from 'drizzle-orm';
import type { FieldProblem } from '#contract/errors.ts';
import type { SignBody } from '#contract/records/evaluation/clinical.ts';
import { licenceStanding } from '#domain/evaluation/license.ts';
import { calendarDay } from '#domain/time/calendar.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { AppError } from '../../base/errors.ts';
import { passwordMatches } from '../../access/password.ts';
import type { ClosingContent } from '../../closing/closing.ts';
import type { Executor, Transaction } from '../../database/connection/client.ts';
import { users } from '../../database/tables/accounts.ts';
import { branches, doctors } from '../../database/tables/catalogs.ts';
import type { Change } from './change-evaluation.ts';

type Doctor = typeof doctors.$inferSelect;
type Signing = NonNullable<ClosingContent['signing']>;

/** @throws license_expired once the licence's last day, in Bogotá, is over */
export function requireLicence({ name, licenseValidUntil }: Doctor, at: Date): void {
  if (licenceStanding(licenseValidUntil, bogotaDay(at.getTime())).type !== 'expired') return;
  const message = `La licencia de ${name} venció el ${calendarDay(licenseValidUntil ?? '') ?? ''}.`;
  throw new AppError('license_expired', `${message} Actualízala en el catálogo antes de firmar.`, {
    details: [{ field: 'doctor_id', message }],
  });
}

/** Locks the branch's row: a change of the rule waits, and holds from the next signature on. */
async function isOwnOnly(tx: Transaction, branchId: string): Promise<boolean> {
  const [branch] = await tx
    .select({ ownOnly: branches.ownSignatureOnly })
    .from(branches)
    .where(eq(branches.id, branchId))
    .for('share');
  return branch?.ownOnly ?? false;
}

/** Who was one and is inactive is none by now, as the rules tell it (signing-rules.ts). */
const isSomeDoctor = async (tx: Transaction, userId: string): Promise<boolean> =>
  (
    await tx
      .select({ id: doctors.id })
      .from(doctors)
      .where(and(eq(doctors.userId, userId), eq(doctors.isActive, true)))
  ).length > 0;

const NOT_LINKED =
  'En esta sede cada médico firma con su propio usuario, y el tuyo no tiene un médico asignado. Pídelo a un administrador.';
const NOT_OWN =
  'En esta sede cada médico firma con su propio usuario. Firma como tú, o pide que firme quien debe.';

const refusedToAnother = (isLinked: boolean): AppError => {
  const message = isLinked ? NOT_OWN : NOT_LINKED;
  return new AppError('signature_of_another', message, { details: [{ field: 'doctor_id', message }] });
};

/** What a signature is still asked, beside its fields. */
export const confirmationMissing = (details: readonly FieldProblem[]): AppError =>
  new AppError('confirmation_missing', 'Responde lo que falta antes de firmar.', { details });

function requireReason(asAnother: SignBody['as_another']): string {
  if (asAnother?.reason && asAnother.password !== '') return asAnother.reason;
  throw confirmationMissing([
    ...(asAnother?.password ? [] : [{ field: 'as_another.password', message: 'Escribe tu contraseña.' }]),
    ...(asAnother?.reason ? [] : [{ field: 'as_another.reason', message: 'Escribe el motivo.' }]),
  ]);
}

/**
 * Outside of any transaction, for it is slow: that who sends a password is the person of the session.
 * @throws confirmation_missing
 */
export async function requirePassword(
  db: Executor,
  userId: string,
  { as_another: asAnother }: Pick<SignBody, 'as_another'>,
): Promise<void> {
  if (!asAnother?.password) return;
  const [user] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
  if (await passwordMatches(user?.hash ?? null, asAnother.password)) return;
  throw confirmationMissing([{ field: 'as_another.password', message: 'La contraseña no es correcta.' }]);
}

/** A client of the base contract sends the doctor alone, and can be asked for nothing else. */
const isAskable = ({ confirmed, as_another: asAnother }: SignBody): boolean =>
  confirmed !== undefined || asAnother !== undefined;

/**
 * How the session signs. 'own': the user is the doctor. 'another': with password (checked before, by requirePassword) and reason,
 * for a user who is another doctor, or a doctor who is another user. 'unlinked': the rest, and base-contract clients whose user is
 * no doctor. A branch may allow 'own' only.
 * @throws signature_of_another, confirmation_missing
 */
export async function requireSigner(
  tx: Transaction,
  { branchId, trace }: Change,
  doctor: Doctor,
  body: SignBody,
): Promise<Pick<Signing, 'by' | 'as' | 'reason'>> {
  const { userId, displayName: by } = trace.actor;
  if (doctor.userId === userId) return { by, as: 'own', reason: null };
  const isLinked = await isSomeDoctor(tx, userId);
  if (await isOwnOnly(tx, branchId)) throw refusedToAnother(isLinked);
  const isAsked = isLinked || (doctor.userId !== null && isAskable(body));
  if (!isAsked) return { by, as: 'unlinked', reason: null };
  return { by, as: 'another', reason: requireReason(body.as_another) };
}
