import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { typedBirthDate } from './birth-date.ts';

interface BirthDateFieldProps {
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
}

/** Text, not a calendar: nobody scrolls back forty years with a line at the desk. */
export const BirthDateField = ({ value, onChange, ...rest }: BirthDateFieldProps) => (
  <TextInput
    {...rest}
    label="Fecha de nacimiento"
    placeholder="AAAA-MM-DD"
    inputMode="numeric"
    data-path="birthDate"
    autoComplete="off"
    spellCheck={false}
    value={value}
    onChange={(event) => onChange(typedBirthDate(value, event.currentTarget.value))}
  />
);
