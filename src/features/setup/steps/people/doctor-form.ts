import type { User } from '#contract/records/people/users.ts';
import type { Doctor, DoctorBody } from '#contract/catalogs/doctors.ts';
import {
  catalogCalls,
  createOrUpdateRow,
  fetchActiveDoctors,
  updateDeviceAfterCatalogChange,
} from '#sync/administration/catalogs/catalog-administration.ts';
import { linkDoctor } from '#sync/administration/users/doctor-links.ts';
import { setDoctorSignature } from '#sync/administration/catalogs/doctor-signature.ts';
import { failedFormOutcome } from '#sync/changes/form-outcome.ts';
import { CATALOG_TEXTS } from '#sync/messages/catalog-texts.ts';
import { saveFailureReasonText, type SaveFailure } from '#sync/messages/failure-text.ts';
import type { SaveResult } from '#sync/requests/saving.ts';
import type { Account } from '#sync/session/session.ts';
import { partFailureOf, renameField, thrownPartFailure } from '../part-failure.ts';
import { inviteUser } from './people.ts';

/**
 * Returns the first active doctor without a signature; null if there is none.
 * @throws Unreachable, Rejected
 */
export const findDoctorWithoutSignature = async (): Promise<Doctor | null> =>
  (await fetchActiveDoctors()).find(({ signature_key: signature }) => !signature) ?? null;

/**
 * Creates the doctor. If an earlier attempt created a doctor with this licence number, that one gets the other values, except the
 * licence's expiry date, which the form does not have.
 * @throws Unreachable, Rejected
 */
async function createOrUpdateDoctor(body: DoctorBody): Promise<SaveResult<Doctor>> {
  const doctors = await fetchActiveDoctors(body.license_number);
  const found = doctors.find(({ license_number: licence }) => licence === body.license_number);
  const expiry = found && { license_valid_until: found.license_valid_until ?? null };
  return createOrUpdateRow(catalogCalls.doctors, found, { ...body, ...expiry });
}

/** Links the user to the doctor unless the link exists. A base-contract server has no such links. */
async function linkUserOnce(user: User, doctor: Doctor): Promise<SaveFailure | null> {
  if (user.doctor === undefined || user.doctor?.id === doctor.id) return null;
  const trouble = await linkDoctor(user, doctor.id);
  if (!trouble) return null;
  const reason = saveFailureReasonText(trouble);
  return failedFormOutcome(`El médico quedó guardado, pero no asignado a ${user.display_name}. ${reason}`)
    .trouble;
}

export interface NewDoctor {
  readonly body: DoctorBody;
  readonly signature: File;
  /** Address of the doctor's user; empty for a doctor without one. */
  readonly email: string;
}

async function inviteAndLinkDoctor(
  account: Account,
  doctor: Doctor,
  email: string,
  branchId: string | null,
): Promise<SaveFailure | null> {
  const person = { display_name: doctor.name, email, role: 'doctor', doctorId: doctor.id, branchId } as const;
  const outcome = await inviteUser(account, person);
  return outcome.type === 'failed'
    ? renameField(outcome.trouble, 'display_name', 'name')
    : linkUserOnce(outcome.user, doctor);
}

/**
 * Creates the doctor, invites and links the user, and stores the signature. The signature comes last, because the set-up counts a
 * doctor with a signature as done. A repetition after a failure creates nothing twice.
 */
export async function createDoctor(
  account: Account,
  { body, signature, email }: NewDoctor,
  branchId: string | null,
): Promise<SaveFailure | null> {
  try {
    const made = await createOrUpdateDoctor(body);
    if (made.type !== 'saved') return partFailureOf(made, CATALOG_TEXTS.doctors.couldNotSave);
    const trouble = email === '' ? null : await inviteAndLinkDoctor(account, made.body, email, branchId);
    if (trouble) return trouble;
    if (made.body.signature_key) return null; // Only the catalogue replaces a signature.
    const signed = await setDoctorSignature(made.body.id, signature);
    await updateDeviceAfterCatalogChange('doctors');
    if (signed.type === 'saved') return null;
    return failedFormOutcome(`El médico quedó guardado, su firma no. ${signed.text}`).trouble;
  } catch (error) {
    return thrownPartFailure(error, CATALOG_TEXTS.doctors.couldNotSave);
  }
}
