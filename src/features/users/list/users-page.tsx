import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { PAGE_SIZE_DEFAULT } from '#contract/limits.ts';
import type { UserList } from '#contract/records/people/users.ts';
import { createReadDisplay } from '#sync/reads/last-read.ts';
import type { Account } from '#sync/session/session.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { Pager } from '#ui/lists/pager.tsx';
import { ReadStateNotice } from '#components/connection/read-notice.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { useBranchNames, useUserReadConditions, useUsers } from '../queries.ts';
import { requireUserManagement } from '../require-users.tsx';
import { UserRows } from './rows.tsx';
import { UsersToolbar } from './toolbar.tsx';
import { useUserFilters, type UserFilterState } from './use-filters.ts';

interface UserResultsProps {
  account: Account;
  list: UserList;
  filters: UserFilterState;
  busy: boolean;
}

function UserResults({ account, list, filters, busy }: UserResultsProps) {
  const branchNames = useBranchNames(account.userId, list.items);
  const { direction, change } = filters;
  return (
    <Card
      title={list.total_count === 1 ? '1 usuario' : `${list.total_count} usuarios`}
      actions={
        <Button variant="subtle" onClick={() => change({ direction: direction === 'asc' ? 'desc' : 'asc' })}>
          {direction === 'asc' ? 'Ordenar de la Z a la A' : 'Ordenar de la A a la Z'}
        </Button>
      }
    >
      {list.items.length === 0 ? (
        <EmptyState
          icon="search"
          title="No se encontraron usuarios con los filtros seleccionados."
          action={<Button onClick={filters.clear}>Limpiar filtros</Button>}
        />
      ) : (
        <UserRows users={list.items} branchNames={branchNames} account={account} busy={busy} />
      )}
      <Pager
        page={filters.page}
        pageSize={PAGE_SIZE_DEFAULT}
        total={list.total_count}
        busy={busy}
        onPage={filters.turnTo}
      />
    </Card>
  );
}

function UsersList({ account }: { account: Account }) {
  const filters = useUserFilters();
  const query = useUsers(account.userId, filters.question, filters.page);
  const { data, isPending, isPlaceholderData, refetch } = query;
  const { problem, age } = createReadDisplay({
    ...useUserReadConditions(query, account),
    failed: 'No se pudo cargar el listado de usuarios.',
  });
  return (
    <>
      <PageHeader
        title="Usuarios"
        sub="Quién puede entrar, a qué sede pertenece y qué puede hacer"
        actions={
          <Button
            component={Link}
            to="/admin/users/new"
            variant="filled"
            leftSection={<Icon name="personAdd" />}
          >
            Invitar usuario
          </Button>
        }
      />
      <UsersToolbar filters={filters} />
      {isPending && !problem && <SkeletonCard shape="rows" lines={6} titled />}
      <ReadStateNotice problem={problem} age={age} onRetry={refetch} />
      {data && <UserResults account={account} list={data} filters={filters} busy={isPlaceholderData} />}
    </>
  );
}

/** Page `/admin/users`, 'Usuarios' (P2, P7). */
export const UsersPage = requireUserManagement(UsersList);
