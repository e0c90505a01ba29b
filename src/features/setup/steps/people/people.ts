import * as z from 'zod/mini';
import { CreateUserBody, type User } from '#contract/records/people/users.ts';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { requiredPersonName } from '#contract/primitives.ts';
import type { Permission, StaffRole } from '#contract/vocabulary.ts';
import { grantablePermissions, permissionsOfRole } from '#domain/access/roles.ts';
import {
  createPasswordResetToken,
  createUser,
  fetchUsers,
  setUserPermissions,
} from '#sync/administration/users/users.ts';
import { failedFormOutcome } from '#sync/changes/form-outcome.ts';
import type { SaveFailure } from '#sync/messages/failure-text.ts';
import type { SaveResult } from '#sync/requests/saving.ts';
import { revalidateSession, type Account } from '#sync/session/session.ts';
import { hasSignInLink, isInvited, rememberInvited, showSignInLink } from '../../state/run.ts';
import { partFailureOf } from '../part-failure.ts';

export const personSchema = z.object({
  display_name: requiredPersonName('Escribe el nombre de la persona.', NAME_MAX_LENGTH),
  email: CreateUserBody.shape.email,
});

export interface Invitation extends z.output<typeof personSchema> {
  readonly role: StaffRole;
  /** Doctor of the user; null for a user who is no doctor. */
  readonly doctorId: string | null;
  /** Branch of the new user. */
  readonly branchId: string | null;
}

const INVITATION_FAILED_TEXT = 'No se pudo crear el usuario.';
const PERMISSIONS_NOT_SAVED_TEXT = 'No se pudieron dar los permisos al usuario.';

function grantablePermissionsOfRole(account: Account, role: StaffRole): readonly Permission[] {
  const actions = permissionsOfRole(role);
  return grantablePermissions(account).filter((permission) => actions.includes(permission));
}

/** Returns the user with exactly this address, also a suspended one. */
async function findUserByEmail(email: string): Promise<User | undefined> {
  const { items } = await fetchUsers({ q: email, status: 'all', direction: 'asc' }, 1);
  return items.find((user) => user.email.toLowerCase() === email.toLowerCase());
}

async function inviteNewUser(
  account: Account,
  { role, branchId, display_name: name, email }: Invitation,
): Promise<SaveResult<User>> {
  rememberInvited(account.userId, email);
  const created = await createUser({
    display_name: name,
    email,
    status: 'invited',
    send_invitation: true,
    actions: [...grantablePermissionsOfRole(account, role)],
    branch_id: branchId,
  });
  const token = created.type === 'saved' ? created.body.invite_token : undefined;
  if (created.type === 'saved' && token !== undefined)
    showSignInLink(account.userId, { userId: created.body.id, name, token });
  return created;
}

export type InvitationOutcome =
  | { readonly type: 'invited'; readonly user: User }
  | { readonly type: 'failed'; readonly trouble: SaveFailure };

const failed = (trouble: SaveFailure): InvitationOutcome => ({ type: 'failed', trouble });

/** Returns the reason, to be shown at the address, why the user cannot get the role; null if the user can. */
function findUserProblem(user: User, { doctorId }: Invitation): SaveFailure | null {
  const problemAtEmail = (message: string): SaveFailure => ({
    ...failedFormOutcome(message).trouble,
    details: [{ field: 'email', message }],
  });
  if (user.status === 'suspended')
    return problemAtEmail('Este usuario está suspendido. Actívalo en Usuarios o escribe otro correo.');
  if (doctorId !== null && user.doctor && user.doctor.id !== doctorId)
    return problemAtEmail('Este usuario ya es de otro médico. Escribe otro correo.');
  return null;
}

/** Adds the role's permissions that the user lacks and the account may grant. */
async function grantMissingPermissions(
  account: Account,
  user: User,
  role: StaffRole,
): Promise<InvitationOutcome> {
  const missing = grantablePermissionsOfRole(account, role).filter((one) => !user.actions.includes(one));
  if (missing.length === 0) return { type: 'invited', user };
  const saved = await setUserPermissions(user, [...user.actions, ...missing]);
  if (saved.type !== 'saved') return failed(partFailureOf(saved, PERMISSIONS_NOT_SAVED_TEXT));
  if (user.id === account.userId) await revalidateSession();
  return { type: 'invited', user: saved.body };
}

/**
 * Returns true if an invited user needs a new link. A new link voids the earlier one, which the user may have received, so it is
 * made only if the invitation got no response here, or for a user who is not the doctor's yet.
 */
const needsNewLink = (account: Account, { id, status, email, doctor }: User, { doctorId }: Invitation) =>
  status === 'invited' &&
  !hasSignInLink(account.userId, id) &&
  (isInvited(account.userId, email) || (doctorId !== null && doctor === null));

/** Gives the role to an existing user, such as the administrator, or a user whose creation got no response. */
async function adoptUser(account: Account, found: User, invitation: Invitation): Promise<InvitationOutcome> {
  const problem = findUserProblem(found, invitation);
  if (problem) return failed(problem);
  const outcome = await grantMissingPermissions(account, found, invitation.role);
  if (outcome.type === 'failed' || !needsNewLink(account, found, invitation)) return outcome;
  const link = await createPasswordResetToken(found);
  if (link.type !== 'saved') return failed(partFailureOf(link, INVITATION_FAILED_TEXT));
  showSignInLink(account.userId, { userId: found.id, name: found.display_name, token: link.body });
  return outcome;
}

/**
 * Invites the person and shows the sign-in link. A user that an earlier attempt invited is not invited again. A doctor may be a
 * user already.
 * @throws Unreachable, Rejected when users cannot be read
 */
export async function inviteUser(account: Account, invitation: Invitation): Promise<InvitationOutcome> {
  const found = await findUserByEmail(invitation.email);
  const isAdopted = found && (found.status === 'invited' || invitation.role === 'doctor');
  if (isAdopted) return adoptUser(account, found, invitation);
  const created = await inviteNewUser(account, invitation);
  return created.type === 'saved'
    ? { type: 'invited', user: created.body }
    : failed(partFailureOf(created, INVITATION_FAILED_TEXT));
}
