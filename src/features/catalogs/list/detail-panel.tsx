import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CatalogItem } from '#sync/administration/catalog-administration.ts';
import { saveFailureReasonText, saveFailureOf } from '#sync/messages/failure-text.ts';
import type { SaveResult } from '#sync/requests/saving.ts';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { useReadDisplay } from '#components/use-read-display.ts';
import { ReadStateNotice } from '#components/read-notice.tsx';
import { useToastAfterRedirect } from '#ui/notices/use-toast-after-redirect.ts';
import { SidePanel } from '#ui/page/side-panel.tsx';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import { toast } from '#ui/notices/toast.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { useCatalogScreen } from '../catalog-screen.ts';
import { formFieldText, selectVisibleFields } from '../definition.ts';
import { CatalogHint } from '../hint.tsx';
import { useCatalogRow, useRefetchAndUpdateDevice } from '../queries.ts';
import { RenameCatalogRow } from './rename.tsx';
import { stateTag } from './state-tag.tsx';
import type { ListFilterControls } from './use-list-state.ts';
import './detail-panel.css';

interface PanelContentProps {
  item: CatalogItem;
  take: (item: CatalogItem) => void;
  /** Reads the row again; null if it cannot be read. */
  reread: () => Promise<CatalogItem | null>;
}

function FieldValueList({ item }: { item: CatalogItem }) {
  const { fields, valuesOf } = useCatalogScreen().catalog;
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

/** Sends one change of the row at a time, reports its result, and refreshes all queries of the row. */
function useRowChange(take: PanelContentProps['take']) {
  const { busy, trouble, run } = useChangeRunner<string>();
  const toastAfterRedirect = useToastAfterRedirect();
  const refetch = useRefetchAndUpdateDevice();
  const finishChange = (item: CatalogItem, success: string) => {
    take(item);
    toast('ok', success);
    refetch();
  };
  const change = (send: () => Promise<SaveResult<CatalogItem>>, success: string, fallback: string) =>
    run(async () => {
      const result = await send();
      if (result.type === 'saved') finishChange(result.body, success);
      // Another user changed the row. It is read again, so that the next attempt has the current revision.
      if (result.type === 'stale') refetch();
      const found = saveFailureOf(result, fallback);
      toastAfterRedirect(found);
      return found && saveFailureReasonText(found);
    });
  return { busy, trouble, change, finishChange };
}

interface ActivationButtonProps {
  item: CatalogItem;
  busy: boolean;
  disabled: boolean;
  onSwitch: (isActive: boolean) => void;
}

/** Button 'Activar' or 'Desactivar'. Prompts first if the deactivation affects users immediately. */
function ActivationButton({ item, busy, disabled, onSwitch }: ActivationButtonProps) {
  const { it, beforeDeactivating } = useCatalogScreen().catalog.words;
  const [isPrompting, setPrompting] = useState(false);
  const press = () =>
    item.is_active && beforeDeactivating !== undefined ? setPrompting(true) : onSwitch(!item.is_active);
  return (
    <>
      <Button loading={busy} disabled={disabled} onClick={press}>
        {item.is_active ? 'Desactivar' : 'Activar'}
      </Button>
      <ConfirmDialog
        opened={isPrompting}
        title={`¿Desactivar ${item.name}?`}
        confirmLabel={`Desactivar ${it}`}
        tone="danger"
        main="cancel"
        onConfirm={() => {
          setPrompting(false);
          onSwitch(false);
        }}
        onCancel={() => setPrompting(false)}
      >
        {beforeDeactivating}
      </ConfirmDialog>
    </>
  );
}

function DetailPanelContent({ item, take, reread }: PanelContentProps) {
  const { catalog, linkTo, disabledReason } = useCatalogScreen();
  const { words, route, calls, PanelTools } = catalog;
  const { busy, trouble, change, finishChange } = useRowChange(take);
  const [renaming, setRenaming] = useState(false);
  const isDisabled = disabledReason !== null;
  const setActiveState = (isActive: boolean) =>
    void change(
      () => calls.setActive(item, isActive),
      isActive ? words.activated : words.deactivated,
      words.couldNotSwitch,
    );
  return (
    <>
      {calls.rename && renaming && (
        <RenameCatalogRow
          item={item}
          rename={calls.rename}
          reread={reread}
          onRenamed={(renamed) => {
            finishChange(renamed, words.saved);
            setRenaming(false);
          }}
          onCancel={() => setRenaming(false)}
        />
      )}
      {trouble !== null && <Notice kind="error">{trouble}</Notice>}
      {isDisabled && <CatalogHint>{disabledReason}</CatalogHint>}
      <div className="catalog-actions">
        <Button
          component={Link}
          to={linkTo(route, item.id)}
          variant="filled"
          leftSection={<Icon name="pen" />}
        >
          Editar
        </Button>
        {calls.rename && !renaming && (
          <Button disabled={isDisabled} onClick={() => setRenaming(true)}>
            Cambiar nombre
          </Button>
        )}
        <ActivationButton item={item} busy={busy} disabled={isDisabled} onSwitch={setActiveState} />
      </div>
      {PanelTools && <PanelTools item={item} />}
      <FieldValueList item={item} />
    </>
  );
}

interface DetailPanelProps {
  id: string;
  /** Row as shown in the list. `seenAt`: time of the list's response, ms since the epoch. */
  seen: CatalogItem | undefined;
  seenAt: number;
  filters: ListFilterControls;
}

export function DetailPanel({ id, seen, seenAt, filters }: DetailPanelProps) {
  const { catalog, account } = useCatalogScreen();
  const { words } = catalog;
  const record = useCatalogRow(id, filters, seen);
  const { item, reread, take } = record;
  const { problem, age } = useReadDisplay(
    { ...record, data: item, dataUpdatedAt: record.dataUpdatedAt || seenAt },
    account,
    words.couldNotLoad,
  );
  return (
    <SidePanel
      title={item?.name ?? 'Detalle'}
      badge={item && stateTag(words, item.is_active)}
      onClose={() => filters.select(null)}
    >
      <ReadStateNotice problem={problem} age={age} onRetry={record.refetch} />
      {item && <DetailPanelContent item={item} take={take} reread={reread} />}
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
