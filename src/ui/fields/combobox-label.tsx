import { Input } from '@mantine/core';
import { useId, type ReactNode } from 'react';

/**
 * Returns a label for the input of a combobox alone. Given as `label`, Mantine would name the list by it too, and a search for
 * the field by name would find both. The theme names the list.
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
