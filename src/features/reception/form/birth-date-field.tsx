import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { isNoDay, settledBirthDate, typedBirthDate } from './birth-date.ts';
import { LABELS } from './field-details.ts';

interface BirthDateFieldProps {
  value: string;
  label?: ReactNode;
  error?: ReactNode;
  /** What should be looked at twice, in words. */
  warning?: string | undefined;
  onChange: (value: string) => void;
}

const NO_DAY = 'Ese día no existe. Ejemplo: 1985-03-20.';

/** Text, not a calendar: nobody scrolls back forty years with a line at the desk. */
export const BirthDateField = ({ value, label, error, warning, onChange }: BirthDateFieldProps) => {
  const settle = () => {
    const settled = settledBirthDate(value);
    if (settled !== value) onChange(settled);
  };
  return (
    <TextInput
      label={label ?? LABELS.birthDate}
      placeholder="AAAA-MM-DD"
      inputMode="numeric"
      data-path="birthDate"
      autoComplete="off"
      spellCheck={false}
      // The form is right, the day is not: that alone is said.
      error={error !== undefined && isNoDay(value) ? NO_DAY : error}
      description={error === undefined && isNoDay(value) ? NO_DAY : warning}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={value}
      onChange={(event) => onChange(typedBirthDate(value, event.currentTarget.value))}
      onBlur={settle}
      // Enter goes on to the next step without leaving the field first.
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle();
      }}
    />
  );
};
