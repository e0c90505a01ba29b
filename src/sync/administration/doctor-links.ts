import type { Doctor } from '#contract/catalogs/doctors.ts';
import type { User } from '#contract/records/people/users.ts';
import { fetchActiveDoctors } from './catalog-administration.ts';
import { saveFailureOf, type SaveFailure } from '../messages/failure-text.ts';
import { fetchFirstUsers, setUserDoctor } from './users.ts';

const DOCTOR_LINK_FAILED_TEXT = 'No se pudo asignar el médico al usuario.';

/**
 * Links a user to a doctor, so that the user signs under the doctor's name.
 * @returns reason for a failure; null on success
 */
export const linkDoctor = async (user: User, doctorId: string): Promise<SaveFailure | null> =>
  saveFailureOf(await setUserDoctor(user, doctorId), DOCTOR_LINK_FAILED_TEXT);

export interface UnlinkedUsersAndDoctors {
  /** Users who may sign and have no linked doctor; suspended users are omitted. */
  readonly users: readonly User[];
  /** Active doctors without a linked user. */
  readonly doctors: readonly Doctor[];
}

const isUnlinkedSigner = ({ actions, status, doctor }: User): boolean =>
  doctor === null && status !== 'suspended' && actions.includes('manage_evaluations');

/**
 * Returns the users and doctors that can be linked, from the first hundred users and the first page of doctors. Null for a
 * base-contract server, which has no such links.
 * @throws Unreachable, Rejected
 */
export async function fetchUnlinkedUsersAndDoctors(): Promise<UnlinkedUsersAndDoctors | null> {
  const [users, doctors] = await Promise.all([fetchFirstUsers(), fetchActiveDoctors()]);
  if (users.every(({ doctor }) => doctor === undefined)) return null;
  const linked = new Set(users.map(({ doctor }) => doctor?.id));
  return { users: users.filter(isUnlinkedSigner), doctors: doctors.filter(({ id }) => !linked.has(id)) };
}
