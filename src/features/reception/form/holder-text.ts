import type { Identity } from '#domain/patient/holder.ts';

/** Returns 'Ana Gil, CC 9999000017'; missing parts are left out. */
export const identityText = ({ name, identificationType, identificationNumber }: Identity): string =>
  [name, identificationNumber && `${identificationType} ${identificationNumber}`].filter(Boolean).join(', ');
