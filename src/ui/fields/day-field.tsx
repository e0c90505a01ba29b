import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface DayFieldProps {
  className?: string;
  label: string;
  value: string;
  onChange: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  error?: ReactNode;
}

/** Earliest accepted day. Earlier years, such as 0002 or 0202, occur while the user types the year. */
const MIN_DATE_FIELD_DAY = '1900-01-01';
/** Latest accepted day. Without a maximum, browsers expect years of six digits. */
export const MAX_DATE_FIELD_DAY = '9999-12-31';

/**
 * Date field of a filter. It passes a date on only when the year is complete or the field is left, because the changed page
 * address would otherwise overwrite the digits that the user is typing.
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
      max={max ?? MAX_DATE_FIELD_DAY}
      error={error}
      onChange={({ currentTarget: { value: day } }) => {
        setTyped(day);
        if (day === '' || day >= MIN_DATE_FIELD_DAY) onChange(day);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
