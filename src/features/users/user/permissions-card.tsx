import { Button } from '@mantine/core';
import { useState } from 'react';
import type { User } from '#contract/records/people/users.ts';
import type { Permission } from '#contract/vocabulary.ts';
import { setUserPermissions } from '#sync/administration/users/users.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { ActionBar } from '#ui/display/cards/card-bar.tsx';
import { ConflictNotice } from '#ui/notices/conflict-notice.tsx';
import { LeavePrompt } from '#ui/dialogs/leave-prompt.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { PermissionList } from '../pieces/permission-list.tsx';
import { useUserChange, type UserEditContext } from './use-user-change.ts';
import { formatPermissions } from '../messages.ts';

/** Returns true if both lists have the same permissions; the lists must have the same order. */
const areSamePermissions = (one: readonly Permission[], other: readonly Permission[]): boolean =>
  one.join() === other.join();

/**
 * Unsaved choice, with the user as fetched before the choice. Saving sends the revision of that user, so that a concurrent
 * change of the permissions is a conflict.
 */
interface UnsavedPermissions {
  readonly from: User;
  readonly actions: readonly Permission[];
}

function usePermissionsEditor(subject: UserEditContext) {
  const { user } = subject;
  const [picked, setPicked] = useState<UnsavedPermissions | null>(null);
  const { busy, trouble, start, forget } = useUserChange(subject);
  const chosen = picked?.actions ?? user.actions;
  const save = (from: User) => {
    const read = areSamePermissions(from.actions, user.actions) ? user : from;
    void start({
      send: async () => {
        const result = await setUserPermissions(read, chosen);
        if (result.type === 'saved') setPicked(null);
        return result;
      },
      success: 'Permisos actualizados correctamente.',
      refused: 'No se pudieron actualizar los permisos.',
      unreached: 'No se pudieron guardar los permisos.',
    });
  };
  return {
    busy,
    trouble,
    chosen,
    isChanged: !areSamePermissions(chosen, user.actions),
    pick: (actions: readonly Permission[]) => setPicked({ from: picked?.from ?? user, actions }),
    save: () => save(picked?.from ?? user),
    saveOver: () => save(user),
    undo: () => {
      setPicked(null);
      forget();
    },
  };
}

export function PermissionsCard({ subject }: { subject: UserEditContext }) {
  const { user, account } = subject;
  const permissions = usePermissionsEditor(subject);
  const { busy, trouble, chosen, isChanged, pick, save, saveOver, undo } = permissions;
  const isOvertaken = trouble?.type === 'stale';
  const kept =
    user.id === account.userId
      ? ({ permission: 'user_management', reason: 'No puedes quitártelo a ti mismo.' } as const)
      : undefined;
  return (
    <Card title="Permisos">
      <PermissionList granter={account} chosen={chosen} onChange={pick} kept={kept} />
      {isOvertaken ? (
        <ConflictNotice
          what="este usuario"
          values={[{ label: 'Permisos', now: formatPermissions(user.actions) }]}
          busy={busy}
          onKeepMine={saveOver}
          onTakeTheirs={undo}
        />
      ) : (
        trouble && (
          <Notice kind="error" supportCode={trouble.supportCode}>
            {trouble.text}
          </Notice>
        )
      )}
      {!isOvertaken && (
        <ActionBar>
          <Button variant="filled" loading={busy} disabled={!isChanged} onClick={save}>
            Guardar permisos
          </Button>
          {isChanged && (
            <Button variant="subtle" disabled={busy} onClick={undo}>
              Deshacer
            </Button>
          )}
        </ActionBar>
      )}
      <LeavePrompt dirty={isChanged} />
    </Card>
  );
}
