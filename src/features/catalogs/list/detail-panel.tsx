import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CatalogItem } from '#sync/administration/catalogs/catalog-administration.ts';
import { saveFailureReasonText, saveFailureOf } from '#sync/messages/failure-text.ts';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { useReadDisplay } from '#components/connection/use-read-display.ts';
import { ReadStateNotice } from '#components/connection/read-notice.tsx';
import { useToastAfterRedirect } from '#ui/notices/use-toast-after-redirect.ts';
import { SidePanel } from '#ui/page/side-panel.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
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

/** Activates or deactivates the row. `onSaved` gets the changed row and the message of the success. */
function useActivation(item: CatalogItem, onSaved: (saved: CatalogItem, message: string) => void) {
  const { calls, words } = useCatalogScreen().catalog;
  const { busy, trouble, run } = useChangeRunner<string>();
  const toastAfterRedirect = useToastAfterRedirect();
  const refetch = useRefetchAndUpdateDevice();
  const setActive = (isActive: boolean) =>
    void run(async () => {
      const result = await calls.setActive(item, isActive);
      if (result.type === 'saved') onSaved(result.body, isActive ? words.activated : words.deactivated);
      // Another user changed the row. It is read again, so that the next attempt has the current revision.
      if (result.type === 'stale') refetch();
      const found = saveFailureOf(result, words.couldNotSwitch);
      toastAfterRedirect(found);
      return found && saveFailureReasonText(found);
    });
  return { busy, trouble, setActive };
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
  const refetch = useRefetchAndUpdateDevice();
  const finishChange = (saved: CatalogItem, message: string) => {
    take(saved);
    toast('ok', message);
    refetch();
  };
  const { busy, trouble, setActive } = useActivation(item, finishChange);
  const [renaming, setRenaming] = useState(false);
  const isDisabled = disabledReason !== null;
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
        <ActivationButton item={item} busy={busy} disabled={isDisabled} onSwitch={setActive} />
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
