import { Button } from '@mantine/core';
import { useQuery, type QueryKey } from '@tanstack/react-query';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import type { WaitFigures, WaitingTimes } from '#contract/records/waiting-room.ts';
import { failureText, isUnsupportedCallError } from '#sync/messages/failure-text.ts';
import { fetchWaitingTimes } from '#sync/reads/waiting-times.ts';
import type { Account } from '#sync/session/session.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import './waiting-times.css';

const LOAD_FAILED_TEXT = 'No se pudieron cargar los tiempos de espera.';

const minutesText = (minutes: number | null): string => (minutes === null ? '–' : `${minutes} min`);

interface HourFigures {
  readonly hour: number;
  readonly figures: WaitFigures;
}

interface WaitTableProps {
  caption: string;
  hours: readonly HourFigures[];
}

/** Bar that compares the medians of the hours; hidden from screen readers, because the cell states the minutes. */
const MedianBar = ({ minutes, longest }: { minutes: number; longest: number }) => (
  <span
    className="wait-bar"
    aria-hidden="true"
    style={{ width: `${Math.round((minutes / longest) * 100)}%` }}
  />
);

function WaitTable({ caption, hours }: WaitTableProps) {
  const longest = Math.max(1, ...hours.map(({ figures }) => figures.median_minutes ?? 0));
  return (
    <table className="wait-table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Llegada</th>
          <th scope="col">Pacientes</th>
          <th scope="col">Mediana</th>
          <th scope="col">Más larga</th>
        </tr>
      </thead>
      <tbody>
        {hours.map(({ hour, figures }) => (
          <tr key={hour}>
            <th scope="row">{hour}:00</th>
            <td data-label="Pacientes">{figures.count}</td>
            <td data-label="Mediana">
              {minutesText(figures.median_minutes)}
              <MedianBar minutes={figures.median_minutes ?? 0} longest={longest} />
            </td>
            <td data-label="Más larga">{minutesText(figures.longest_minutes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function WaitTables({ hours }: Pick<WaitingTimes, 'hours'>) {
  const today = hours.filter((each) => each.today.count > 0);
  return (
    <div className="wait-tables">
      {today.length > 0 && (
        <WaitTable caption="Hoy" hours={today.map((each) => ({ hour: each.hour, figures: each.today }))} />
      )}
      <WaitTable
        caption="Últimos 7 días"
        hours={hours.map((each) => ({ hour: each.hour, figures: each.week }))}
      />
    </div>
  );
}

/** Waits of the active branch by hour, for administrators. Hidden with a base-contract server, which does not measure them. */
export function WaitingTimesCard({ account }: { account: Account }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['waiting-times', account.userId, account.branchId] satisfies QueryKey,
    queryFn: fetchWaitingTimes,
    staleTime: CACHE_LIFETIME_MS.default,
    retry: false,
  });
  if (isUnsupportedCallError(error) || (!data && !error)) return null;
  return (
    <Card title="Tiempos de espera" className="waiting-times">
      <p className="wait-about">
        Desde el registro hasta el primer llamado o el inicio de la atención, el mismo día.
      </p>
      {error && (
        <Notice kind="warn" action={<Button onClick={() => void refetch()}>Reintentar</Button>}>
          {failureText(error, LOAD_FAILED_TEXT)}
        </Notice>
      )}
      {data && data.hours.length === 0 && <p>Nadie ha sido llamado ni atendido en estos 7 días.</p>}
      {data && data.hours.length > 0 && <WaitTables hours={data.hours} />}
    </Card>
  );
}
