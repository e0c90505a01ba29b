import { TextInput, type TextInputProps } from '@mantine/core';

export const EmailInput = (props: TextInputProps) => (
  <TextInput type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} {...props} />
);
