import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { Uuid } from '#contract/primitives.ts';
import { EVALUATION_STATUS_LABELS, PERMISSION_DEFINITIONS } from '#contract/vocabulary.ts';
import type { ConnectionState as ProviderLink } from '#domain/connection-state.ts';
import { isEmptyWorksheet } from '#domain/evaluation/worksheet/worksheet.ts';
import { fullName } from '#domain/patient/name.ts';
import { shortId } from '#domain/text/short-id.ts';
import { formatDate, formatTime } from '#domain/time/format.ts';
import { Rejected } from '#sync/requests/api-request.ts';
import type { DatedEvaluation, CacheOwner } from '#sync/reads/evaluations/evaluations.ts';
import {
  CACHED_DATA_WAIT_MS,
  formatReadAge,
  lastReadOutcome,
  findReadProblem,
  type LastReadOutcome,
  type ShownReadProblem,
} from '#sync/reads/last-read.ts';
import type { Account } from '#sync/session/session.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { NoPermission } from '#ui/page/no-permission.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { DataAge, ReadProblemNotice, useIsWaitBeginning } from '#components/connection/read-notice.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { NoBranchNotice } from '../no-branch.tsx';
import { useRefetchOnDelivery, useEvaluation } from '../queries.ts';
import { EVALUATION_STATUS_TONES, isMissingBranchError } from '../messages.ts';
import { parseWorklistOrigin } from '../worklist.ts';
import { SignedEvaluationActions } from './signing/closed/closed-actions.tsx';
import { EmployerPreview } from './signing/checks/employer-preview.tsx';
import { CorrectionNotice } from './facts/corrections/correction-notice.tsx';
import { EvaluationInfoCard } from './facts/info-card.tsx';
import { MediaCard } from './facts/media-card.tsx';
import { PatientBar } from './facts/person-bar.tsx';
import { QueueNumberOfDay } from './facts/queue-number.tsx';
import { RepetitionNotice } from './facts/repetition-notice.tsx';
import { NotesCard } from './results/notes/notes-card.tsx';
import { ResultsCard } from './results/results-card.tsx';
import { TemplateBar } from './results/template-bar.tsx';
import { DocumentsCard } from './signing/closed/documents-card.tsx';
import { SigningCard } from './signing/signing-card.tsx';
import { useEvaluationContext, type EvaluationContext } from './state/use-evaluation-context.ts';
import { usePageSaving } from './state/use-saving.ts';
import { useConnectionState } from '#components/connection/use-connection-state.ts';
import './evaluation-page.css';

function BackToList() {
  const state = parseWorklistOrigin(useLocation().state);
  const to = state.from?.startsWith('/evaluations') ? state.from : '/evaluations';
  return (
    <Button component={Link} to={to} state={state} variant="subtle">
      Volver al listado
    </Button>
  );
}

const EvaluationNotFound = () => (
  <>
    <PageHeader title="Evaluación no encontrada" />
    <Card>
      <EmptyState icon="search" title="Evaluación no encontrada" action={<BackToList />}>
        No existe, o no es de tu sede.
      </EmptyState>
    </Card>
  </>
);

const LOAD_EVALUATION_FAILED_TEXT = 'No se pudo cargar la evaluación.';

interface EvaluationLoadFailureProps {
  problem: ShownReadProblem;
  onRetry: () => unknown;
}

const EvaluationLoadFailure = ({ problem, onRetry }: EvaluationLoadFailureProps) => (
  <>
    <PageHeader title="Error al cargar" actions={<BackToList />} />
    <ReadProblemNotice problem={problem} onRetry={onRetry} />
  </>
);

const EvaluationSkeleton = () => (
  <>
    <PageHeader title="Evaluación" sub="Cargando…" actions={<BackToList />} />
    <div className="detail">
      <div>
        <SkeletonCard shape="fields" lines={6} label="Cargando evaluación…" />
        <SkeletonCard shape="rows" lines={2} titled label="" />
        <SkeletonCard lines={8} titled label="" />
      </div>
      <SkeletonCard lines={5} titled label="" />
    </div>
  </>
);

const formatDateAndTime = (instant: string): string =>
  `${formatDate(Date.parse(instant))} a las ${formatTime(Date.parse(instant))}`;

function EvaluationHeader({ context }: { context: EvaluationContext }) {
  const { evaluation, held, read } = context;
  return (
    <PageHeader
      title={fullName(evaluation.patient)}
      windowTitle={shortId(evaluation.id)}
      badge={
        <>
          <QueueNumberOfDay evaluation={evaluation} />
          <span className="detail-id">{shortId(evaluation.id)}</span>
          <StatusTag kind={EVALUATION_STATUS_TONES[evaluation.status]}>
            {EVALUATION_STATUS_LABELS[evaluation.status]}
          </StatusTag>
        </>
      }
      sub={
        <>
          Iniciada el {formatDateAndTime(evaluation.started_at)}
          {evaluation.closed_at !== null && ` · cerrada el ${formatDateAndTime(evaluation.closed_at)}`} ·{' '}
          <DataAge words={(now) => formatReadAge(read, 'actualizada', held.fetchedAt, now)} />
        </>
      }
      actions={<BackToList />}
    />
  );
}

