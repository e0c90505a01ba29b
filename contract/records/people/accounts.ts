import * as z from 'zod/mini';
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../limits.ts';
import { requiredPersonName } from '../../primitives.ts';

/** New password (P5): at least eight characters. The maximum limits the time that one sign-in spends on hashing. */
export const NewPassword = z
  .string('Ingresa la nueva contraseña.')
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, `La contraseña debe tener al menos ${PASSWORD_MIN_LENGTH} caracteres.`),
    z.maxLength(PASSWORD_MAX_LENGTH, 'La contraseña es demasiado larga.'),
  );

/**
 * Message for an easily guessed password (domain/password/guessable.ts). The server also compares the password with the user's
 * name and address and with large lists of known passwords and words, which the form does not have.
 */
export const GUESSABLE_PASSWORD_MESSAGE =
  'Es de las primeras que alguien probaría. Elige otra, por ejemplo cuatro palabras que no vayan juntas.';

const MALFORMED_EMAIL_TEXT = 'Escribe un correo válido, como nombre@clinica.com.';
/** Email address, stored in lower case. */
export const Email = z.pipe(
  z
    .string('Ingresa el correo electrónico.')
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, 'Ingresa el correo electrónico.'),
      z.maxLength(EMAIL_MAX_LENGTH, 'El correo es demasiado largo.'),
    ),
  z.email(MALFORMED_EMAIL_TEXT),
);

/** Token in a link: 32 random bytes in base64url. Malformed text gets the same response as an unknown token. */
const LinkToken = z
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
/**
 * Response to a request for a password link, the same for every address. Only a server in local mode (server/configuration/config.ts)
 * includes `reset_token`.
 */
export const PasswordResetRequested = z.object({ reset_token: z.optional(z.string()) });
export type PasswordResetRequested = z.infer<typeof PasswordResetRequested>;

/** Body that sets a new password. It also accepts the token of an invitation, which activates the account. */
export const CompletePasswordResetBody = z.object({ token: LinkToken, new_password: NewPassword });
export type CompletePasswordResetBody = z.infer<typeof CompletePasswordResetBody>;

/**
 * Extension of the base contract: creates the first administrator of an empty database. The server prints the one-time token in
 * the terminal.
 */
export const FirstAdministratorBody = z.object({
  token: LinkToken,
  email: Email,
  display_name: requiredPersonName('Ingresa el nombre.', NAME_MAX_LENGTH),
  password: NewPassword,
});
export type FirstAdministratorBody = z.infer<typeof FirstAdministratorBody>;
