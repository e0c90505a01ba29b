import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface DayFieldProps {
  className?: string;
  label: string;
  /** YYYY-MM-DD, or empty. */
  value: string;
  onChange: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  error?: ReactNode;
}

/** Earliest accepted day; an earlier year, such as 0002 or 0202, is still being typed. */
const FIRST_DAY = '1900-01-01';
/** Latest accepted day; without it browsers wait for a year of six digits. */
export const LAST_DAY = '9999-12-31';

/**
 * Renders a date field of a filter. The typed date stays in the field until the field is left, and is passed on once its year
 * is complete. Otherwise the page address, which changes a moment later, would overwrite the digits during typing.
 */
export function DayField({ className, label, value, onChange, min, max, error }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      className={className}
      type="date"
      label={label}
      value={typed ?? value}
      min={min}
      max={max ?? LAST_DAY}
      error={error}
      onChange={({ currentTarget: { value: day } }) => {
        setTyped(day);
        if (day === '' || day >= FIRST_DAY) onChange(day);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
