import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { isImpossibleDate, normalizeTypedBirthDate, formatDateWhileTyping } from './dates/birth-date.ts';
import { bogotaToday } from './dates/bogota-day.ts';
import { FIELD_LABELS } from './field-details.ts';

interface BirthDateFieldProps {
  value: string;
  label?: ReactNode;
  error?: ReactNode;
  warning?: string | undefined;
  onChange: (value: string) => void;
}

const NO_SUCH_DAY_TEXT = 'Ese día no existe. Ejemplo: 1985-03-20.';
const WRONG_YEAR_TEXT = 'Revisa el año. Ejemplo: 1985-03-20.';
/** First year that the server accepts (contract/primitives.ts). */
const FIRST_YEAR = '1900';

/** Text field for the birth date, without a calendar, because scrolling back forty years takes too long. */
export const BirthDateField = ({ value, label, error, warning, onChange }: BirthDateFieldProps) => {
  const invalidText = value < FIRST_YEAR ? WRONG_YEAR_TEXT : NO_SUCH_DAY_TEXT;
  const isImpossible = isImpossibleDate(value);
  const completeDate = () => {
    const settled = normalizeTypedBirthDate(value, bogotaToday());
    if (settled !== value) onChange(settled);
  };
  return (
    <TextInput
      label={label ?? FIELD_LABELS.birth_date}
      placeholder="AAAA-MM-DD"
      inputMode="numeric"
      enterKeyHint="next"
      data-path="birth_date"
      autoComplete="off"
      spellCheck={false}
      // A date that does not exist gets the message about the wrong day instead of the schema's message.
      error={error !== undefined && isImpossible ? invalidText : error}
      description={error === undefined ? (isImpossible ? invalidText : warning) : undefined}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={value}
      onChange={(event) => onChange(formatDateWhileTyping(value, event.currentTarget.value))}
      onBlur={completeDate}
    />
  );
};
