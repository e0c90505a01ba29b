import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { ConnectionState } from '#domain/connection-state.ts';
import { totalUnsent, NOTHING_UNSENT, type UnsentCounts } from '#domain/outbox/unsent.ts';
import { numberText } from '#domain/text/number.ts';
import { startOfBogotaDay } from '#domain/time/clock.ts';
import {
  listEntries,
  listOutboxReceipts,
  readRegistrationFigures,
  type ReceiptView,
  type ShiftCount,
} from '#storage/outbox/entries.ts';
import { listIdsOfEntriesBeingCorrected } from '#storage/outbox/registrations/corrections.ts';
import { countUnsentOfOthers } from '#storage/device/unsent.ts';
import { retryItemsNow } from '#sync/outbox/entry-actions.ts';
import type { Account } from '#sync/session/session.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { UnreadableEntriesNotice } from '#components/connection/unreadable-notice.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { UnfinishedCorrections } from './begun-corrections.tsx';
import {
  ConnectionHelp,
  ConnectionLine,
  useConnectionChecks,
  useConnectionDiagnosis,
} from './connection.tsx';
import { EntryRow } from './entry-row.tsx';
import { HandoverDialog } from './handover/handover-dialog.tsx';
import { HandoverNotices } from './handover/handovers.tsx';
import { OutboxReceiptsCard } from './receipts.tsx';
import { emptyQueueMessage, pendingListTitle, screenReaderSummary } from './messages.ts';
import { useConnectionState } from '#components/connection/use-connection-state.ts';
import { ParkedDraftsNotice } from '#components/parked-notice.tsx';
import { PendingList } from './pending-list.tsx';
import { RepeatedRegistrations } from './repeated.tsx';
import './pending-page.css';

/** Number of rows shown at first; small, because each row is decrypted and has buttons. */
const INITIAL_ROW_COUNT = 20;
const MORE_ROWS_COUNT = 50;
const INITIAL_FINISHED_ROW_COUNT = 10;

type OutboxReceiptOutcome = ReceiptView['outcome'];
type ReceiptRowLimits = Readonly<Record<OutboxReceiptOutcome, number>>;
const INITIAL_RECEIPT_ROW_LIMITS: ReceiptRowLimits = {
  delivered: INITIAL_FINISHED_ROW_COUNT,
  discarded: INITIAL_FINISHED_ROW_COUNT,
  handed_over: INITIAL_FINISHED_ROW_COUNT,
};

/** Returns the entries registered or finished in this shift. The counts include entries that are not shown. */
const useTodaysCountsAndReceipts = (ownerId: string, most: ReceiptRowLimits) =>
  useLiveQuery(async () => {
    const since = startOfBogotaDay(Date.now());
    const [count, settled] = await Promise.all([
      readRegistrationFigures(ownerId, since),
      listOutboxReceipts(ownerId, since, most),
    ]);
    return { count, settled };
  }, [ownerId, most]);

function RetryAllButton({ ownerId }: { ownerId: string }) {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      await retryItemsNow(ownerId);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="filled" loading={busy} onClick={() => void retry().catch(reportError)}>
      Intentar ahora
    </Button>
  );
}

type FigureTone = 'quiet' | 'ok' | 'warn' | 'bad';

const ShiftFigure = ({ value, label, tone }: { value: number; label: string; tone: FigureTone }) => (
  <div className={`meter-figure meter-${value > 0 ? tone : 'quiet'}`}>
    <dt>{label}</dt>
    <dd>{numberText(value)}</dd>
  </div>
);

const pluralise = (count: number, word: string): string => (count === 1 ? word : `${word}s`);

const ShiftCountCard = ({ count }: { count: ShiftCount }) => (
  <Card>
    <dl className="meter">
      <ShiftFigure
        value={count.registered}
        label={pluralise(count.registered, 'registrada') + ' en esta jornada'}
        tone="quiet"
      />
      <ShiftFigure value={count.confirmed} label={pluralise(count.confirmed, 'enviada')} tone="ok" />
      <ShiftFigure value={count.onTheirWay} label="por enviar" tone="warn" />
      <ShiftFigure
        value={count.attention}
        label={count.attention === 1 ? 'requiere atención' : 'requieren atención'}
        tone="bad"
      />
      {count.handedOver > 0 && (
        <ShiftFigure
          value={count.handedOver}
          label={pluralise(count.handedOver, 'entregada') + ' a un colega'}
          tone="quiet"
        />
      )}
      {count.discarded > 0 && (
        <ShiftFigure value={count.discarded} label={pluralise(count.discarded, 'descartada')} tone="quiet" />
      )}
    </dl>
  </Card>
);

function HandOverEntriesButton({ account }: { account: Account }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button leftSection={<Icon name="people" />} onClick={() => setOpened(true)}>
        Entregar a un colega
      </Button>
      {opened && <HandoverDialog account={account} onClose={() => setOpened(false)} />}
    </>
  );
}

interface OutboxListProps {
  readonly account: Account;
  readonly others: UnsentCounts;
  readonly link: ConnectionState;
  readonly count: ShiftCount;
}

