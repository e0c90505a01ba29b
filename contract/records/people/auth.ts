import * as z from 'zod/mini';
import { Uuid } from '../../primitives.ts';
import { SIGN_IN_FIELDS } from '../../sign-in.ts';
import { PERMISSIONS } from '../../vocabulary.ts';

const { email, password } = SIGN_IN_FIELDS;
export const LoginBody = z.object({
  email: z
    .string(email.missing)
    .check(z.trim(), z.minLength(1, email.missing), z.maxLength(email.max, email.tooLong)),
  password: z
    .string(password.missing)
    .check(z.minLength(1, password.missing), z.maxLength(password.max, password.tooLong)),
});
export type LoginBody = z.infer<typeof LoginBody>;

/** P3, plus `user_id`, `email` and the limit, which a provider without our additions leaves out. */
export const Session = z.object({
  branch_id: z.nullable(Uuid),
  display_name: z.string(),
  /** Unknown codes of a newer provider are dropped, not refused. */
  actions: z.pipe(
    z.array(z.string()),
    z.transform((codes) => PERMISSIONS.filter((known) => codes.includes(known))),
  ),
  user_id: z.optional(Uuid),
  email: z.optional(z.string()),
  /** The largest file of an exam, in bytes, as the provider is configured; ATTACHMENT_MAX_BYTES where it says none. */
  attachment_max_bytes: z.optional(z.int().check(z.positive())),
  /** Whether the session answers to a key of the device besides its cookie (S26); left out by another provider. */
  device_bound: z.optional(z.boolean()),
});
export type Session = z.infer<typeof Session>;

/** 32 random bytes in base64url: the user's data key for everything personal on a device (D2). */
export const VaultKey = z.object({ key: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) });
export type VaultKey = z.infer<typeof VaultKey>;

export const ActiveBranchBody = z.object({ branch_id: z.nullable(Uuid) });
export type ActiveBranchBody = z.infer<typeof ActiveBranchBody>;
