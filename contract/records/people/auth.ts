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

/** Permissions in a response; unknown codes are ignored. */
export const permissionCodes = z.pipe(
  z.array(z.string()),
  z.transform((codes) => PERMISSIONS.filter((known) => codes.includes(known))),
);

/** Session of the user (P3). Servers of the base contract omit `user_id`, `email` and the attachment limit. */
export const Session = z.object({
  branch_id: z.nullable(Uuid),
  display_name: z.string(),
  actions: permissionCodes,
  /**
   * Extension of the base contract: permissions that the user may grant. Without it, only those of the base contract and the
   * user's own are safe to grant.
   */
  grantable_permissions: z.optional(permissionCodes),
  user_id: z.optional(Uuid),
  email: z.optional(z.string()),
  /** Maximum size of an exam's attachment on this server, in bytes; ATTACHMENT_MAX_BYTES when absent. */
  attachment_max_bytes: z.optional(z.int().check(z.positive())),
  /**
   * True when requests of the session need a proof with the device key in addition to the cookie (S26); absent from servers of
   * the base contract.
   */
  device_bound: z.optional(z.boolean()),
});
export type Session = z.infer<typeof Session>;

/** User's data key, which encrypts all personal data on a device (D2): 32 random bytes in base64url. */
export const VaultKey = z.object({ key: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) });
export type VaultKey = z.infer<typeof VaultKey>;

export const ActiveBranchBody = z.object({ branch_id: z.nullable(Uuid) });
export type ActiveBranchBody = z.infer<typeof ActiveBranchBody>;
