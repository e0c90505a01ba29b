import { Select } from '@mantine/core';
import type { ReactNode } from 'react';

interface LinkSelectProps {
  label: string;
  description?: string;
  data: { value: string; label: string }[];
  value: string;
  error?: ReactNode;
  'data-path'?: string;
  onChange: (value: string) => void;
}

export const LinkSelect = ({ value, onChange, ...props }: LinkSelectProps) => (
  <Select
    {...props}
    allowDeselect={false}
    placeholder="Elige"
    value={value === '' ? null : value}
    onChange={(chosen) => onChange(chosen ?? '')}
  />
);
