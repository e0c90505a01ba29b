import type { User } from '#contract/records/people/users.ts';
import type { Doctor, DoctorBody } from '#contract/catalogs/doctors.ts';
import {
  catalogCalls,
  fetchActiveDoctors,
  updateDeviceAfterCatalogChange,
} from '#sync/administration/catalog-administration.ts';
import { setDoctorSignature } from '#sync/administration/doctor-signature.ts';
import {
  INPUT_KEPT_TEXT,
  failedFormOutcome,
  toFormOutcome,
  type FormOutcome,
} from '#sync/changes/form-outcome.ts';
import { linkDoctor } from '#sync/administration/doctor-links.ts';
import { CATALOG_TEXTS } from '#sync/messages/catalog-texts.ts';
import { failureText } from '#sync/messages/failure-text.ts';

/**
 * Returns the first active doctor without a signature; null if there is none.
 * @throws Unreachable, Rejected
 */
export const findDoctorWithoutSignature = async (): Promise<Doctor | null> =>
  (await fetchActiveDoctors()).find(({ signature_key: signature }) => !signature) ?? null;

/**
 * Returns the doctor with this licence number if an earlier attempt created one; otherwise creates the doctor.
 * @throws Unreachable, Rejected
 */
async function findOrCreateDoctor(body: DoctorBody): Promise<FormOutcome<Doctor>> {
  const doctors = await fetchActiveDoctors(body.license_number);
  const found = doctors.find(({ license_number: licence }) => licence === body.license_number);
  if (found) return { type: 'saved', row: found };
  return toFormOutcome(await catalogCalls.doctors.create(body), null, CATALOG_TEXTS.doctors.couldNotSave);
}

async function linkUser(doctor: Doctor, user: User | null): Promise<FormOutcome<Doctor>> {
  const trouble = user && (await linkDoctor(user, doctor.id));
  if (!trouble) return { type: 'saved', row: doctor };
  return failedFormOutcome(
    `El médico quedó guardado con su firma, pero no asignado a ${user.display_name}. ${trouble.text}`,
  );
}

/**
 * Creates the doctor, stores the signature, and links the doctor to `user` if given. A repetition after a failure creates no
 * second doctor.
 */
export async function saveDoctor(
  body: DoctorBody,
  signature: File,
  user: User | null,
): Promise<FormOutcome<Doctor>> {
  try {
    const made = await findOrCreateDoctor(body);
    if (made.type !== 'saved') return made;
    const signed = await setDoctorSignature(made.row.id, signature);
    await updateDeviceAfterCatalogChange('doctors');
    if (signed.type === 'failed')
      return failedFormOutcome(`El médico quedó guardado, su firma no. ${signed.text}`);
    return await linkUser(signed.doctor, user);
  } catch (error) {
    return failedFormOutcome(`${failureText(error, CATALOG_TEXTS.doctors.couldNotSave)} ${INPUT_KEPT_TEXT}`);
  }
}
