import { TextInput, type TextInputProps } from '@mantine/core';

/** Field for the e-mail address with which a user signs in. */
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
