import { Button } from '@mantine/core';
import { useState } from 'react';
import { setUserBranch } from '#sync/administration/users/users.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { BranchSelect } from '../pieces/branch-select.tsx';
import { ConcurrentChangeNotice } from './changed-concurrently.tsx';
import { useBranchNames } from '../queries.ts';
import { useUserChange, type UserEditContext } from './use-user-change.ts';
import { UserCard, UserHint } from './user-card.tsx';

/** Chosen branch: undefined if unchanged, null for no branch. */
type BranchChoice = string | null | undefined;

function useBranchAssignment(subject: UserEditContext) {
  const { user } = subject;
  const [choice, setChoice] = useState<BranchChoice>(undefined);
  const { busy, trouble, start } = useUserChange(subject);
  const branchId = choice === undefined ? user.branch_id : choice;
  const assign = () =>
    void start({
      send: async () => {
        const result = await setUserBranch(user, branchId);
        if (result.type === 'saved') setChoice(undefined);
        return result;
      },
      success: branchId === null ? 'Sede eliminada correctamente.' : 'Sede asignada correctamente.',
      refused: 'No se pudo actualizar la sede.',
    });
  return { busy, trouble, branchId, isChanged: branchId !== user.branch_id, choose: setChoice, assign };
}

function BranchAssignmentForm({ subject, name }: { subject: UserEditContext; name: string | undefined }) {
  const { busy, trouble, branchId, isChanged, choose, assign } = useBranchAssignment(subject);
  const { user, account } = subject;
  return (
    <>
      <BranchSelect
        label="Sede asignada"
        ownerId={account.userId}
        value={branchId}
        onChange={choose}
        only={null}
        currentName={branchId === user.branch_id ? name : undefined}
        error={trouble?.details.find(({ field }) => field === 'branch_id')?.message}
      />
      {trouble?.type === 'stale' ? (
        <ConcurrentChangeNotice>Ahora su sede es «{name ?? 'Sin sede'}».</ConcurrentChangeNotice>
      ) : (
        trouble && (
          <Notice kind="error" supportCode={trouble.supportCode}>
            {trouble.text}
          </Notice>
        )
      )}
      <Button loading={busy} disabled={!isChanged} onClick={assign}>
        {isChanged && branchId === null ? 'Quitar sede' : 'Asignar sede'}
      </Button>
    </>
  );
}

/** Branch of the user, which only an administrator without an active branch can change (P6). */
export function BranchCard({ subject }: { subject: UserEditContext }) {
  const { user, account } = subject;
  const names = useBranchNames(account.userId, [user]);
  const name = user.branch_id === null ? undefined : (names.get(user.branch_id) ?? '…');
  return (
    <UserCard title="Sede">
      {account.branchId === null ? (
        <BranchAssignmentForm subject={subject} name={name} />
      ) : (
        <>
          <p>
            <b>{name ?? 'Sin sede'}</b>
          </p>
          <UserHint>
            La sede de un usuario solo se cambia en modo global. Quita tu sede activa en la barra superior
            para asignar otra.
          </UserHint>
          <Button disabled>Asignar sede</Button>
        </>
      )}
    </UserCard>
  );
}
