import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import {
  SETUP_STEPS,
  setupProgress,
  stepOfPart,
  type SetupStatus,
  type SetupStep,
} from '#domain/setup/steps.ts';
import { canSetUpClinic, setSetupStepSkipped } from '#sync/administration/setup.ts';
import type { Account } from '#sync/session/session.ts';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { ReadStateNotice } from '#components/connection/read-notice.tsx';
import { useDisabledReason } from '#components/connection/use-disabled-reason.ts';
import { useReadDisplay } from '#components/connection/use-read-display.ts';
import { SignInLinks } from './list/sign-in-links.tsx';
import { StepRow } from './list/step-row.tsx';
import { useCreateAll } from './list/use-create-all.ts';
import { PART_TEXTS, formatRemainingSteps } from './state/messages.ts';
import { useSetup, type SetupState } from './state/queries.ts';
import { useForgottenRun, useSetupRun } from './state/run.ts';
import type { PartRunners } from './steps/step.ts';
import './setup-page.css';

const TITLE = 'Pon en marcha tu clínica';

/** Steps that 'Crear todo' completes. */
const CREATED_STEPS: readonly SetupStep[] = ['clinic', 'types', 'exams', 'people', 'doctor'];

function SetupProgressBar({ settled }: { settled: number }) {
  const id = useId();
  return (
    <div className="setup-progress">
      <strong id={id}>
        {settled} de {SETUP_STEPS.length} pasos
      </strong>
      <progress aria-labelledby={id} max={SETUP_STEPS.length} value={settled} />
    </div>
  );
}

/** Focuses the first field with an error, or without one the first error notice, once the page shows it. */
function focusFirstError(page: HTMLElement | null): void {
  const field = page?.querySelector<HTMLElement>('[aria-invalid=true]');
  if (field) return field.focus();
  page?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' });
}

interface SetupStepsProps {
  account: Account;
  state: SetupState;
  refresh: () => Promise<void>;
  fetchFacts: () => Promise<SetupStatus | undefined>;
}

function useSetupSteps(props: SetupStepsProps) {
  const { account } = props;
  const { userId } = account;
  const [runners] = useState<PartRunners>(() => new Map());
  const page = useRef<HTMLDivElement>(null);
  const run = useSetupRun(userId);
  const [errorCount, setErrorCount] = useState(0);
  const { createAll, problem } = useCreateAll({
    ...props,
    runners,
    onErrors: () => setErrorCount((count) => count + 1),
  });
  const hasLinks = run.part === null && run.links.length > 0;
  useEffect(() => {
    if (hasLinks) page.current?.querySelector<HTMLElement>('.setup-links')?.focus();
  }, [hasLinks]);
  // After the effect of the links, because an error gets the focus when both appear.
  useEffect(() => {
    if (run.part === null && (errorCount > 0 || run.failure)) focusFirstError(page.current);
  }, [errorCount, run.part, run.failure]);
  const skip = (step: SetupStep, isSkipped: boolean) =>
    void setSetupStepSkipped(userId, step, isSkipped).catch(reportError);
  return { runners, page, run, problem, createAll, skip };
}

function SetupSteps(props: SetupStepsProps) {
  const { account, refresh } = props;
  const { facts, skipped } = props.state;
  const disabledReason = useDisabledReason(account);
  const { runners, page, run, problem, createAll, skip } = useSetupSteps(props);
  const { states, next, left, settled } = setupProgress(facts, skipped, run.failure?.part);
  const isCreated = CREATED_STEPS.every((step) => states[step] !== 'left');
  const renderSteps = (steps: readonly SetupStep[]) =>
    steps.map((step) => (
      <StepRow
        key={step}
        step={step}
        state={states[step]}
        isRunning={run.part !== null && stepOfPart(run.part) === step}
        onSkip={(isSkipped) => skip(step, isSkipped)}
        onSaved={() => void refresh()}
        account={account}
        facts={facts}
        disabledReason={disabledReason}
        runners={runners}
      />
    ));
  return (
    <div className="setup-content" ref={page}>
      <PageHeader
        title={TITLE}
        sub={formatRemainingSteps(left.length)}
        actions={<SetupProgressBar settled={settled} />}
      />
      <fieldset className="setup-lock" disabled={run.part !== null} data-kept>
        <ol className="setup-steps">{renderSteps(CREATED_STEPS)}</ol>
      </fieldset>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      {facts.hasBranch && account.branchId === null && run.part === null && (
        <Notice kind="warn" title="Elige la sede con la que vas a trabajar.">
          Está arriba, en «Seleccionar sede». El logo será de ella.
        </Notice>
      )}
      <div className="setup-bar">
        <output>{run.part === null ? disabledReason : `Creando ${PART_TEXTS[run.part]}…`}</output>
        <Button
          variant={isCreated ? 'default' : 'filled'}
          size="lg"
          loading={run.part !== null}
          disabled={disabledReason !== null}
          onClick={createAll}
        >
          {isCreated ? 'Crear lo marcado' : 'Crear todo'}
        </Button>
      </div>
      <SignInLinks links={run.links} />
      <ol className="setup-steps" start={CREATED_STEPS.length + 1}>
        {renderSteps(SETUP_STEPS.filter((step) => !CREATED_STEPS.includes(step)))}
      </ol>
      {next === null && (
        <Notice
          kind="ok"
          title="Tu clínica está en marcha."
          action={
            <Button component={Link} to="/home" variant="filled">
              Ir al inicio
            </Button>
          }
        >
          Lo que falte se agrega en Catálogos y en Usuarios. La guía de cada rol está en la ayuda.
        </Notice>
      )}
    </div>
  );
}

function SetupContent({ account }: { account: Account }) {
  const { state, query, refresh, fetchFacts } = useSetup(account);
  const { problem, age } = useReadDisplay(query, account, 'No pudimos preguntar qué falta.');
  useForgottenRun(account.userId);
  return (
    <div className="setup">
      {!state && <PageHeader title={TITLE} />}
      <ReadStateNotice problem={problem} age={age} onRetry={query.refetch} />
      {state && <SetupSteps account={account} state={state} refresh={refresh} fetchFacts={fetchFacts} />}
      {!state && !problem && <SkeletonCard lines={7} />}
    </div>
  );
}

/**
 * Page `/setup`, 'Pon en marcha tu clínica': from an empty database to the first registration. Redirects users without the
 * permissions to the home page.
 */
export const SetupPage = ({ account }: { account: Account }) =>
  canSetUpClinic(account) ? <SetupContent account={account} /> : <Navigate to="/home" replace />;
