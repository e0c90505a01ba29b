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

/** Before it there was no clinic here: a year in the making, 0002 or 0202, is not a day to ask for. */
const FIRST_DAY = '1900-01-01';
/** Without it browsers wait for a year of six digits. */
export const LAST_DAY = '9999-12-31';

/**
 * A day that filters. What is typed stays in the field until it is left; it is handed on once its year is whole.
 * Otherwise the address, which answers a moment later, would write over the digits as they are typed.
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
