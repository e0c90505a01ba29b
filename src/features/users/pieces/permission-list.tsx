import { DescribedCheckbox } from './described-checkbox.tsx';
import { PERMISSIONS, PERMISSION_LABELS, type Permission } from '#contract/vocabulary.ts';
import { PERMISSION_TEXTS } from '../messages.ts';
import './permission-list.css';

interface PermissionListProps {
  chosen: readonly Permission[];
  onChange: (chosen: readonly Permission[]) => void;
  /** Permission that the user cannot revoke, with the reason; undefined if there is none. */
  kept?: { readonly permission: Permission; readonly reason: string } | undefined;
}

const toggled = (chosen: readonly Permission[], permission: Permission): readonly Permission[] =>
  PERMISSIONS.filter((one) => (one === permission ? !chosen.includes(one) : chosen.includes(one)));

export const PermissionList = ({ chosen, onChange, kept }: PermissionListProps) => (
  <fieldset className="permission-list">
    <legend className="visually-hidden">Permisos</legend>
    {PERMISSIONS.map((permission) => {
      const stays = kept?.permission === permission && chosen.includes(permission);
      return (
        <DescribedCheckbox
          isFramed
          key={permission}
          label={PERMISSION_LABELS[permission]}
          description={
            stays ? `${PERMISSION_TEXTS[permission]} ${kept.reason}` : PERMISSION_TEXTS[permission]
          }
          checked={chosen.includes(permission)}
          // Keeps the checkbox focusable for screen readers, unlike `disabled`; `onChange` ignores its change.
          aria-disabled={stays || undefined}
          onChange={() => !stays && onChange(toggled(chosen, permission))}
        />
      );
    })}
  </fieldset>
);
