import { DescribedCheckbox } from './described-checkbox.tsx';
import { PERMISSIONS, PERMISSION_LABELS, type Permission } from '#contract/vocabulary.ts';
import { PERMISSION_SENTENCES } from '../words.ts';
import './permission-list.css';

interface PermissionListProps {
  chosen: readonly Permission[];
  onChange: (chosen: readonly Permission[]) => void;
  /** One that cannot be taken away, and why. */
  kept?: { readonly permission: Permission; readonly reason: string } | undefined;
}

const toggled = (chosen: readonly Permission[], permission: Permission): readonly Permission[] =>
  PERMISSIONS.filter((one) => (one === permission ? !chosen.includes(one) : chosen.includes(one)));

/** Every permission with a sentence that says what it lets a person do. */
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
            stays ? `${PERMISSION_SENTENCES[permission]} ${kept.reason}` : PERMISSION_SENTENCES[permission]
          }
          checked={chosen.includes(permission)}
          // Still reachable and readable: it only cannot be taken away.
          aria-disabled={stays || undefined}
          onChange={() => !stays && onChange(toggled(chosen, permission))}
        />
      );
    })}
  </fieldset>
);
