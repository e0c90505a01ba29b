import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { isNonEmptyShortReason, SHORT_REASON_MESSAGE } from '#contract/primitives.ts';

interface ReasonFieldProps {
  label: string;
  value: string;
  maxLength: number;
  rows: { readonly min: number; readonly max: number };
  /** True once the user has tried to continue. From then on, the field shows an error if the reason is too short. */
  isTried: boolean;
  error?: ReactNode;
  isFirst?: boolean;
  className?: string;
  onChange: (text: string) => void;
}

const SHORT_REASON_ATTRIBUTE = 'data-short-reason';

export function ReasonField({ value, isTried, error, rows, isFirst, onChange, ...field }: ReasonFieldProps) {
  const isShort = isNonEmptyShortReason(value);
  return (
    <Textarea
      {...field}
      {...{ [SHORT_REASON_ATTRIBUTE]: isShort || undefined }}
      data-autofocus={isFirst || undefined}
      autosize
      minRows={rows.min}
      maxRows={rows.max}
      required
      value={value}
      error={isTried && isShort ? SHORT_REASON_MESSAGE : error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Focuses the first reason that is too short. Returns false if there is none. */
export function tryFocusShortReason(): boolean {
  const short = document.querySelector<HTMLElement>(`[${SHORT_REASON_ATTRIBUTE}]`);
  short?.focus();
  return short !== null;
}
