import type { Doctor } from '#contract/catalogs/doctors.ts';
import type { User } from '#contract/records/people/users.ts';
import { findUniqueRowByName } from '#domain/setup/same-name.ts';

/** Value of the option 'no link for now'; an empty value means that the user must still choose. */
export const NO_LINK_CHOICE = 'none';

/** Returns the chosen value. Without a choice, returns the id of the row with the typed name, or `otherwise`. */
const choiceOrFallback = (
  chosen: string,
  proposed: { readonly id: string } | null,
  otherwise: string,
): string => (chosen === '' ? (proposed?.id ?? otherwise) : chosen);

/** Returns the doctor to link with the invited user; empty if the administrator must still choose. */
export const doctorChoice = (chosen: string, name: string, doctors: readonly Doctor[]): string =>
  choiceOrFallback(
    chosen,
    findUniqueRowByName(name, doctors, (doctor) => doctor.name),
    '',
  );

/**
 * Returns the user to link with a new doctor. Without a choice or a user of the same name: `NO_LINK_CHOICE`, because most users are
 * invited in the next step.
 */
export const userChoice = (chosen: string, name: string, users: readonly User[]): string =>
  choiceOrFallback(
    chosen,
    findUniqueRowByName(name, users, (user) => user.display_name),
    NO_LINK_CHOICE,
  );

export const doctorOptions = (doctors: readonly Doctor[]) => [
  ...doctors.map(({ id, name, license_number }) => ({ value: id, label: `${name} · ${license_number}` })),
  { value: NO_LINK_CHOICE, label: 'Todavía ninguno' },
];

export const userOptions = (users: readonly User[], ownId: string) => [
  { value: NO_LINK_CHOICE, label: 'Aún no tiene usuario' },
  ...users.map(({ id, display_name: name }) => ({ value: id, label: id === ownId ? `Yo (${name})` : name })),
];
