import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { PAGE_SIZE_DEFAULT } from '#contract/limits.ts';
import { hasNonDefaultCatalogFilters } from '#domain/catalog/filters.ts';
import type { CatalogItem, CatalogPage } from '#sync/administration/catalogs/catalog-administration.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { Pager } from '#ui/lists/pager.tsx';
import { RecordTable } from '#ui/lists/record-table.tsx';
import { ListWithPanel } from '#ui/page/side-panel.tsx';
import { useReadDisplay } from '#components/connection/use-read-display.ts';
import { ReadStateNotice } from '#components/connection/read-notice.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { useCatalogScreen } from '../catalog-screen.ts';
import type { CatalogDefinition } from '../definition.ts';
import { useCatalogPage } from '../queries.ts';
import { DetailPanel } from './detail-panel.tsx';
import { stateTag } from './state-tag.tsx';
import { CatalogToolbar } from './toolbar.tsx';
import {
  pickCatalogFilters,
  useListFilterControls,
  useCatalogListState,
  useListStateInAddress,
  type ListFilterControls,
  type ChangeListState,
  type CatalogListState,
} from './use-list-state.ts';
import './catalog-list.css';

/** Text of an empty list. It mentions the filters if any are set; otherwise it says that the catalogue is empty. */
function EmptyCatalogList({ filters }: { filters: ListFilterControls }) {
  const { words, icon } = useCatalogScreen().catalog;
  return hasNonDefaultCatalogFilters(filters) ? (
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
}

const tableColumns = (columns: CatalogDefinition['columns']) =>
  columns.map(({ label, text }) => ({
    label,
    cell: (item: CatalogItem) => {
      const shown = text(item);
      return <span className={shown ? 'catalog-clamped' : 'catalog-nothing'}>{shown || '—'}</span>;
    },
  }));

interface CatalogResultsProps {
  found: CatalogPage<CatalogItem>;
  filters: ListFilterControls;
  busy: boolean;
}

function CatalogResults({ found: { items, total_count: total }, filters, busy }: CatalogResultsProps) {
  const { words, columns, under } = useCatalogScreen().catalog;
  return (
    <Card>
      {items.length === 0 ? (
        <EmptyCatalogList filters={filters} />
      ) : (
        <RecordTable
          caption={words.title}
          rows={items}
          lead={{ label: 'Nombre', name: ({ name }) => name, under }}
          columns={tableColumns(columns)}
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

function CatalogListContent({ listState, change }: { listState: CatalogListState; change: ChangeListState }) {
  const { catalog, account, disabledReason } = useCatalogScreen();
  const filters = useListFilterControls(listState, change, catalog.debounce);
  const { page, selectedId } = listState;
  const list = useCatalogPage({ ...pickCatalogFilters(listState), page });
  const { problem, age } = useReadDisplay(list, account, catalog.words.couldNotList);
  return (
    <>
      {/* Shows a single notice, because the problem that prevents reading also prevents changes. */}
      {disabledReason !== null && problem === null && (
        <div className="catalog-disabled-reason">
          <Notice kind="warn">{disabledReason}</Notice>
        </div>
      )}
      <CatalogToolbar filters={filters} />
      <ListWithPanel
        panel={
          selectedId !== null && (
            <DetailPanel
              key={selectedId}
              id={selectedId}
              seen={list.data?.items.find(({ id }) => id === selectedId)}
              seenAt={list.dataUpdatedAt}
              filters={filters}
            />
          )
        }
      >
        {list.isPending && !problem && <SkeletonCard shape="rows" lines={8} />}
        <ReadStateNotice problem={problem} age={age} onRetry={list.refetch} />
        {list.data && <CatalogResults found={list.data} filters={filters} busy={list.isPlaceholderData} />}
      </ListWithPanel>
    </>
  );
}

/** `/admin/catalogs/{catalogue}`: list of a catalogue, with the open row in a side panel. */
export function CatalogList() {
  const { catalog, ownerId, linkTo, isOffered, disabledReason } = useCatalogScreen();
  const { listState, change } = useListStateInAddress(useCatalogListState(ownerId, catalog));
  const { words, route, ListTools, AboveList } = catalog;
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            {ListTools && <ListTools />}
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
      {AboveList && <AboveList />}
      {!isOffered ? (
        <Notice kind="warn" title={disabledReason} />
      ) : listState ? (
        <CatalogListContent listState={listState} change={change} />
      ) : (
        <SkeletonCard shape="rows" lines={8} />
      )}
    </>
  );
}
