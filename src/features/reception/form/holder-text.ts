import type { Holder } from '#domain/patient/holder.ts';

/** Returns 'Ana Gil, CC 9999000017'; missing parts are left out. */
export const holderText = ({ name, identificationType, identificationNumber }: Holder): string =>
  [name, identificationNumber && `${identificationType} ${identificationNumber}`].filter(Boolean).join(', ');
