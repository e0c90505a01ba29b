import { Button, Skeleton } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { DASHBOARD_PERIODS, type DashboardSummary } from '#contract/records/dashboard.ts';
import type { FiguresQuery } from '#sync/reads/dashboard.ts';
import { isMissingBranchError, noBranchTitle } from '#sync/messages/failure-text.ts';
import {
  CACHED_DATA_WAIT_MS,
  formatReadAge,
  lastReadOutcome,
  findReadProblem,
} from '#sync/reads/last-read.ts';
import type { Account } from '#sync/session/session.ts';
import { CardSurface } from '#ui/display/cards/card.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { DataAge, ReadProblemNotice, useIsWaitBeginning } from '#components/connection/read-notice.tsx';
import { CompanyFilter } from './company-filter.tsx';
import { PeriodCard } from './period-card.tsx';
import { useDashboardFigures } from './use-figures.ts';
import { FIGURES_EXPLANATION_TEXT } from '../messages.ts';
import './figures.css';

const LOAD_FIGURES_FAILED_TEXT = 'No se pudieron cargar las métricas del dashboard.';

const FigureCardsSkeleton = () => (
  <div className="figures" aria-busy="true">
    <span className="visually-hidden">Cargando métricas…</span>
    {DASHBOARD_PERIODS.map((name) => (
      <CardSurface key={name} as="div">
        <Skeleton height={16} width="45%" />
        <Skeleton height={38} width="60%" mt={12} />
        <Skeleton height={16} mt={14} />
        <Skeleton height={12} mt={18} radius="xl" />
        <Skeleton height={64} mt={16} />
        <Skeleton height={64} mt={16} />
      </CardSurface>
    ))}
  </div>
);

const PeriodCards = ({ periods }: Pick<DashboardSummary, 'periods'>) => (
  <div className="figures">
    {DASHBOARD_PERIODS.map((name) => (
      <PeriodCard key={name} name={name} period={periods[name]} />
    ))}
  </div>
);

interface NoBranchProps {
  account: Account;
  /** Repeats the request after the server has rejected it; absent if no request was sent. */
  onRetry?: () => unknown;
}

/** P6: explains where the user selects a branch, or that an administrator must assign one. */
const NoBranchFiguresNotice = ({ account, onRetry }: NoBranchProps) => (
  <Notice
    kind="warn"
    title={noBranchTitle(account)}
    action={onRetry && <Button onClick={() => void onRetry()}>Reintentar</Button>}
  >
    {account.actions.includes('user_management')
      ? 'Selecciona una sede activa desde la barra superior para ver sus métricas.'
      : 'Pide al administrador que te asigne una sede para ver sus métricas.'}
  </Notice>
);

/**
 * Pattern of the company ids in the address, which keeps the filter after 'Atrás' or a reload. The address never contains
 * names; invalid ids are ignored.
 */
const COMPANY_ID_PATTERN = /^[\w-]{1,64}$/;

function useFiguresQueryInAddress(): [FiguresQuery, (question: FiguresQuery) => void] {
  const [params, setParams] = useSearchParams();
  const idIn = (name: string): string => COMPANY_ID_PATTERN.exec(params.get(name) ?? '')?.[0] ?? '';
  const question = {
    employer_company_id: idIn('employer'),
    contractor_company_id: idIn('contractor'),
  };
  const change = (next: FiguresQuery) => {
    const { employer_company_id: employer, contractor_company_id: contractor } = next;
    setParams({ ...(employer && { employer }), ...(contractor && { contractor }) });
  };
  return [question, change];
}

function DashboardFigureSection({ account }: { account: Account }) {
  const [question, setQuestion] = useFiguresQueryInAddress();
  const { figures, link } = useDashboardFigures(account, question);
  const beginning = useIsWaitBeginning(figures.isPending, CACHED_DATA_WAIT_MS);
  const { data } = figures;
  if (isMissingBranchError(figures.error))
    return <NoBranchFiguresNotice account={account} onRetry={figures.refetch} />;
  const read = lastReadOutcome({ query: figures, beginning, link, gate: account.gate });
  const problem = findReadProblem(read, LOAD_FIGURES_FAILED_TEXT, data?.fetchedAt ?? null);
  return (
    <>
      <div className="figures-head">
        <h2>{account.branchId === null ? 'Evaluaciones de todas las sedes' : 'Evaluaciones de la sede'}</h2>
        {data && (
          <p className="figures-age">
            <DataAge words={(now) => formatReadAge(read, 'Actualizado', data.fetchedAt, now)} />
          </p>
        )}
      </div>
      <CompanyFilter ownerId={account.userId} question={question} onChange={setQuestion} />
      <ReadProblemNotice problem={problem} onRetry={figures.refetch} />
      {data && <PeriodCards periods={data.summary.periods} />}
      {data && <p className="figures-explained">{FIGURES_EXPLANATION_TEXT}</p>}
      {!data && !problem && <FigureCardsSkeleton />}
    </>
  );
}

/** Cards with the figures of the four periods on the start page (P2), for users with view_dashboard. */
export function DashboardFigureCards({ account }: { account: Account }) {
  const chooses = account.actions.includes('user_management');
  const hasScope = account.branchId !== null || chooses;
  return (
    <div className="figures-part">
      {hasScope ? <DashboardFigureSection account={account} /> : <NoBranchFiguresNotice account={account} />}
    </div>
  );
}
