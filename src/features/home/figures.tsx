import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { DASHBOARD_PERIODS, type DashboardSummary } from '#contract/dashboard.ts';
import { agoWords } from '#domain/time/ago.ts';
import { StorageProblem } from '#storage/problem.ts';
import { ALL_COMPANIES } from '#sync/dashboard.ts';
import { failureText, isBranchMissing } from '#sync/failure-text.ts';
import type { Account } from '#sync/session.ts';
import { Notice } from '#ui/notice.tsx';
import { StorageNotice } from '#ui/storage-notice.tsx';
import { useNow } from '#ui/ticker.ts';
import { CompanyFilter } from './company-filter.tsx';
import { PeriodCard } from './period-card.tsx';
import { useFigures } from './use-figures.ts';
import './figures.css';

const FAILED = 'No se pudieron cargar las métricas del dashboard.';

const Loading = () => (
  <div className="figures" aria-busy="true">
    <span className="visually-hidden">Cargando métricas…</span>
    {DASHBOARD_PERIODS.map((name) => (
      <div key={name} className="card">
        <Skeleton height={16} width="45%" />
        <Skeleton height={38} width="60%" mt={12} />
        <Skeleton height={16} mt={14} />
        <Skeleton height={12} mt={18} radius="xl" />
        <Skeleton height={64} mt={16} />
        <Skeleton height={64} mt={16} />
      </div>
    ))}
  </div>
);

const Cards = ({ periods }: Pick<DashboardSummary, 'periods'>) => (
  <div className="figures">
    {DASHBOARD_PERIODS.map((name) => (
      <PeriodCard key={name} name={name} period={periods[name]} />
    ))}
  </div>
);

/** Spec §6: who can choose a branch is told where, others whom to ask. */
const NoBranch = ({ chooses }: { chooses: boolean }) => (
  <Notice kind="warn" title="No tienes una sede asignada.">
    {chooses
      ? 'Selecciona una sede activa desde la barra superior para ver sus métricas.'
      : 'Pide al administrador que te asigne una sede para ver sus métricas.'}
  </Notice>
);

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof StorageProblem) return <StorageNotice kind={error.kind} />;
  const reason = failureText(error, '').trim();
  return (
    <Notice
      kind="error"
      title={FAILED}
      action={
        <Button variant="subtle" onClick={onRetry}>
          Reintentar
        </Button>
      }
    >
      {reason === '' ? undefined : reason}
    </Notice>
  );
}

interface AgeProps {
  fetchedAt: number;
  /** What is shown may be old, and cannot be asked for. */
  offline: boolean;
}

/** R3: how old what is shown is. */
function Age({ fetchedAt, offline }: AgeProps) {
  const ago = agoWords(fetchedAt, useNow(true));
  return <p className="figures-age">{offline ? `Sin conexión · datos de ${ago}` : `Actualizado ${ago}`}</p>;
}

function Asked({ account }: { account: Account }) {
  const [question, setQuestion] = useState(ALL_COMPANIES);
  const { figures, offline } = useFigures(account, question);
  const { data, error } = figures;
  if (isBranchMissing(error)) return <NoBranch chooses={account.actions.includes('user_management')} />;
  return (
    <>
      <div className="figures-head">
        <h2>{account.branchId === null ? 'Evaluaciones de todas las sedes' : 'Evaluaciones de la sede'}</h2>
        {data && <Age fetchedAt={data.fetchedAt} offline={offline || error !== null} />}
      </div>
      <CompanyFilter ownerId={account.userId} question={question} onChange={setQuestion} />
      {data && <Cards periods={data.summary.periods} />}
      {!data && error && <Failure error={error} onRetry={() => void figures.refetch()} />}
      {!data && !error && <Loading />}
    </>
  );
}

/** The four periods (spec §2), for whoever has view_dashboard. */
export function Figures({ account }: { account: Account }) {
  const chooses = account.actions.includes('user_management');
  const hasScope = account.branchId !== null || chooses;
  return (
    <div className="figures-part">
      {hasScope ? <Asked account={account} /> : <NoBranch chooses={false} />}
    </div>
  );
}
