import { TextInput, type TextInputProps } from '@mantine/core';

export const EmailField = (props: TextInputProps) => (
  <TextInput
    label="Correo electrónico"
    type="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
);
