import { Input } from '@mantine/core';
import { useId, type ReactNode } from 'react';

/**
 * Returns the props that label only the input of a combobox. Mantine's `label` prop would give the list the same name, so a
 * search for the field by name would find both. The theme names the list.
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
