import { Button } from '@mantine/core';
import { useNavigate, useParams } from 'react-router-dom';
import { defaultCatalogFilters } from '#domain/catalog/filters.ts';
import type { CatalogItem } from '#sync/administration/catalog-administration.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import type { Account } from '#sync/session/session.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import { toast } from '#ui/notices/toast.ts';
import type { CatalogDefinition } from '../definition.ts';
import {
  pickCatalogFilters,
  useListState,
  type ListStateHandle,
  type ListState,
} from '../list/use-list-state.ts';
import { useRefetchAfterChange, useCatalogRow } from '../queries.ts';
import { useDisabledReason } from '../use-disabled-reason.ts';
import { useCatalogLink } from '../use-catalog-link.ts';
import { CatalogForm } from './catalog-form.tsx';
import { FormColumns } from './form-columns.tsx';
import { FormPage } from './form-page.tsx';

interface EditPageProps<Item extends CatalogItem, Body extends object> {
  catalog: CatalogDefinition<Item, Body>;
  account: Account;
}

interface LoadedEditPageProps<Item extends CatalogItem, Body extends object> extends EditPageProps<
  Item,
  Body
> {
  id: string;
  listState: ListState;
  change: ListStateHandle['change'];
}

function LoadedEditPage<Item extends CatalogItem, Body extends object>(
  props: LoadedEditPageProps<Item, Body>,
) {
  const { catalog, account, id, listState, change } = props;
  const { words, route, calls, Picture } = catalog;
  const ownerId = account.userId;
  const navigate = useNavigate();
  const linkTo = useCatalogLink();
  const disabledReason = useDisabledReason(account);
  const followUp = useRefetchAfterChange(ownerId);
  const record = useCatalogRow(catalog, { ownerId, id, filters: pickCatalogFilters(listState) });
  const { item, error, isFetchedAfterMount, reread, take } = record;
  if (!isFetchedAfterMount) return <SkeletonCard lines={6} />;
  if (item === null)
    return (
      <Notice
        kind="warn"
        title={words.notInForm}
        action={
          <Button onClick={() => change({ ...defaultCatalogFilters, page: 1 })}>Limpiar filtros</Button>
        }
      />
    );
  if (!item)
    return (
      <Notice
        kind="error"
        title={failureText(error, words.couldNotLoad)}
        action={<Button onClick={() => void record.refetch()}>Reintentar</Button>}
      />
    );
  const note = (saved: Item) => {
    take(saved);
    followUp(calls.resource);
  };
  const onSaved = (saved: Item) => {
    note(saved);
    toast('ok', words.saved);
    change({ selectedId: saved.id });
    void navigate(linkTo(route));
  };
  return (
    <FormColumns>
      <CatalogForm
        catalog={catalog}
        ownerId={ownerId}
        item={item}
        reread={reread}
        disabledReason={disabledReason}
        onSaved={onSaved}
      />
      {Picture && <Picture item={item} ownerId={ownerId} disabledReason={disabledReason} onSaved={note} />}
    </FormColumns>
  );
}

export function EditPage<Item extends CatalogItem, Body extends object>({
  catalog,
  account,
}: EditPageProps<Item, Body>) {
  const { [catalog.param]: id = '' } = useParams();
  const { listState, change } = useListState(account.userId, catalog);
  const { words, route } = catalog;
  return (
    <FormPage title={words.edit} route={route}>
      {listState ? (
        <LoadedEditPage
          key={id}
          catalog={catalog}
          account={account}
          id={id}
          listState={listState}
          change={change}
        />
      ) : (
        <SkeletonCard lines={6} />
      )}
    </FormPage>
  );
}