function OutboxList({ account, others, link, count }: OutboxListProps) {
  const ownerId = account.userId;
  const mayRegister = account.actions.includes('register_patients');
  const [shown, setShown] = useState(INITIAL_ROW_COUNT);
  const entries = useLiveQuery(() => listEntries(ownerId, { limit: shown }), [ownerId, shown]);
  const begun = useLiveQuery(() => listIdsOfEntriesBeingCorrected(ownerId), [ownerId]);
  if (entries === undefined || begun === undefined) return <SkeletonCard shape="rows" lines={4} />;
  if (entries.length === 0)
    return <EmptyOutbox count={count} mayRegister={mayRegister} hasOthers={totalUnsent(others) > 0} />;
  const total = count.onTheirWay + count.attention;
  return (
    <Card title={pendingListTitle(count)} actions={<HandOverEntriesButton account={account} />}>
      <PendingList left={total - entries.length} onMore={() => setShown(shown + MORE_ROWS_COUNT)}>
        {entries.map((entry) => (
          <EntryRow
            key={entry.id}
            ownerId={ownerId}
            entry={entry}
            isCorrectionBegun={begun.includes(entry.id)}
            link={link}
            isHeld={account.gate !== 'open'}
          />
        ))}
      </PendingList>
    </Card>
  );
}

interface EmptyOutboxProps {
  count: ShiftCount;
  mayRegister: boolean;
  /** True if the device has unsent entries of other users. The page must then not claim that everything was sent. */
  hasOthers: boolean;
}

const EmptyOutbox = ({ count, mayRegister, hasOthers }: EmptyOutboxProps) => (
  <Card>
    <EmptyState
      title={emptyQueueMessage(count, hasOthers).title}
      action={
        mayRegister && (
          <Button component={RouterLink} to="/reception" variant="filled">
            Registrar paciente
          </Button>
        )
      }
    >
      {emptyQueueMessage(count, hasOthers).text}
    </EmptyState>
  </Card>
);

const OtherUsersEntriesNotice = ({ others }: { others: UnsentCounts }) => (
  <div className="pending-others">
    <UnreadableEntriesNotice {...others} ofAnother />
  </div>
);

const RECEIPT_GROUPS: readonly (readonly [outcome: OutboxReceiptOutcome, title: string])[] = [
  ['delivered', 'Enviadas en esta jornada'],
  ['handed_over', 'Entregadas a un colega en esta jornada'],
  ['discarded', 'Descartadas en esta jornada'],
];

/** `/pending`, 'Pendientes de envío': sent and unsent entries, why entries wait, and what the user can do. */
export function PendingPage({ account }: { account: Account }) {
  const ownerId = account.userId;
  const link = useConnectionState();
  const diagnosis = useConnectionDiagnosis(link, account);
  useConnectionChecks(diagnosis);
  const [most, setMost] = useState(INITIAL_RECEIPT_ROW_LIMITS);
  const shift = useTodaysCountsAndReceipts(ownerId, most);
  const others = useLiveQuery(() => countUnsentOfOthers(ownerId), [ownerId]) ?? NOTHING_UNSENT;
  const reader = {
    actions: account.actions,
    isHeld: account.gate !== 'open',
    hasUnsent: shift === undefined || shift.count.onTheirWay + shift.count.attention > 0,
  };
  return (
    <>
      <PageHeader
        title="Pendientes de envío"
        sub={<ConnectionLine diagnosis={diagnosis} link={link} reader={reader} />}
        actions={
          <>
            <Button component={RouterLink} to="/ledger">
              Planilla del día
            </Button>
            {/* The retry button is hidden while the session is not open, because the device then sends nothing. */}
            {shift && shift.count.onTheirWay > 0 && account.gate === 'open' && (
              <RetryAllButton ownerId={ownerId} />
            )}
          </>
        }
      />
      <p className="visually-hidden" aria-live="polite">
        {shift && screenReaderSummary(shift.count, totalUnsent(others) > 0)}
      </p>
      <HandoverNotices account={account} />
      <ConnectionHelp diagnosis={diagnosis} reader={reader} />
      <OtherUsersEntriesNotice others={others} />
      {shift ? <ShiftCountCard count={shift.count} /> : <SkeletonCard shape="figures" lines={4} />}
      <ParkedDraftsNotice
        className="pending-waiting"
        ownerId={ownerId}
        action={
          <Button component={RouterLink} to="/reception?waiting">
            Ver quién espera
          </Button>
        }
      />
      <RepeatedRegistrations className="pending-waiting" account={account} />
      <UnfinishedCorrections ownerId={ownerId} />
      {shift ? (
        <OutboxList account={account} others={others} link={link} count={shift.count} />
      ) : (
        <SkeletonCard shape="rows" lines={4} />
      )}
      {shift &&
        RECEIPT_GROUPS.map(([outcome, title]) => (
          <OutboxReceiptsCard
            key={outcome}
            title={title}
            settled={shift.settled[outcome]}
            onMore={() => setMost({ ...most, [outcome]: most[outcome] + MORE_ROWS_COUNT })}
          />
        ))}
      <RouterLink className="pending-device" to="/device">
        Este dispositivo: copia de rescate, almacenamiento y bloqueo
      </RouterLink>
    </>
  );
}
