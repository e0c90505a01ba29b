import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { SETUP_STEPS, isSkippable, setupProgress, type SetupStep } from '#domain/setup/steps.ts';
import { canSetUpClinic, skipSetupStep } from '#sync/administration/setup.ts';
import type { Account } from '#sync/session/session.ts';
import { CardSurface } from '#ui/display/card.tsx';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { ReadStateNotice } from '#components/read-notice.tsx';
import { useDisabledReason } from '#components/use-disabled-reason.ts';
import { useReadDisplay } from '#components/use-read-display.ts';
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

interface SetupStepsProps {
  account: Account;
  state: SetupState;
  refresh: () => Promise<void>;
}

function SetupSteps({ account, state: { facts, skipped }, refresh }: SetupStepsProps) {
  const { states, next, left, settled } = setupProgress(facts, skipped);
  const disabledReason = useDisabledReason(account);
  const [choice, setChoice] = useState<StepChoice>();
  const open = choice === undefined ? next : choice;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (!isAdvancing || choice !== undefined || !next) return;
    isAdvancing = false;
    list.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
  }, [choice, next]);
  const onSaving = () => {
    isAdvancing = true;
  };
  const advance = async (work: () => Promise<void>): Promise<void> => {
    onSaving();
    await work();
    setChoice(undefined);
  };
  const skip = (step: SetupStep) =>
    void advance(() => skipSetupStep(account.userId, step)).catch(reportError);
  return (
    <>
      <PageHeader
        title={TITLE}
        sub={formatRemainingSteps(left.length)}
        actions={<SetupProgressBar settled={settled} />}
      />
      <CardSurface as="section" className="setup-steps" aria-label="Pasos">
        <ol ref={list}>
          {SETUP_STEPS.map((step) => (
            <StepRow
              key={step}
              step={step}
              state={states[step]}
              isOpen={open === step}
              onToggle={() => setChoice(open === step ? null : step)}
              onSaving={onSaving}
              onDone={() => advance(refresh)}
              onSkip={isSkippable(step) && states[step] !== 'done' ? () => skip(step) : null}
              account={account}
              facts={facts}
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
  const { problem, age } = useReadDisplay(query, account, 'No pudimos preguntar qué falta.');
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
