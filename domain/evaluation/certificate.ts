import type { PatientField } from '#contract/records/evaluation/patients.ts';
import { hasVisibleCharacter } from '#contract/primitives.ts';

/**
 * Patient data that a certificate prints and that may be empty when a patient is registered, in the order of the form.
 * Reception and the doctor's page warn about each one that is missing; none of them blocks a registration or a signature.
 */
const CERTIFICATE_DATA = [
  { field: 'birth_date', label: 'Fecha de nacimiento' },
  { field: 'gender', label: 'Género' },
  { field: 'occupation_name', label: 'Cargo' },
] as const satisfies readonly { field: PatientField; label: string }[];
type CertificateDatum = (typeof CERTIFICATE_DATA)[number];

type Printed = { readonly [Field in CertificateDatum['field']]?: string | null | undefined };

/** Returns the data that the certificate would print as 'No registrado'. */
export const missingCertificateData = (patient: Printed): CertificateDatum[] =>
  CERTIFICATE_DATA.filter(({ field }) => !hasVisibleCharacter(patient[field] ?? ''));
