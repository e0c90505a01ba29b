import { Select } from '@mantine/core';
import type { ReactNode } from 'react';

interface LinkSelectProps {
  label: string;
  description?: string;
  data: { value: string; label: string }[];
  /** Empty when a choice is required. */
  value: string;
  error?: ReactNode;
  'data-path'?: string;
  onChange: (value: string) => void;
}

/** Select for the doctor or the user that a new link connects. */
export const LinkSelect = ({ value, onChange, ...props }: LinkSelectProps) => (
  <Select
    {...props}
    allowDeselect={false}
    placeholder="Elige"
    value={value === '' ? null : value}
    onChange={(chosen) => onChange(chosen ?? '')}
  />
);
