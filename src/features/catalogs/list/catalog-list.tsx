import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { PAGE_SIZE_DEFAULT } from '#contract/limits.ts';
import { hasNonDefaultCatalogFilters } from '#domain/catalog/filters.ts';
import type { CatalogItem } from '#sync/administration/catalog-administration.ts';
import { CACHED_DATA_WAIT_MS, createReadDisplay } from '#sync/reads/last-read.ts';
import type { Account } from '#sync/session/session.ts';
import { Card } from '#ui/display/card.tsx';
import { EmptyState } from '#ui/display/empty-state.tsx';
import { Icon, type IconName } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { Pager } from '#ui/lists/pager.tsx';
import { RecordTable } from '#ui/lists/record-table.tsx';
import { ListWithPanel } from '#ui/page/side-panel.tsx';
import { ReadStateNotice, useIsWaitBeginning } from '#components/read-notice.tsx';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import type { CatalogDefinition } from '../definition.ts';
import type { CatalogTexts } from '../texts.ts';
import { formatNotOffered, useCatalogPage, useIsCatalogOffered } from '../queries.ts';
import { useDisabledReason } from '../use-disabled-reason.ts';
import { useCatalogLink } from '../use-catalog-link.ts';
import { DetailPanel } from './detail-panel.tsx';
import { stateTag } from './state-tag.tsx';
import { Toolbar } from './toolbar.tsx';
import {
  useListFilterControls,
  useListState,
  useListStateInAddress,
  type ListStateHandle,
  type ListFilterControls,
  type ListState,
} from './use-list-state.ts';
import { useConnectionState } from '#components/use-connection-state.ts';
import './catalog-list.css';

interface CatalogListProps<Item extends CatalogItem, Body extends object> {
  catalog: CatalogDefinition<Item, Body>;
  account: Account;
}

interface ResultsProps<Item extends CatalogItem, Body extends object> {
  catalog: CatalogDefinition<Item, Body>;
  items: readonly Item[];
  total: number;
  filters: ListFilterControls;
  busy: boolean;
}

interface EmptyCatalogListProps {
  words: CatalogTexts;
  icon: IconName;
  filters: ListFilterControls;
}

/** Text of an empty list. It mentions the filters if any are set; otherwise it says that the catalogue is empty. */
const EmptyCatalogList = ({ words, icon, filters }: EmptyCatalogListProps) =>
  hasNonDefaultCatalogFilters(filters) ? (
    <EmptyState
      icon="search"
      title={words.none}
      action={<Button onClick={filters.reset}>Limpiar filtros</Button>}
    />
  ) : (
    <EmptyState icon={icon} title={words.noneYet}>
      {words.howToBegin ?? `Empieza con el botón «${words.create}».`}
    </EmptyState>
  );

function Results<Item extends CatalogItem, Body extends object>({
  catalog: { words, icon, columns, under },
  items,
  total,
  filters,
  busy,
}: ResultsProps<Item, Body>) {
  return (
    <Card>
      {items.length === 0 ? (
        <EmptyCatalogList words={words} icon={icon} filters={filters} />
      ) : (
        <RecordTable
          caption={words.title}
          rows={items}
          lead={{ label: 'Nombre', name: ({ name }) => name, under }}
          columns={columns}
          status={(item) => stateTag(words, item.is_active)}
          selectedId={filters.selectedId}
          onSelect={filters.select}
          busy={busy}
        />
      )}
      <Pager
        page={filters.page}
        pageSize={PAGE_SIZE_DEFAULT}
        total={total}
        busy={busy}
        onPage={filters.turnTo}
      />
    </Card>
  );
}

interface ListProps<Item extends CatalogItem, Body extends object> extends CatalogListProps<Item, Body> {
  listState: ListState;
  change: ListStateHandle['change'];
}

function List<Item extends CatalogItem, Body extends object>(props: ListProps<Item, Body>) {
  const { catalog, account, listState, change } = props;
  const { words, debounce } = catalog;
  const ownerId = account.userId;
  const filters = useListFilterControls(listState, change, debounce);
  const disabledReason = useDisabledReason(account);
  const { search, includeInactive, companyId, page, selectedId } = listState;
  const list = useCatalogPage(catalog, ownerId, { search, includeInactive, companyId, page });
  const beginning = useIsWaitBeginning(list.isPending, CACHED_DATA_WAIT_MS);
  const { problem, age } = createReadDisplay({
    query: list,
    beginning,
    link: useConnectionState(),
    gate: account.gate,
    failed: words.couldNotList,
  });
  return (
    <>
      {/* Shows a single notice, because the problem that prevents reading also prevents changes. */}
      {disabledReason !== null && problem === null && (
        <div className="catalog-disabled-reason">
          <Notice kind="warn">{disabledReason}</Notice>
        </div>
      )}
      <Toolbar words={words} filters={filters} ownerId={ownerId} byCompany={catalog.key === 'branches'} />
      <ListWithPanel
        panel={
          selectedId !== null && (
            <DetailPanel
              key={selectedId}
              catalog={catalog}
              account={account}
              id={selectedId}
              seen={list.data?.items.find(({ id }) => id === selectedId)}
              seenAt={list.dataUpdatedAt}
              filters={filters}
              disabledReason={disabledReason}
            />
          )
        }
      >
        {list.isPending && !problem && <SkeletonCard shape="rows" lines={8} />}
        <ReadStateNotice problem={problem} age={age} onRetry={list.refetch} />
        {list.data && (
          <Results
            catalog={catalog}
            items={list.data.items}
            total={list.data.total_count}
            filters={filters}
            busy={list.isPlaceholderData}
          />
        )}
      </ListWithPanel>
    </>
  );
}

/** `/admin/catalogs/{catalogue}`: list of a catalogue, with the open row in a side panel. */
export function CatalogList<Item extends CatalogItem, Body extends object>({
  catalog,
  account,
}: CatalogListProps<Item, Body>) {
  const linkTo = useCatalogLink();
  const { listState, change } = useListStateInAddress(useListState(account.userId, catalog));
  const { words, route, ListTools } = catalog;
  const isOffered = useIsCatalogOffered(catalog.key, account.userId);
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            {ListTools && <ListTools account={account} />}
            {isOffered && (
              <Button
                component={Link}
                to={linkTo(route, 'new')}
                variant="filled"
                leftSection={<Icon name="plus" />}
              >
                {words.create}
              </Button>
            )}
          </>
        }
      />
      {!isOffered ? (
        <Notice kind="warn" title={formatNotOffered(words.title)} />
      ) : listState ? (
        <List catalog={catalog} account={account} listState={listState} change={change} />
      ) : (
        <SkeletonCard shape="rows" lines={8} />
      )}
    </>
  );
}
