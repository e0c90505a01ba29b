import * as z from 'zod/mini';
import { NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../limits.ts';
import { requiredName } from '../../primitives.ts';

/** P5: at least eight characters; the upper end keeps the hashing of one sign-in bounded. */
export const NewPassword = z
  .string('Ingresa la nueva contraseña.')
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, `La contraseña debe tener al menos ${PASSWORD_MIN_LENGTH} caracteres.`),
    z.maxLength(PASSWORD_MAX_LENGTH, 'La contraseña es demasiado larga.'),
  );

/** domain/password/guessable.ts: the provider judges it with the person's name and address, the form without. */
export const GUESSABLE_PASSWORD =
  'Es de las primeras que alguien probaría. Elige otra, por ejemplo cuatro palabras que no vayan juntas.';

const MALFORMED_EMAIL = 'Escribe un correo válido, como nombre@clinica.com.';
/** An address of a person, in lower case as it is kept. */
export const Email = z.pipe(
  z
    .string('Ingresa el correo electrónico.')
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, 'Ingresa el correo electrónico.'),
      z.maxLength(254, 'El correo es demasiado largo.'),
    ),
  z.email(MALFORMED_EMAIL),
);

/** A token of a link: 32 random bytes in base64url. Whatever else arrives is no token of ours. */
const Token = z
  .string('El token es obligatorio.')
  .check(z.trim(), z.minLength(1, 'El token es obligatorio.'), z.maxLength(200));

export const ChangePasswordBody = z.object({
  current_password: z
    .string('Ingresa la contraseña actual.')
    .check(
      z.minLength(1, 'Ingresa la contraseña actual.'),
      z.maxLength(PASSWORD_MAX_LENGTH, 'La contraseña es demasiado larga.'),
    ),
  new_password: NewPassword,
});
export type ChangePasswordBody = z.infer<typeof ChangePasswordBody>;

export const PasswordResetBody = z.object({ email: Email });
/** `reset_token` only from a provider in local mode (server/config.ts); every address gets the same answer otherwise. */
export const PasswordResetRequested = z.object({ reset_token: z.optional(z.string()) });
export type PasswordResetRequested = z.infer<typeof PasswordResetRequested>;

/** Also how an invitation is accepted: the invited account becomes active. */
export const CompletePasswordResetBody = z.object({ token: Token, new_password: NewPassword });
export type CompletePasswordResetBody = z.infer<typeof CompletePasswordResetBody>;

/** Ours: the first administrator of an empty database, with the one-time token of the terminal. */
export const FirstAdministratorBody = z.object({
  token: Token,
  email: Email,
  display_name: requiredName('Ingresa el nombre.', NAME_MAX_LENGTH),
  password: NewPassword,
});
export type FirstAdministratorBody = z.infer<typeof FirstAdministratorBody>;
