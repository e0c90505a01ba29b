import { z } from 'zod';
import { PASSWORD_MAX_LENGTH } from './limits.ts';
import { Uuid } from './primitives.ts';
import { PERMISSIONS } from './vocabulary.ts';

export const LoginBody = z.object({
  email: z
    .string('Ingresa tu correo electrónico.')
    .trim()
    .min(1, 'Ingresa tu correo electrónico.')
    .max(254, 'El correo es demasiado largo.'),
  password: z
    .string('Ingresa tu contraseña.')
    .min(1, 'Ingresa tu contraseña.')
    .max(PASSWORD_MAX_LENGTH, 'La contraseña es demasiado larga.'),
});
export type LoginBody = z.infer<typeof LoginBody>;

/** Spec §3, plus `user_id`, `email` and the limit, which a provider without our additions leaves out. */
export const Session = z.object({
  branch_id: Uuid.nullable(),
  display_name: z.string(),
  /** Unknown codes of a newer provider are dropped, not refused. */
  actions: z.array(z.string()).transform((codes) => PERMISSIONS.filter((known) => codes.includes(known))),
  user_id: Uuid.optional(),
  email: z.string().optional(),
  /** The largest file of an exam, in bytes, as the provider is configured; ATTACHMENT_MAX_BYTES where it says none. */
  attachment_max_bytes: z.number().int().positive().optional(),
});
export type Session = z.infer<typeof Session>;

/** 32 random bytes in base64url: the user's data key for everything personal on a device (D2). */
export const VaultKey = z.object({ key: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });
export type VaultKey = z.infer<typeof VaultKey>;

export const ActiveBranchBody = z.object({ branch_id: Uuid.nullable() });
export type ActiveBranchBody = z.infer<typeof ActiveBranchBody>;
