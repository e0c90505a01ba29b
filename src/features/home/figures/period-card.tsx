import { useId } from 'react';
import type { DashboardPeriod, DashboardPeriodName } from '#contract/records/dashboard.ts';
import {
  EVALUATION_STATUSES,
  EVALUATION_STATUS_LABELS,
  type EvaluationStatus,
} from '#contract/vocabulary.ts';
import { CardSurface } from '#ui/display/cards/card.tsx';
import { Icon, type IconName } from '#ui/display/icon.tsx';
import { numberText } from '#domain/text/number.ts';
import { PERIOD_LABELS, signingTimeText, proportionText, trendOf } from '../messages.ts';
import './period-card.css';

const STATUS_ICONS: Record<EvaluationStatus, IconName> = {
  pendiente: 'dot',
  en_proceso: 'again',
  cerrada: 'check',
};

/** Bar with the share of each status; its text and the numbers below contain the same values. */
const StatusProportionBar = ({ period }: { period: DashboardPeriod }) => (
  <>
    <p className="visually-hidden">{proportionText(period)}</p>
    <div className="proportion" aria-hidden="true">
      {EVALUATION_STATUSES.filter((status) => period.statuses[status] > 0).map((status) => (
        <span
          key={status}
          className={`proportion-part status-${status}`}
          style={{ flexGrow: period.statuses[status] }}
        />
      ))}
    </div>
  </>
);

const StatusCounts = ({ statuses }: Pick<DashboardPeriod, 'statuses'>) => (
  <dl className="period-rows">
    {EVALUATION_STATUSES.map((status) => (
      <div key={status}>
        <dt>
          <span className={`status-mark status-${status}`}>
            <Icon name={STATUS_ICONS[status]} size={14} />
          </span>
          {EVALUATION_STATUS_LABELS[status]}
        </dt>
        <dd>{numberText(statuses[status])}</dd>
      </div>
    ))}
  </dl>
);

const CompletionMinutes = ({ minutes }: { minutes: number | null }) =>
  minutes === null ? (
    <>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">sin cierres</span>
    </>
  ) : (
    signingTimeText(minutes)
  );

const PatientFigures = ({ period }: { period: DashboardPeriod }) => (
  <dl className="period-rows period-people">
    <div>
      <dt>Pacientes nuevos</dt>
      <dd>{numberText(period.new_patients)}</dd>
    </div>
    <div>
      <dt>Recurrentes</dt>
      <dd>{numberText(period.returning_patients)}</dd>
    </div>
    <div>
      <dt>Cierre promedio</dt>
      <dd>
        <CompletionMinutes minutes={period.average_completion_minutes} />
      </dd>
    </div>
  </dl>
);

export function PeriodCard({ name, period }: { name: DashboardPeriodName; period: DashboardPeriod }) {
  const id = useId();
  const { label, before } = PERIOD_LABELS[name];
  const trend = trendOf(period, before);
  return (
    <CardSurface as="section" className="period" aria-labelledby={id}>
      <h3 id={id}>{label}</h3>
      <p className="period-total">
        <strong>{numberText(period.total)}</strong> {period.total === 1 ? 'evaluación' : 'evaluaciones'}
      </p>
      <p className={`trend trend-${trend.kind}`}>
        <Icon name={trend.icon} size={18} />
        <span>
          {`${trend.text} `}
          {trend.percent !== null && <strong>{trend.percent}</strong>}
        </span>
      </p>
      <StatusProportionBar period={period} />
      <div className="period-details">
        <StatusCounts statuses={period.statuses} />
        <PatientFigures period={period} />
      </div>
    </CardSurface>
  );
}
