import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from 'react-router-dom';
import type { SystemState } from '#contract/records/system.ts';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import { ReadStateNotice } from '#components/connection/read-notice.tsx';
import { useReadDisplay } from '#components/connection/use-read-display.ts';
import { fetchSystemState } from '#sync/reads/system.ts';
import type { Account } from '#sync/session/session.ts';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { useTickingTimeMs } from '#ui/hooks/ticker.ts';
import { PageHeader } from '#ui/page/page-header.tsx';
import { SystemPart } from './part.tsx';
import {
  LEVEL_LABELS,
  formatAlertRecipients,
  describeSystemParts,
  formatInactiveDevices,
  firstPartLevel,
  type PartMessage,
} from './messages.ts';
import './system-page.css';

/** Refresh interval, ms. The state changes while the page is open, as when a backup finishes or a tablet stops reporting. */
const REFRESH_MS = 60_000;
const SUBTITLE = 'Si el servidor y lo que guarda están bien, y qué hacer cuando no.';

const InactiveDevicesList = ({
  part,
  state,
  now,
}: {
  part: PartMessage;
  state: SystemState;
  now: number;
}) => {
  const lines = part.title === 'Dispositivos' ? formatInactiveDevices(state, now) : [];
  return lines.length === 0 ? null : (
    <>
      <ul className="system-quiet">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Button component={Link} to="/admin/devices?standing=quiet">
        Ver dispositivos
      </Button>
    </>
  );
};

function SystemParts({ state }: { state: SystemState }) {
  const now = useTickingTimeMs(true);
  const parts = describeSystemParts(state, now);
  const { kind, icon, text } = LEVEL_LABELS[firstPartLevel(parts)];
  return (
    <>
      <p className="system-all">
        <StatusTag kind={kind} icon={icon}>
          {kind === 'ok' ? 'Todo está bien' : text}
        </StatusTag>{' '}
        {formatAlertRecipients(state)}
      </p>
      <div className="system-parts">
        {parts.map((part) => (
          <SystemPart key={part.title} words={part}>
            <InactiveDevicesList part={part} state={state} now={now} />
          </SystemPart>
        ))}
      </div>
    </>
  );
}

function SystemContent({ account }: { account: Account }) {
  const query = useQuery({
    queryKey: ['system', account.userId],
    queryFn: fetchSystemState,
    staleTime: CACHE_LIFETIME_MS.list,
    refetchInterval: REFRESH_MS,
  });
  const { data, isPending, refetch } = query;
  const { problem, age } = useReadDisplay(query, account, 'No se pudo cargar el estado del sistema.');
  return (
    <>
      <PageHeader title="Estado del sistema" sub={SUBTITLE} />
      {isPending && !problem && <SkeletonCard lines={6} />}
      <ReadStateNotice problem={problem} age={age} onRetry={refetch} />
      {data && <SystemParts state={data} />}
    </>
  );
}

/** Page `/admin/system`, 'Estado del sistema'. Redirects users without the permission to the home page. */
export function SystemPage({ account }: { account: Account }) {
  if (!account.actions.includes('user_management')) return <Navigate to="/home" replace />;
  return <SystemContent account={account} />;
}
