import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CatalogItem } from '#sync/administration/catalog-administration.ts';
import { saveFailureReasonText, saveFailureOf } from '#sync/messages/failure-text.ts';
import { CACHED_DATA_WAIT_MS, createReadDisplay } from '#sync/reads/last-read.ts';
import type { SaveResult } from '#sync/requests/saving.ts';
import type { Account } from '#sync/session/session.ts';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { ReadStateNotice, useIsWaitBeginning } from '#components/read-notice.tsx';
import { useToastAfterRedirect } from '#ui/notices/use-toast-after-redirect.ts';
import { SidePanel } from '#ui/page/side-panel.tsx';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import { toast } from '#ui/notices/toast.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { formFieldText, selectVisibleFields, type CatalogDefinition } from '../definition.ts';
import { useRefetchAfterChange, useCatalogRow } from '../queries.ts';
import { useCatalogLink } from '../use-catalog-link.ts';
import { RenameCatalogRow } from './rename.tsx';
import { stateTag } from './state-tag.tsx';
import { ActivationButton } from './switch-button.tsx';
import type { ListFilterControls } from './use-list-state.ts';
import { useConnectionState } from '#components/use-connection-state.ts';
import './detail-panel.css';

interface DetailPanelProps<Item extends CatalogItem, Body extends object> {
  catalog: CatalogDefinition<Item, Body>;
  account: Account;
  id: string;
  /** Row as shown in the list. `seenAt`: time of the list's response, ms since the epoch. */
  seen: Item | undefined;
  seenAt: number;
  filters: ListFilterControls;
  disabledReason: string | null;
}

function FieldValueList<Item extends CatalogItem, Body extends object>({
  catalog: { fields, valuesOf },
  item,
}: {
  catalog: CatalogDefinition<Item, Body>;
  item: Item;
}) {
  const values = valuesOf(item);
  return (
    <dl className="catalog-facts">
      {selectVisibleFields(fields, values)
        .filter(({ name }) => name !== 'name')
        .map((field) => (
          <div key={field.name}>
            <dt>{field.label}</dt>
            <dd>{formFieldText(field, values, item) || 'Sin dato'}</dd>
          </div>
        ))}
    </dl>
  );
}

interface DetailPanelContentProps<Item extends CatalogItem, Body extends object> extends Pick<
  DetailPanelProps<Item, Body>,
  'catalog' | 'disabledReason'
> {
  ownerId: string;
  item: Item;
  take: (item: Item) => void;
  reread: () => Promise<Item | null>;
}

/** Sends one change of the row at a time, reports its result, and refreshes all queries of the row. */
function useRowChange<Item extends CatalogItem, Body extends object>({
  catalog,
  ownerId,
  take,
}: DetailPanelContentProps<Item, Body>) {
  const { busy, trouble, run } = useChangeRunner<string>();
  const toastAfterRedirect = useToastAfterRedirect();
  const followUp = useRefetchAfterChange(ownerId);
  const finishChange = (item: Item, success: string) => {
    take(item);
    toast('ok', success);
    followUp(catalog.calls.resource);
  };
  const change = (send: () => Promise<SaveResult<Item>>, success: string, fallback: string) =>
    run(async () => {
      const result = await send();
      if (result.type === 'saved') finishChange(result.body, success);
      // Another user changed the row. It is read again, so that the next attempt has the current revision.
      if (result.type === 'stale') followUp(catalog.calls.resource);
      const found = saveFailureOf(result, fallback);
      toastAfterRedirect(found);
      return found && saveFailureReasonText(found);
    });
  return { busy, trouble, change, settle: finishChange };
}

function DetailPanelContent<Item extends CatalogItem, Body extends object>(
  props: DetailPanelContentProps<Item, Body>,
) {
  const { catalog, ownerId, item, disabledReason, reread } = props;
  const { words, route, calls, PanelTools } = catalog;
  const linkTo = useCatalogLink();
  const { busy, trouble, change, settle } = useRowChange(props);
  const [renaming, setRenaming] = useState(false);
  const { rename } = calls;
  const setActiveState = (isActive: boolean) =>
    void change(
      () => calls.setActive(item, isActive),
      isActive ? words.activated : words.deactivated,
      words.couldNotSwitch,
    );
  return (
    <>
      {rename && renaming && (
        <RenameCatalogRow
          item={item}
          words={words}
          rename={rename}
          reread={reread}
          disabledReason={disabledReason}
          onRenamed={(renamed) => {
            settle(renamed, words.saved);
            setRenaming(false);
          }}
          onCancel={() => setRenaming(false)}
        />
      )}
      {trouble !== null && <Notice kind="error">{trouble}</Notice>}
      {disabledReason !== null && <p className="catalog-reason">{disabledReason}</p>}
      <div className="catalog-actions">
        <Button
          component={Link}
          to={linkTo(route, item.id)}
          variant="filled"
          leftSection={<Icon name="pen" />}
        >
          Editar
        </Button>
        {rename && !renaming && (
          <Button disabled={disabledReason !== null} onClick={() => setRenaming(true)}>
            Cambiar nombre
          </Button>
        )}
        <ActivationButton
          item={item}
          words={words}
          busy={busy}
          disabled={disabledReason !== null}
          onSwitch={setActiveState}
        />
      </div>
      {PanelTools && <PanelTools item={item} ownerId={ownerId} disabledReason={disabledReason} />}
      <FieldValueList catalog={catalog} item={item} />
    </>
  );
}

export function DetailPanel<Item extends CatalogItem, Body extends object>(
  props: DetailPanelProps<Item, Body>,
) {
  const { catalog, account, id, seen, seenAt, filters, disabledReason } = props;
  const { words } = catalog;
  const ownerId = account.userId;
  const record = useCatalogRow(catalog, { ownerId, id, filters, seen });
  const { item, reread, take } = record;
  const { problem, age } = createReadDisplay({
    query: { ...record, data: item, dataUpdatedAt: record.dataUpdatedAt || seenAt },
    beginning: useIsWaitBeginning(record.isPending, CACHED_DATA_WAIT_MS),
    link: useConnectionState(),
    gate: account.gate,
    failed: words.couldNotLoad,
  });
  const notice = <ReadStateNotice problem={problem} age={age} onRetry={record.refetch} />;
  const close = () => filters.select(null);
  if (item)
    return (
      <SidePanel title={item.name} badge={stateTag(words, item.is_active)} onClose={close}>
        {notice}
        <DetailPanelContent
          catalog={catalog}
          ownerId={ownerId}
          disabledReason={disabledReason}
          item={item}
          take={take}
          reread={reread}
        />
      </SidePanel>
    );
  return (
    <SidePanel title="Detalle" onClose={close}>
      {notice}
      {item === null && (
        <Notice
          kind="warn"
          title={words.notInPanel}
          action={<Button onClick={filters.reset}>Limpiar filtros</Button>}
        />
      )}
      {!problem && item === undefined && <SkeletonCard lines={4} />}
    </SidePanel>
  );
}
