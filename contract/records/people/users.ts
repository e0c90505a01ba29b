import * as z from 'zod/mini';
import { permissionCodes } from './auth.ts';
import { Email } from './accounts.ts';
import { replaceAliasParameters, listSchemaOf, listQueryFields } from '../../lists.ts';
import { NAME_MAX_LENGTH, USER_STATUS_REASON_MAX_LENGTH } from '../../limits.ts';
import { Instant, Uuid, optionalText, requiredPersonName } from '../../primitives.ts';
import { PERMISSIONS, USER_STATUSES } from '../../vocabulary.ts';

export const User = z.object({
  id: Uuid,
  email: z.string(),
  display_name: z.string(),
  status: z.enum(USER_STATUSES),
  branch_id: z.nullable(Uuid),
  last_login_at: z.nullish(Instant),
  created_at: Instant,
  updated_at: Instant,
  actions: permissionCodes,
  /** Extension of the base contract: administrator's reason for the suspension; null when the user is not suspended. */
  status_reason: z.nullish(z.string()),
  /** Extension of the base contract: doctor of the catalogue who is linked to the user; null without one. */
  doctor: z.nullish(z.object({ id: Uuid, name: z.string() })),
  revision: z.optional(z.int().check(z.minimum(1))),
});
export type User = z.infer<typeof User>;
export const UserList = listSchemaOf(User);
export type UserList = z.infer<typeof UserList>;

/** Query of GET /admin/users (P7): sorted by `display_name` by default; `status` 'all' or empty means any status. */
export const UsersQuery = z.pipe(
  z.transform(replaceAliasParameters),
  z.object({
    ...listQueryFields,
    status: z.optional(
      z.pipe(
        z.pipe(
          z.string().check(z.trim()),
          z.transform((status) => (status === '' || status.toLowerCase() === 'all' ? undefined : status)),
        ),
        z.optional(z.enum(USER_STATUSES)),
      ),
    ),
  }),
);
export type UsersQuery = z.output<typeof UsersQuery>;

const FIELDS_REQUIRED_TEXT = 'Completa los campos obligatorios.';
const permissionListSchema = z.pipe(
  z.array(z.enum(PERMISSIONS)).check(z.maxLength(PERMISSIONS.length)),
  z.transform((codes) => PERMISSIONS.filter((known) => codes.includes(known))),
);

/** Body of POST /admin/users (P9). By default the new user has the status invited and the server mails an invitation. */
export const CreateUserBody = z.object({
  email: Email,
  display_name: requiredPersonName(FIELDS_REQUIRED_TEXT, NAME_MAX_LENGTH),
  status: z._default(z.enum(USER_STATUSES), 'invited'),
  send_invitation: z._default(z.boolean(), true),
  actions: z._default(permissionListSchema, []),
  branch_id: z.pipe(
    z.nullish(Uuid),
    z.transform((id) => id ?? null),
  ),
});
export type CreateUserBody = z.infer<typeof CreateUserBody>;

/**
 * Response to the creation of a user. `invite_token` is present when an invitation was created; the administrator may give the
 * invitation link to the user (P8).
 */
export const CreatedUser = z.extend(User, { invite_token: z.optional(z.string()) });
export type CreatedUser = z.infer<typeof CreatedUser>;

/** Change of a user's status: an active user can be suspended, a suspended or invited user can be activated (P4). */
export const UserStatusBody = z.object({
  status: z.enum(['active', 'suspended']),
  reason: optionalText(USER_STATUS_REASON_MAX_LENGTH),
});
export type UserStatusBody = z.infer<typeof UserStatusBody>;
export const UserPermissionsBody = z.object({ actions: permissionListSchema });
export const UserBranchBody = z.object({ branch_id: z.nullable(Uuid) });
export const UserDoctorBody = z.object({ doctor_id: z.nullable(Uuid) });
export const ResetLink = z.object({ reset_token: z.string() });
