import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { SETUP_STEPS, isSkippable, setupProgress, type SetupStep } from '#domain/setup/steps.ts';
import { canSetUpClinic, skipSetupStep } from '#sync/administration/setup.ts';
import { createReadDisplay } from '#sync/reads/last-read.ts';
import { findEditingDisabledReason } from '#sync/requests/disabled-reason.ts';
import type { Account } from '#sync/session/session.ts';
import { CardSurface } from '#ui/display/card.tsx';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { ReadStateNotice } from '#components/read-notice.tsx';
import { useConnectionState } from '#components/use-connection-state.ts';
import { StepRow } from './list/step-row.tsx';
import { useSetup, type SetupState } from './state/queries.ts';
import { formatRemainingSteps } from './state/messages.ts';
import './setup-page.css';

const TITLE = 'Pon en marcha tu clínica';

/**
 * Step that the user opened. Null if the user closed it; undefined before any choice, when the first remaining step is open.
 */
type StepChoice = SetupStep | null | undefined;

/**
 * True from a save until the next step has the focus. A module variable, because making the branch active remounts the page in
 * between.
 */
let isAdvancing = false;

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

function useSetupSteps(account: Account, { facts, skipped }: SetupState, refresh: () => Promise<void>) {
  const progress = setupProgress(facts, skipped);
  const [choice, setChoice] = useState<StepChoice>();
  const heads = useRef(new Map<SetupStep, HTMLButtonElement>());
  const open = choice === undefined ? progress.next : choice;
  const { next } = progress;
  useEffect(() => {
    if (!isAdvancing || choice !== undefined || !next) return;
    isAdvancing = false;
    heads.current.get(next)?.focus();
  }, [choice, next]);
  const advance = async (work: () => Promise<void>): Promise<void> => {
    isAdvancing = true;
    await work();
    setChoice(undefined);
  };
  const propsOf = (step: SetupStep) => ({
    step,
    state: progress.states[step],
    isOpen: open === step,
    onToggle: () => setChoice(open === step ? null : step),
    onSaving: () => {
      isAdvancing = true;
    },
    onDone: () => advance(refresh),
    onSkip:
      isSkippable(step) && progress.states[step] !== 'done'
        ? () => void advance(() => skipSetupStep(account.userId, step)).catch(reportError)
        : null,
    ref: (button: HTMLButtonElement | null) => {
      if (button) heads.current.set(step, button);
      else heads.current.delete(step);
    },
  });
  return { progress, propsOf };
}

interface SetupStepsProps {
  account: Account;
  state: SetupState;
  refresh: () => Promise<void>;
}

function SetupSteps({ account, state, refresh }: SetupStepsProps) {
  const { progress, propsOf } = useSetupSteps(account, state, refresh);
  const { next, left, settled } = progress;
  const disabledReason = findEditingDisabledReason(account, useConnectionState());
  return (
    <>
      <PageHeader
        title={TITLE}
        sub={formatRemainingSteps(left.length)}
        actions={<SetupProgressBar settled={settled} />}
      />
      <CardSurface as="section" className="setup-steps" aria-label="Pasos">
        <ol>
          {SETUP_STEPS.map((step) => (
            <StepRow
              key={step}
              {...propsOf(step)}
              account={account}
              facts={state.facts}
              disabledReason={disabledReason}
            />
          ))}
        </ol>
      </CardSurface>
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
    </>
  );
}

function SetupContent({ account }: { account: Account }) {
  const { state, query, refresh } = useSetup(account);
  const link = useConnectionState();
  const { problem, age } = createReadDisplay({
    query,
    link,
    gate: account.gate,
    failed: 'No pudimos preguntar qué falta.',
  });
  return (
    <div className="setup">
      {!state && <PageHeader title={TITLE} />}
      <ReadStateNotice problem={problem} age={age} onRetry={query.refetch} />
      {state?.facts.hasBranch && account.branchId === null && (
        // The later steps need an active branch.
        <Notice kind="warn" title="Elige la sede con la que vas a trabajar.">
          Está arriba, en «Seleccionar sede». El logo y las personas que invites serán de ella.
        </Notice>
      )}
      {state && <SetupSteps account={account} state={state} refresh={refresh} />}
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