function UnsavedTextNotice({ context: { typing, closed } }: { context: EvaluationContext }) {
  if (isEmptyWorksheet(typing.sheet)) return null;
  if (closed)
    return (
      <Notice kind="warn" title="La evaluación se cerró sin lo que escribiste.">
        Tu texto sigue en este dispositivo. Reabre la evaluación para guardarlo.
      </Notice>
    );
  return (
    typing.restored && (
      <Notice kind="info">Recuperamos lo que habías escrito y aún no se ha guardado en el servidor.</Notice>
    )
  );
}

const EvaluationNotices = ({ context }: { context: EvaluationContext }) => (
  <>
    <ReadProblemNotice
      problem={findReadProblem(context.read, LOAD_EVALUATION_FAILED_TEXT, context.held.fetchedAt)}
      onRetry={context.reread}
    />
    {context.typing.problem && <StorageNotice kind={context.typing.problem} />}
    <UnsavedTextNotice context={context} />
  </>
);

function EvaluationWorkspace({ context }: { context: EvaluationContext }) {
  const [seenOpen, setSeenOpen] = useState(!context.closed);
  if (!context.closed && !seenOpen) setSeenOpen(true);
  const facts = useRef<HTMLDListElement>(null);
  const saving = usePageSaving(context);
  return (
    <>
      <PatientBar context={context} facts={facts} />
      <EvaluationHeader context={context} />
      <div className="notices-stack">
        <EvaluationNotices context={context} />
        <RepetitionNotice evaluation={context.evaluation} />
        <CorrectionNotice evaluation={context.evaluation} userId={context.account.userId} />
      </div>
      {context.closed && <SignedEvaluationActions context={context} isFresh={seenOpen} />}
      <div className="detail">
        <div>
          {!context.closed && <TemplateBar context={context} />}
          <EvaluationInfoCard context={context} facts={facts} />
          <ResultsCard context={context} saving={saving.results} />
          <NotesCard context={context} saving={saving.notes} />
          <MediaCard context={context} />
          {/* Next to the notes of a reopened evaluation there is only space for the preview. */}
          {!context.closed && <DocumentsCard context={context} />}
        </div>
        <aside className="detail-aside" aria-label="Firma y cierre" data-open={!context.closed || undefined}>
          <div className="detail-beside">
            <SigningCard context={context} saving={saving} />
            {!context.closed && <EmployerPreview context={context} className="detail-employer" />}
            {context.closed && <DocumentsCard context={context} />}
          </div>
        </aside>
      </div>
    </>
  );
}

interface LoadedEvaluationProps {
  account: Account;
  reader: CacheOwner;
  query: ReturnType<typeof useEvaluation>;
  held: DatedEvaluation;
  link: ProviderLink;
  read: LastReadOutcome;
}

function LoadedEvaluation(props: LoadedEvaluationProps) {
  const context = useEvaluationContext(props);
  return context ? <EvaluationWorkspace context={context} /> : <EvaluationSkeleton />;
}

/** Returns true if the server denies the user access. The page then hides the cached response too. */
const isDeniedOrNotFound = (error: unknown): boolean =>
  error instanceof Rejected && (error.status === 403 || error.status === 404);

function EvaluationLoader({ account, reader, id }: { account: Account; reader: CacheOwner; id: string }) {
  const link = useConnectionState();
  const { gate } = account;
  useRefetchOnDelivery(reader.ownerId);
  const query = useEvaluation(reader, id, gate === 'open' && link.name !== 'down');
  const beginning = useIsWaitBeginning(query.isPending, CACHED_DATA_WAIT_MS);
  const { error } = query;
  if (error instanceof Rejected && error.status === 404) return <EvaluationNotFound />;
  if (isMissingBranchError(error)) return <NoBranchNotice account={account} onRetry={query.refetch} />;
  const read = lastReadOutcome({ query, beginning, link, gate });
  const data = isDeniedOrNotFound(error) ? undefined : query.data;
  if (data)
    return (
      <LoadedEvaluation account={account} reader={reader} query={query} held={data} link={link} read={read} />
    );
  const problem = findReadProblem(read, LOAD_EVALUATION_FAILED_TEXT, null);
  return problem ? (
    <EvaluationLoadFailure problem={problem} onRetry={query.refetch} />
  ) : (
    <EvaluationSkeleton />
  );
}

/** `/evaluations/{id}` (P2): a doctor reads, writes and signs the evaluation. */
export function EvaluationPage({ account }: { account: Account }) {
  const id = Uuid.safeParse(useParams()['id']);
  const { userId: ownerId, branchId, actions } = account;
  if (!actions.includes('manage_evaluations'))
    return (
      <NoPermission
        page="Evaluación"
        what="abrir evaluaciones"
        permission={PERMISSION_DEFINITIONS.manage_evaluations.label}
      />
    );
  if (!id.success) return <EvaluationNotFound />;
  if (branchId === null)
    return (
      <>
        <PageHeader title="Evaluación" actions={<BackToList />} />
        <NoBranchNotice account={account} />
      </>
    );
  return (
    <EvaluationLoader
      key={`${branchId} ${id.data}`}
      account={account}
      reader={{ ownerId, branchId }}
      id={id.data}
    />
  );
}
