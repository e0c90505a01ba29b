import { DescribedCheckbox } from './described-checkbox.tsx';
import { PERMISSIONS, PERMISSION_DEFINITIONS, type Permission } from '#contract/vocabulary.ts';
import { type Granter, grantablePermissions } from '#domain/access/roles.ts';
import './permission-list.css';

interface PermissionListProps {
  /** Signed-in user. */
  granter: Granter;
  chosen: readonly Permission[];
  onChange: (chosen: readonly Permission[]) => void;
  /** Permission that the user cannot revoke, with the reason; undefined if there is none. */
  kept?: { readonly permission: Permission; readonly reason: string } | undefined;
}

const togglePermission = (chosen: readonly Permission[], permission: Permission): readonly Permission[] =>
  PERMISSIONS.filter((one) => (one === permission ? !chosen.includes(one) : chosen.includes(one)));

export function PermissionList({ granter, chosen, onChange, kept }: PermissionListProps) {
  // A permission that the edited user already has is also shown, so that it can be revoked.
  const grantable = grantablePermissions(granter);
  const offered = PERMISSIONS.filter(
    (permission) => grantable.includes(permission) || chosen.includes(permission),
  );
  return (
    <fieldset className="permission-list">
      <legend className="visually-hidden">Permisos</legend>
      {offered.map((permission) => {
        const { label, sentence } = PERMISSION_DEFINITIONS[permission];
        const stays = kept?.permission === permission && chosen.includes(permission);
        return (
          <DescribedCheckbox
            isFramed
            key={permission}
            label={label}
            description={stays ? `${sentence} ${kept.reason}` : sentence}
            checked={chosen.includes(permission)}
            // Keeps the checkbox focusable for screen readers, unlike `disabled`; `onChange` ignores its change.
            aria-disabled={stays || undefined}
            onChange={() => !stays && onChange(togglePermission(chosen, permission))}
          />
        );
      })}
    </fieldset>
  );
}
