import * as z from 'zod/mini';
import { CreateUserBody, type User } from '#contract/records/people/users.ts';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { requiredPersonName } from '#contract/primitives.ts';
import type { StaffRole } from '#contract/vocabulary.ts';
import { grantablePermissions, permissionsOfRole } from '#domain/access/roles.ts';
import { createPasswordResetToken, createUser, fetchUsers } from '#sync/administration/users.ts';
import type { SaveFailure } from '#sync/messages/failure-text.ts';
import type { SaveResult } from '#sync/requests/saving.ts';
import type { Account } from '#sync/session/session.ts';
import { hasSignInLink, showSignInLink } from '../state/run.ts';
import { partFailureOf } from './part-failure.ts';

export const personSchema = z.object({
  display_name: requiredPersonName('Escribe el nombre de la persona.', NAME_MAX_LENGTH),
  email: CreateUserBody.shape.email,
});

export interface Invitation extends z.output<typeof personSchema> {
  readonly role: StaffRole;
  /** Branch of the new user. */
  readonly branchId: string | null;
}

const INVITATION_FAILED_TEXT = 'No se pudo crear el usuario.';

/** Returns the user with exactly this address, also a suspended one. */
async function findUserByEmail(email: string): Promise<User | undefined> {
  const { items } = await fetchUsers({ q: email, status: 'all', direction: 'asc' }, 1);
  return items.find((user) => user.email.toLowerCase() === email.toLowerCase());
}

async function inviteNewUser(
  account: Account,
  { role, branchId, ...person }: Invitation,
): Promise<SaveResult<User>> {
  const actions = permissionsOfRole(role);
  const created = await createUser({
    ...person,
    status: 'invited',
    send_invitation: true,
    actions: grantablePermissions(account).filter((permission) => actions.includes(permission)),
    branch_id: branchId,
  });
  const token = created.type === 'saved' ? created.body.invite_token : undefined;
  if (created.type === 'saved' && token !== undefined)
    showSignInLink(account.userId, { userId: created.body.id, name: person.display_name, token });
  return created;
}

export type InvitationOutcome =
  | { readonly type: 'invited'; readonly user: User }
  | { readonly type: 'failed'; readonly trouble: SaveFailure };

/**
 * Invites the person and shows the sign-in link. A user that an earlier attempt invited is not invited again, and gets a new
 * link if this page shows none. A doctor may be a user already, such as the administrator.
 * @throws Unreachable, Rejected when users cannot be read
 */
export async function inviteUser(account: Account, invitation: Invitation): Promise<InvitationOutcome> {
  const found = await findUserByEmail(invitation.email);
  if (!found || (found.status !== 'invited' && invitation.role !== 'doctor')) {
    const created = await inviteNewUser(account, invitation);
    return created.type === 'saved'
      ? { type: 'invited', user: created.body }
      : { type: 'failed', trouble: partFailureOf(created, INVITATION_FAILED_TEXT) };
  }
  if (found.status === 'invited' && !hasSignInLink(account.userId, found.id)) {
    const link = await createPasswordResetToken(found);
    if (link.type !== 'saved')
      return { type: 'failed', trouble: partFailureOf(link, INVITATION_FAILED_TEXT) };
    showSignInLink(account.userId, { userId: found.id, name: found.display_name, token: link.body });
  }
  return { type: 'invited', user: found };
}
