import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import type { Delivery } from '#contract/records/evaluation/deliveries.ts';
import { PERMISSION_DEFINITIONS } from '#contract/vocabulary.ts';
import type { ConnectionState } from '#domain/connection-state.ts';
import type { DatedDeliveries } from '#sync/reads/documents/deliveries.ts';
import type { CacheOwner } from '#sync/reads/evaluations/evaluations.ts';
import {
  CACHED_DATA_WAIT_MS,
  findReadProblem,
  formatReadAge,
  lastReadOutcome,
} from '#sync/reads/last-read.ts';
import { serverNeededText } from '#sync/requests/unreachable-text.ts';
import type { Account } from '#sync/session/session.ts';
import { DataAge, ReadProblemNotice, useIsWaitBeginning } from '#components/connection/read-notice.tsx';
import { useConnectionState } from '#components/connection/use-connection-state.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { Pager } from '#ui/lists/pager.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { NoPermission } from '#ui/page/no-permission.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { isMissingBranchError } from '../messages.ts';
import { NoBranchNotice } from '../no-branch.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { useDeliveries } from './queries.ts';
import { DeliveryRow, DeliveryRows } from './rows.tsx';
import { DeliveriesToolbar } from './toolbar.tsx';
import { useDeliveryFilters, type DeliveryFilterState } from './use-filters.ts';
import './deliveries-page.css';

const TITLE = 'Entregas';

/** Returns why no concept can be printed or handed over now; null if both are possible. */
function findBarredReason({ gate }: Account, link: ConnectionState): string | null {
  if (gate === 'expired') return 'Tu sesión venció. Inicia sesión para imprimir y entregar.';
  if (gate === 'open' && link.name !== 'down') return null;
  return serverNeededText(
    link,
    'imprimir y entregar necesitan red. Sin red, que quien recibe firme la línea del concepto impreso.',
  );
}

const EMPTY_LIST_TEXTS: Record<DeliveryFilterState['state'], string> = {
  waiting: 'Nada por entregar.',
  delivered: 'Hoy no se ha entregado ningún concepto.',
  all: 'Hoy no se ha cerrado ninguna evaluación.',
};

const EmptyDeliveries = ({ filters: { question } }: { filters: DeliveryFilterState }) =>
  question.search.trim() === '' ? (
    <EmptyState title={EMPTY_LIST_TEXTS[question.state]}>
      Los conceptos aparecen aquí cuando el médico firma.
    </EmptyState>
  ) : (
    <EmptyState icon="search" title="Ninguna entrega coincide.">
      Revisa el nombre o el número, o limpia los filtros.
    </EmptyState>
  );

/**
 * Returns the next delivery after this one that has no receipt, continuing at the start of the list; null if no other delivery
 * lacks one.
 */
function findNextWaiting(items: readonly Delivery[], { id }: Delivery): Delivery | null {
  const at = items.findIndex((one) => one.id === id);
  const others = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))];
  return others.find((one) => one.id !== id && one.receipt === null) ?? null;
}

const versionKeyOf = ({ id, version }: Delivery): string => `${id} ${version}`;

const findRow = (rows: HTMLUListElement | null, { id }: Delivery) =>
  rows?.querySelector(`[data-delivery="${id}"]`);

/**
 * Focuses the button of the next step in a delivery's row, or the search field if no delivery waits. The focus moves after the
 * render that shows the next step and removes the dialog.
 */
function useNextStepFocus(search: RefObject<HTMLInputElement | null>) {
  const rows = useRef<HTMLUListElement>(null);
  const [target, setTarget] = useState<{ readonly delivery: Delivery | null } | null>(null);
  useEffect(() => {
    if (target === null) return;
    const { delivery } = target;
    if (delivery === null) search.current?.focus();
    else findRow(rows.current, delivery)?.querySelector<HTMLElement>('[data-next]')?.focus();
  }, [target, search]);
  return {
    rows,
    // A new object is a new state even for the same row, so each call moves the focus.
    focusNextStep: (delivery: Delivery | null) => setTarget({ delivery }),
    /** Returns true if the user has not moved the focus to another part of the page. */
    isFocusFree: (delivery: Delivery): boolean =>
      document.activeElement === document.body ||
      (findRow(rows.current, delivery)?.contains(document.activeElement) ?? false),
  };
}

