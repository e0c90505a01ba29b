import type { User } from '#contract/records/people/users.ts';
import { saveFailureOf, type SaveFailure } from '../../messages/failure-text.ts';
import { setUserDoctor } from './users.ts';

const DOCTOR_LINK_FAILED_TEXT = 'No se pudo asignar el médico al usuario.';

/**
 * Links a user to a doctor, so that the user signs under the doctor's name.
 * @returns reason for a failure; null on success
 */
export const linkDoctor = async (user: User, doctorId: string): Promise<SaveFailure | null> =>
  saveFailureOf(await setUserDoctor(user, doctorId), DOCTOR_LINK_FAILED_TEXT);
