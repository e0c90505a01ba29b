import { Input } from '@mantine/core';
import { useId, type ReactNode } from 'react';

/**
 * Returns props that label the input of a combobox but not its list. With Mantine's `label` prop both would have the same
 * accessible name; the theme names the list.
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
