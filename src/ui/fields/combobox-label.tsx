import { Input } from '@mantine/core';
import { useId, type ReactNode } from 'react';

/**
 * A combobox's label, for its input alone: given as `label`, Mantine names the list by it too, and whoever looks for the
 * field by its name finds both. The list is named by the theme.
 */
export function useComboboxLabel(label: string) {
  const id = useId();
  const inputContainer = (input: ReactNode) => (
    <>
      <Input.Label htmlFor={id}>{label}</Input.Label>
      {input}
    </>
  );
  return { id, inputContainer };
}
