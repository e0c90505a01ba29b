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

/** Text, not a calendar: nobody scrolls back forty years with a line at the desk. */
export const BirthDateField = ({ value, label, warning, onChange, ...rest }: BirthDateFieldProps) => {
  const settle = () => {
    const settled = settledBirthDate(value);
    if (settled !== value) onChange(settled);
  };
  return (
    <TextInput
      {...rest}
      label={label ?? LABELS.birthDate}
      placeholder="AAAA-MM-DD"
      inputMode="numeric"
      data-path="birthDate"
      autoComplete="off"
      spellCheck={false}
      description={isNoDay(value) ? 'Ese día no existe.' : warning}
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
