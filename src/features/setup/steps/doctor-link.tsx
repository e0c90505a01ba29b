import { Select, type SelectProps } from '@mantine/core';
import type { Doctor } from '#contract/catalogs/doctors.ts';
import type { User } from '#contract/records/people/users.ts';
import { findUniqueRowByName } from '#domain/setup/same-name.ts';

/** Value of the option 'no link for now'; an empty value means that the user must still choose. */
export const NO_LINK_CHOICE = 'none';

/** Returns the doctor to link with the invited user; empty if the administrator must still choose. */
export const doctorIdToLink = (chosen: string, name: string, doctors: readonly Doctor[]): string =>
  chosen || (findUniqueRowByName(name, doctors, (doctor) => doctor.name)?.id ?? '');

/**
 * Returns the user to link with a new doctor. Without a choice or a user of the same name: `NO_LINK_CHOICE`, because most users are
 * invited in the next step.
 */
export const userIdToLink = (chosen: string, name: string, users: readonly User[]): string =>
  chosen || (findUniqueRowByName(name, users, (user) => user.display_name)?.id ?? NO_LINK_CHOICE);

export const doctorOptions = (doctors: readonly Doctor[]) =>
  doctors.map(({ id, name, license_number }) => ({ value: id, label: `${name} · ${license_number}` }));

export const userOptions = (users: readonly User[], ownId: string) => [
  { value: NO_LINK_CHOICE, label: 'Aún no tiene usuario' },
  ...users.map(({ id, display_name: name }) => ({ value: id, label: id === ownId ? `Yo (${name})` : name })),
];

interface LinkSelectProps extends Omit<SelectProps, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
}

export const LinkSelect = ({ value, onChange, ...props }: LinkSelectProps) => (
  <Select
    {...props}
    allowDeselect={false}
    placeholder="Elige"
    value={value || null}
    onChange={(chosen) => onChange(chosen ?? '')}
  />
);
