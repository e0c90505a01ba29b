import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { isShortReason, SHORT_REASON } from '#contract/primitives.ts';

interface ReasonFieldProps {
  label: string;
  value: string;
  maxLength: number;
  rows: { readonly min: number; readonly max: number };
  /** Somebody has tried to go on: from then on it says what is too short. */
  isTried: boolean;
  /** The provider's word. */
  error?: ReactNode;
  isFirst?: boolean;
  className?: string;
  onChange: (text: string) => void;
}

const SHORT = 'data-short-reason';

/** Why somebody does what is asked about: words, and not one letter to get past the question. */
export function ReasonField({ value, isTried, error, rows, isFirst, onChange, ...field }: ReasonFieldProps) {
  const isShort = isShortReason(value);
  return (
    <Textarea
      {...field}
      {...{ [SHORT]: isShort || undefined }}
      data-autofocus={isFirst || undefined}
      autosize
      minRows={rows.min}
      maxRows={rows.max}
      required
      value={value}
      error={isTried && isShort ? SHORT_REASON : error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Leads to the first reason that is too short; false where there is none. */
export function focusShortReason(): boolean {
  const short = document.querySelector<HTMLElement>(`[${SHORT}]`);
  short?.focus();
  return short !== null;
}