interface DeliveryListCardProps {
  list: DatedDeliveries;
  filters: DeliveryFilterState;
  search: RefObject<HTMLInputElement | null>;
  reader: CacheOwner;
  barred: string | null;
  busy: boolean;
}

function DeliveryListCard({ list, filters, search, reader, barred, busy }: DeliveryListCardProps) {
  const [printed, setPrinted] = useState<ReadonlySet<string>>(new Set());
  const [handing, setHanding] = useState<Delivery | null>(null);
  const { rows, focusNextStep, isFocusFree } = useNextStepFocus(search);
  const barredId = useId();
  const { items, total, waiting } = list;
  const close = (delivery: Delivery, isStored: boolean) => {
    setHanding(null);
    focusNextStep(isStored ? findNextWaiting(items, delivery) : delivery);
    if (isStored && filters.typed !== '') filters.type('');
  };
  return (
    <Card {...(waiting > 0 && { title: `${waiting} por entregar hoy` })}>
      {barred !== null && (
        <div id={barredId} className="deliveries-barred">
          <Notice kind="warn">{barred}</Notice>
        </div>
      )}
      {items.length === 0 ? (
        <EmptyDeliveries filters={filters} />
      ) : (
        <DeliveryRows busy={busy} rows={rows}>
          {items.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              ownerId={reader.ownerId}
              isPrinted={printed.has(versionKeyOf(delivery))}
              barredById={barred === null ? undefined : barredId}
              onPrinted={() => {
                setPrinted((before) => new Set([...before, versionKeyOf(delivery)]));
                if (isFocusFree(delivery)) focusNextStep(delivery);
              }}
              onDeliver={() => setHanding(delivery)}
            />
          ))}
        </DeliveryRows>
      )}
      {total > PAGE_SIZE_MAX && (
        <Pager
          page={filters.page}
          pageSize={PAGE_SIZE_MAX}
          total={total}
          busy={busy}
          onPage={filters.turnTo}
        />
      )}
      {handing && (
        <DeliveryDialog delivery={handing} reader={reader} onClose={(isStored) => close(handing, isStored)} />
      )}
    </Card>
  );
}

function BranchDeliveries({ account, reader }: { account: Account; reader: CacheOwner }) {
  const link = useConnectionState();
  const filters = useDeliveryFilters();
  const search = useRef<HTMLInputElement>(null);
  const { gate } = account;
  const query = useDeliveries(reader, filters.question, gate === 'open' && link.name !== 'down');
  const beginning = useIsWaitBeginning(query.isPending, CACHED_DATA_WAIT_MS);
  if (isMissingBranchError(query.error))
    return (
      <>
        <PageHeader title={TITLE} />
        <NoBranchNotice account={account} onRetry={query.refetch} />
      </>
    );
  const read = lastReadOutcome({ query, beginning, link, gate });
  const { data, isPlaceholderData } = query;
  const problem = findReadProblem(
    read,
    'No se pudo cargar la lista de entregas.',
    data && !isPlaceholderData ? data.fetchedAt : null,
  );
  return (
    <>
      <PageHeader
        title={TITLE}
        sub={
          data ? (
            <DataAge words={(now) => formatReadAge(read, 'Actualizado', data.fetchedAt, now)} />
          ) : (
            'Conceptos cerrados hoy en tu sede'
          )
        }
      />
      <DeliveriesToolbar filters={filters} search={search} />
      <ReadProblemNotice problem={problem} onRetry={query.refetch} />
      {!data && !problem && <SkeletonCard shape="rows" lines={8} />}
      {data && (
        <DeliveryListCard
          list={data}
          filters={filters}
          search={search}
          reader={reader}
          barred={findBarredReason(account, link)}
          busy={isPlaceholderData}
        />
      )}
    </>
  );
}

/** `/deliveries`: reception prints the concepts that were closed today and takes the workers' receipts. */
export function DeliveriesPage({ account }: { account: Account }) {
  const { userId: ownerId, branchId, actions } = account;
  if (!actions.includes('deliver_documents'))
    return (
      <NoPermission
        page={TITLE}
        what="entregar documentos"
        permission={PERMISSION_DEFINITIONS.deliver_documents.label}
      />
    );
  if (branchId === null)
    return (
      <>
        <PageHeader title={TITLE} />
        <NoBranchNotice account={account} />
      </>
    );
  return <BranchDeliveries key={branchId} account={account} reader={{ ownerId, branchId }} />;
}
