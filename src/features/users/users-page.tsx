import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { PAGE_SIZE_DEFAULT } from '#contract/limits.ts';
import type { UserList } from '#contract/users.ts';
import { failureText } from '#sync/failure-text.ts';
import type { Account } from '#sync/session.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Pager } from '#ui/pager.tsx';
import { SkeletonCard } from '#ui/skeleton-card.tsx';
import { useBranchNames, useUsers } from './queries.ts';
import { requireUsers } from './require-users.tsx';
import { Rows } from './rows.tsx';
import { Toolbar } from './toolbar.tsx';
import { useFilters, type Filters } from './use-filters.ts';
import './users.css';

interface ResultsProps {
  account: Account;
  list: UserList;
  filters: Filters;
  busy: boolean;
}

function Results({ account, list, filters, busy }: ResultsProps) {
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
          action={<Button onClick={filters.clear}>Restablecer filtros</Button>}
        />
      ) : (
        <Rows users={list.items} branchNames={branchNames} account={account} busy={busy} />
      )}
      <Pager
        page={filters.page}
        pageSize={PAGE_SIZE_DEFAULT}
        total={list.total_count}
        onPage={filters.turnTo}
      />
    </Card>
  );
}

function UsersList({ account }: { account: Account }) {
  const filters = useFilters();
  const { data, error, isPending, isPlaceholderData, refetch } = useUsers(
    account.userId,
    filters.question,
    filters.page,
  );
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
      <Toolbar filters={filters} />
      {isPending && <SkeletonCard lines={6} />}
      {error && (
        <Notice
          kind="error"
          title={failureText(error, 'No se pudo cargar el listado de usuarios.')}
          action={<Button onClick={() => void refetch()}>Reintentar</Button>}
        />
      )}
      {data && <Results account={account} list={data} filters={filters} busy={isPlaceholderData} />}
    </>
  );
}

/** `/admin/users`, 'Usuarios' (spec §2, §7). */
export const UsersPage = requireUsers(UsersList);
