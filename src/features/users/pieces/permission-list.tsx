import { DescribedCheckbox } from './described-checkbox.tsx';
import { PERMISSIONS, PERMISSION_LABELS, type Permission } from '#contract/vocabulary.ts';
import { PERMISSION_TEXTS } from '../messages.ts';
import './permission-list.css';

interface PermissionListProps {
  chosen: readonly Permission[];
  onChange: (chosen: readonly Permission[]) => void;
  /** Permission that the user cannot revoke, and the reason; undefined if all can be revoked. */
  kept?: { readonly permission: Permission; readonly reason: string } | undefined;
}

const toggled = (chosen: readonly Permission[], permission: Permission): readonly Permission[] =>
  PERMISSIONS.filter((one) => (one === permission ? !chosen.includes(one) : chosen.includes(one)));

/** Checkbox for every permission, with a description of what it allows. */
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
          // Used instead of `disabled`, so that the checkbox stays focusable and readable; its change is ignored.
          aria-disabled={stays || undefined}
          onChange={() => !stays && onChange(toggled(chosen, permission))}
        />
      );
    })}
  </fieldset>
);
