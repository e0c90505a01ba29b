import type { Holder } from '#domain/patient/holder.ts';

/** 'Ana Gil, CC 9999000017'; what is missing is left out. */
export const holderText = ({ name, identificationType, identificationNumber }: Holder): string =>
  [name, identificationNumber && `${identificationType} ${identificationNumber}`].filter(Boolean).join(', ');
