import type { Doctor } from '#contract/records/catalogs.ts';
import type { User } from '#contract/records/people/users.ts';
import { defaultCatalogFilters } from '#domain/catalog/filters.ts';
import { doctorCalls } from './catalog-administration.ts';
import { saveFailureOf, type SaveFailure } from '../messages/failure-text.ts';
import { fetchFirstUsers, setUserDoctor } from './users.ts';

const COULD_NOT_LINK = 'No se pudo asignar el médico al usuario.';

/**
 * Links the user to the doctor in whose name the user then signs.
 * @returns the reason for a failure; null when they are linked
 */
export const linkDoctor = async (user: User, doctorId: string): Promise<SaveFailure | null> =>
  saveFailureOf(await setUserDoctor(user, doctorId), COULD_NOT_LINK);

/** Users and doctors of the clinic that can be linked to each other. */
export interface UnlinkedAccounts {
  /** Users who may sign and are linked to no doctor, without suspended users. */
  readonly users: readonly User[];
  /** Active doctors who are linked to no user. */
  readonly doctors: readonly Doctor[];
}

const isSigner = ({ actions, status, doctor }: User): boolean =>
  doctor === null && status !== 'suspended' && actions.includes('manage_evaluations');

/**
 * Returns the users and doctors that can be linked, among the first hundred users and the first page of doctors; null when the
 * server does not link users to doctors (base contract).
 * @throws Unreachable, Rejected
 */
export async function fetchUnlinkedAccounts(): Promise<UnlinkedAccounts | null> {
  const active = { ...defaultCatalogFilters, includeInactive: false, page: 1 };
  const [users, { items: doctors }] = await Promise.all([fetchFirstUsers(), doctorCalls.list(active)]);
  if (users.every(({ doctor }) => doctor === undefined)) return null;
  const linked = new Set(users.map(({ doctor }) => doctor?.id));
  return { users: users.filter(isSigner), doctors: doctors.filter(({ id }) => !linked.has(id)) };
}
