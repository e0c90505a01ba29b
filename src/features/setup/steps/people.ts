import * as z from 'zod/mini';
import { CreateUserBody, type User } from '#contract/records/people/users.ts';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { requiredPersonName } from '#contract/primitives.ts';
import type { Account } from '#sync/session/session.ts';
import { ROLE_DEFINITIONS, grantablePermissions, roleWithExactPermissions } from '#domain/access/roles.ts';

/** Values of the invitation form. `doctor_id`: see doctor-link.tsx. */
export type PersonValues = Record<'display_name' | 'email' | 'role' | 'doctor_id', string>;

type InvitingAccount = Pick<Account, 'actions' | 'grantable' | 'branchId'>;

export const emptyPerson: PersonValues = { display_name: '', email: '', role: 'reception', doctor_id: '' };

export const personSchema = z.object({
  display_name: requiredPersonName('Escribe el nombre de la persona.', NAME_MAX_LENGTH),
  email: CreateUserBody.shape.email,
});

/** Returns the request that invites a user with the permissions of the role that `account` may grant. */
export function toInvitation(values: PersonValues, account: InvitingAccount): CreateUserBody {
  const { display_name, email } = personSchema.parse(values);
  const role = ROLE_DEFINITIONS.find(({ key }) => key === values.role) ?? ROLE_DEFINITIONS[0];
  return {
    display_name,
    email,
    status: 'invited',
    send_invitation: true,
    actions: grantablePermissions(account).filter((permission) => role.actions.includes(permission)),
    branch_id: account.branchId,
  };
}

export function formatUserSummary({
  actions,
  status,
  doctor,
}: Pick<User, 'actions' | 'status' | 'doctor'>): string {
  const role =
    (roleWithExactPermissions(actions)?.label ?? 'Otros permisos') +
    (doctor ? ` · firma como ${doctor.name}` : '');
  switch (status) {
    case 'invited':
      return `${role} · falta que acepte`;
    case 'suspended':
      return `${role} · suspendida`;
    case 'active':
      return role;
  }
}
