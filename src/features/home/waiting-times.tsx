import { Button } from '@mantine/core';
import { useQuery, type QueryKey } from '@tanstack/react-query';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import type { WaitFigures, WaitingTimes } from '#contract/records/waiting-room.ts';
import { isUnsupportedCallError, failureText } from '#sync/messages/failure-text.ts';
import { fetchWaitingTimes } from '#sync/reads/waiting-times.ts';
import type { Account } from '#sync/session/session.ts';
import { Card } from '#ui/display/card.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import './waiting-times.css';

const LOAD_FAILED_TEXT = 'No se pudieron cargar los tiempos de espera.';

const minutesText = (minutes: number | null): string => (minutes === null ? '–' : `${minutes} min`);

const hourText = (hour: number): string => `${hour}:00`;

const FigureCells = ({ figures, longest }: { figures: WaitFigures; longest: number }) => (
  <>
    <td>{figures.count}</td>
    <td>
      {minutesText(figures.median_minutes)}
      {figures.median_minutes !== null && (
        <span
          className="wait-bar"
          aria-hidden="true"
          style={{ width: `${Math.round((figures.median_minutes / longest) * 100)}%` }}
        />
      )}
    </td>
    <td>{minutesText(figures.longest_minutes)}</td>
  </>
);

function WaitTable({ hours }: Pick<WaitingTimes, 'hours'>) {
  const longest = Math.max(
    1,
    ...hours.flatMap(({ today, week }) => [today.median_minutes ?? 0, week.median_minutes ?? 0]),
  );
  return (
    <div className="wait-scroll" tabIndex={0} role="region" aria-label="Tiempos de espera por hora">
      <table className="wait-table">
        <thead>
          <tr>
            <th rowSpan={2} scope="col">
              Hora de llegada
            </th>
            <th colSpan={3} scope="colgroup">
              Hoy
            </th>
            <th colSpan={3} scope="colgroup">
              Últimos 7 días
            </th>
          </tr>
          <tr>
            {['hoy', 'semana'].map((span) => [
              <th key={`${span} n`} scope="col">
                Pacientes
              </th>,
              <th key={`${span} m`} scope="col">
                Mediana
              </th>,
              <th key={`${span} l`} scope="col">
                Más larga
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {hours.map(({ hour, today, week }) => (
            <tr key={hour}>
              <th scope="row">{hourText(hour)}</th>
              <FigureCells figures={today} longest={longest} />
              <FigureCells figures={week} longest={longest} />
            </tr>
          ))}
        </tbody>
      </table>
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
        Desde el registro hasta el primer llamado o el primer resultado, el mismo día.
      </p>
      {error && (
        <Notice kind="warn" action={<Button onClick={() => void refetch()}>Reintentar</Button>}>
          {failureText(error, LOAD_FAILED_TEXT)}
        </Notice>
      )}
      {data && data.hours.length === 0 && <p>Nadie ha sido llamado ni atendido en estos 7 días.</p>}
      {data && data.hours.length > 0 && <WaitTable hours={data.hours} />}
    </Card>
  );
}
