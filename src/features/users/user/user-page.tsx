import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import type { User } from '#contract/records/people/users.ts';
import { createReadDisplay } from '#sync/reads/last-read.ts';
import type { Account } from '#sync/session/session.ts';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { FactList } from '#ui/display/facts.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { ReadStateNotice } from '#components/connection/read-notice.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { BranchCard } from './branch-card.tsx';
import { DoctorCard } from './doctor-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PermissionsCard } from './permissions-card.tsx';
import { useUserReadConditions, useUser } from '../queries.ts';
import { requireUserManagement } from '../require-users.tsx';
import { StatusCard } from './status-card.tsx';
import type { UserEditContext } from './use-user-change.ts';
import { USER_STATUS_KINDS, USER_STATUS_LABELS, lastSignInDayAndTime } from '../messages.ts';
import { UserPageColumns } from '../pieces/users-columns.tsx';

function UserListLink() {
  const { state } = useLocation() as { state: { from?: unknown } | null };
  const from = state?.from;
  const to = typeof from === 'string' && from.startsWith('/admin/users') ? from : '/admin/users';
  return (
    <Button component={Link} to={to} variant="subtle">
      Volver al listado
    </Button>
  );
}

const listUserDetails = (user: User, account: Account): string[] => [
  user.email,
  ...(user.id === account.userId ? ['eres tú'] : []),
  `último ingreso: ${lastSignInDayAndTime(user)?.join(' ') ?? 'nunca'}`,
];

function UserDetails({ subject, notice }: { subject: UserEditContext; notice: ReactNode }) {
  const { user, account } = subject;
  return (
    <>
      <PageHeader
        title={user.display_name}
        windowTitle="Usuario"
        badge={<StatusTag kind={USER_STATUS_KINDS[user.status]}>{USER_STATUS_LABELS[user.status]}</StatusTag>}
        sub={<FactList of={listUserDetails(user, account)} />}
        actions={<UserListLink />}
      />
      {notice}
      <UserPageColumns>
        <PermissionsCard subject={subject} />
        <div>
          <StatusCard subject={subject} />
          <BranchCard subject={subject} />
          <DoctorCard subject={subject} />
          <PasswordCard subject={subject} />
        </div>
      </UserPageColumns>
    </>
  );
}

function UserScreen({ account }: { account: Account }) {
  const { id = '' } = useParams();
  const { reread, take, ...query } = useUser(account.userId, id);
  const { data, refetch } = query;
  const { problem, age } = createReadDisplay({
    ...useUserReadConditions(query, account),
    failed: 'No se pudo cargar el usuario.',
  });
  const notice = <ReadStateNotice problem={problem} age={age} onRetry={refetch} />;
  if (data) return <UserDetails subject={{ user: data, account, reread, take }} notice={notice} />;
  return (
    <>
      <PageHeader title="Usuario" actions={<UserListLink />} />
      {data === null && (
        <EmptyState icon="search" title="Usuario no encontrado" action={<UserListLink />}>
          Puede que el enlace esté incompleto.
        </EmptyState>
      )}
      {data === undefined && !problem && <SkeletonCard lines={6} />}
      {data === undefined && notice}
    </>
  );
}

/** Page `/admin/users/{id}`: permissions, status, branch and password of a user (P4, P6, P8). */
export const UserPage = requireUserManagement(UserScreen);
