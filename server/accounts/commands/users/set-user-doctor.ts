import { asc, eq, or } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import { doctors } from '../../../schema/catalogs.ts';
import { fieldError } from '../../../platform/base/errors.ts';
import type { FoundUser } from '../../queries/users.ts';
import { lockUser } from '../sessions/lock-user.ts';
import { requireCurrentRevision } from '../../../platform/base/row-revision.ts';
import { lockAndRequireAdministrator } from './administrators.ts';
import { type UserChangeContext, concludeUserChange, loadUser } from './change-user.ts';

type DoctorRow = typeof doctors.$inferSelect;

/** Locks the user's current doctor and the new doctor in a fixed order, so that two concurrent changes cannot deadlock. */
const lockCurrentAndNewDoctor = (
  tx: Transaction,
  userId: string,
  wantedId: string | null,
): Promise<DoctorRow[]> =>
  tx
    .select()
    .from(doctors)
    .where(or(eq(doctors.userId, userId), wantedId === null ? undefined : eq(doctors.id, wantedId)))
    .orderBy(asc(doctors.id))
    .for('no key update');

function requireLinkableDoctor(doctor: DoctorRow | undefined): void {
  const doctorError = (message: string) => fieldError({ field: 'doctor_id', message });
  if (!doctor) throw doctorError('El médico no existe.');
  if (!doctor.is_active) throw doctorError('El médico está inactivo. Elige otro.');
  if (doctor.userId !== null) throw doctorError('Este médico ya es de otra persona. Quítaselo primero.');
}

/**
 * Links the user to a doctor of the catalogue; null removes the link. A user has at most one doctor, and a doctor at most one
 * user.
 * @throws forbidden, not_found, precondition_failed, validation_failed for a doctor who does not exist, is inactive or is
 * linked to another user
 */
export async function setUserDoctor(
  tx: Transaction,
  change: UserChangeContext,
  doctorId: string | null,
): Promise<FoundUser> {
  const { trace, userId, ifMatch } = change;
  await lockAndRequireAdministrator(tx, trace.actor);
  const user = await lockUser(tx, userId);
  const held = await lockCurrentAndNewDoctor(tx, userId, doctorId);
  const before = held.find((doctor) => doctor.userId === userId);
  if ((before?.id ?? null) === doctorId) return loadUser(tx, userId);
  if (doctorId !== null) requireLinkableDoctor(held.find(({ id }) => id === doctorId));
  requireCurrentRevision(user, ifMatch);
  const linkDoctor = (id: string, owner: string | null) =>
    tx.update(doctors).set({ userId: owner, updatedAt: trace.at }).where(eq(doctors.id, id));
  if (before) await linkDoctor(before.id, null);
  if (doctorId !== null) await linkDoctor(doctorId, userId);
  const detail = { from: before?.id ?? 'none', to: doctorId ?? 'none' };
  return concludeUserChange(tx, change, {}, { action: 'user_doctor_changed', detail });
}
