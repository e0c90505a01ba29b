import { PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import * as z from 'zod/mini';
import { GUESSABLE_PASSWORD_MESSAGE, NewPassword } from '#contract/records/people/accounts.ts';
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { isGuessablePassword } from '#domain/password/guessable.ts';

export interface NewPasswordValues {
  password: string;
  confirmation: string;
}

const UnguessablePassword = NewPassword.check(
  z.refine((password) => !isGuessablePassword(password), GUESSABLE_PASSWORD_MESSAGE),
);

/**
 * Adds the two password fields to the schema of a form. `mismatch`: message of the base contract for this form if the two
 * passwords differ (P5).
 */
export const newPasswordSchema = <Shape extends z.core.$ZodShape>(shape: Shape, mismatch: string) =>
  z.object({ ...shape, password: UnguessablePassword, confirmation: z.string() }).check(
    z.refine((values: Record<string, unknown>) => values['password'] === values['confirmation'], {
      path: ['confirmation'],
      error: mismatch,
    }),
  );

interface NewPasswordFieldsProps<Values extends NewPasswordValues> {
  form: UseFormReturnType<Values>;
  label?: string;
}

export const NewPasswordFields = <Values extends NewPasswordValues>({
  form,
  label = 'Nueva contraseña',
}: NewPasswordFieldsProps<Values>) => (
  <>
    <PasswordInput
      label={label}
      description={`Mínimo ${PASSWORD_MIN_LENGTH} caracteres.`}
      autoComplete="new-password"
      key={form.key('password')}
      {...form.getInputProps('password')}
    />
    <PasswordInput
      label="Confirma la contraseña"
      autoComplete="new-password"
      key={form.key('confirmation')}
      {...form.getInputProps('confirmation')}
    />
  </>
);
