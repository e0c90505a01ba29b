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

/** Session of the user (P3). A server without our extensions omits `user_id`, `email` and the attachment limit. */
export const Session = z.object({
  branch_id: z.nullable(Uuid),
  display_name: z.string(),
  /** Permissions of the user. Codes that only a newer server knows are dropped without an error. */
  actions: z.pipe(
    z.array(z.string()),
    z.transform((codes) => PERMISSIONS.filter((known) => codes.includes(known))),
  ),
  user_id: z.optional(Uuid),
  email: z.optional(z.string()),
  /** Maximum bytes of one exam attachment on this server; ATTACHMENT_MAX_BYTES when absent. */
  attachment_max_bytes: z.optional(z.int().check(z.positive())),
  /**
   * True when the session requires a device key in addition to the cookie (S26); absent from a server without our extensions.
   */
  device_bound: z.optional(z.boolean()),
});
export type Session = z.infer<typeof Session>;

/** 32 random bytes in base64url: the user's data key for all personal data on a device (D2). */
export const VaultKey = z.object({ key: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) });
export type VaultKey = z.infer<typeof VaultKey>;

export const ActiveBranchBody = z.object({ branch_id: z.nullable(Uuid) });
export type ActiveBranchBody = z.infer<typeof ActiveBranchBody>;
