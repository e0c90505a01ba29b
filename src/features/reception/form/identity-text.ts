import type { Identity } from '#domain/patient/same-patient.ts';

/** Returns 'Ana Gil, CC 9999000017'; missing values are left out. */
export const formatIdentity = ({ name, identification_type, identification_number }: Identity): string =>
  [name, identification_number && `${identification_type} ${identification_number}`]
    .filter(Boolean)
    .join(', ');
