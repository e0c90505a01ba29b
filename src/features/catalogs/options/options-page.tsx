import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import type { DecisionOptions } from '#contract/records/evaluation/decisions.ts';
import { useConnectionState } from '#components/use-connection-state.ts';
import { ReadProblemNotice, useIsWaitBeginning } from '#components/read-notice.tsx';
import { RecordProblem } from '#components/record-problem.tsx';
import { requestDecisionOptions } from '#sync/reads/decision-options.ts';
import { CACHED_DATA_WAIT_MS, lastReadOutcome, findReadProblem } from '#sync/reads/last-read.ts';
import type { Account } from '#sync/session/session.ts';
import { LeavePrompt } from '#ui/dialogs/leave-prompt.tsx';
import { Card } from '#ui/display/card.tsx';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import { ButtonWithReason } from '#ui/display/with-reason.tsx';
import type { ConflictingValue } from '#ui/notices/conflict-notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import { PageHeader } from '#ui/page/page-header.tsx';
import { useDisabledReason } from '../use-disabled-reason.ts';
import { OfferedAptitudes, useEvaluationTypeNames } from './offered-aptitudes.tsx';
import { aptitudesText, toDecisionOptionsBody, toOptionValues } from './option-values.ts';
import { Programmes } from './programmes.tsx';
import { useOptionsForm, type OptionsForm } from './use-options-form.ts';
import './options-page.css';

const LOAD_OPTIONS_FAILED = 'No se pudieron cargar las opciones.';

const isSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the options for which another administrator saved other values than the typed ones. */
function useConflictingOptions({ base, form }: OptionsForm, ownerId: string): readonly ConflictingValue[] {
  const [typed, now] = [toDecisionOptionsBody(form.values), toDecisionOptionsBody(toOptionValues(base))];
  const names = useEvaluationTypeNames(
    ownerId,
    now.aptitudes_off.map(({ evaluation_type_id: id }) => id),
  );
  const off = now.aptitudes_off.map(
    ({ evaluation_type_id: id, aptitudes }) => `${names[id] ?? ''}: sin ${aptitudesText(aptitudes)}`,
  );
  return [
    ...(isSameJson(typed.programmes, now.programmes)
      ? []
      : [{ label: 'Programas de SVE', now: now.programmes.join(', ') || 'Ninguno' }]),
    ...(isSameJson(typed.aptitudes_off, now.aptitudes_off)
      ? []
      : [{ label: 'Opciones quitadas', now: off.join('. ') || 'Ninguna' }]),
  ];
}

interface OptionsCardsProps {
  account: Account;
  read: DecisionOptions;
  reread: () => Promise<DecisionOptions | null>;
  onSaved: (options: DecisionOptions) => void;
}

function OptionsCards({ account, ...input }: OptionsCardsProps) {
  const { userId: ownerId } = account;
  const hintId = useId();
  const options = useOptionsForm(input);
  const reason = useDisabledReason(account);
  const { form, busy, submit } = options;
  const isDirty = form.isDirty();
  return (
    <form className="options-form" noValidate onSubmit={submit}>
      <Card title="Programas de SVE">
        <p className="options-words">
          Los médicos los eligen en este orden. Cambiar un nombre no cambia las evaluaciones ya hechas.
        </p>
        <Programmes options={options} />
      </Card>
      <Card title="Aptitud por tipo de evaluación">
        <OfferedAptitudes options={options} ownerId={ownerId} />
      </Card>
      <RecordProblem
        state={options}
        what="las opciones"
        differences={useConflictingOptions(options, ownerId)}
      />
      <div className="options-end">
        {isDirty && (
          <Button variant="subtle" disabled={busy} onClick={form.reset}>
            Deshacer
          </Button>
        )}
        <ButtonWithReason hint={reason === null ? null : { id: hintId, text: reason }}>
          <Button
            type="submit"
            variant="filled"
            loading={busy}
            disabled={reason !== null || !isDirty}
            aria-describedby={reason === null ? undefined : hintId}
          >
            Guardar opciones
          </Button>
        </ButtonWithReason>
      </div>
      <LeavePrompt dirty={isDirty} />
    </form>
  );
}

/** `/admin/catalogs/options`: decision options that the clinic offers its doctors. */
export function OptionsPage({ account }: { account: Account }) {
  const client = useQueryClient();
  const queryKey = ['catalogs', account.userId, 'decision-options'] as const;
  const query = useQuery({ queryKey, queryFn: requestDecisionOptions, staleTime: CACHE_LIFETIME_MS.list });
  const { data, isPending, dataUpdatedAt } = query;
  const beginning = useIsWaitBeginning(isPending, CACHED_DATA_WAIT_MS);
  const read = lastReadOutcome({ query, beginning, link: useConnectionState(), gate: account.gate });
  return (
    <>
      <PageHeader title="Opciones de los médicos" sub="Lo que cada médico puede elegir en una evaluación." />
      <ReadProblemNotice
        problem={findReadProblem(read, LOAD_OPTIONS_FAILED, data ? dataUpdatedAt : null)}
        onRetry={query.refetch}
      />
      {isPending && <SkeletonCard shape="rows" lines={6} />}
      {data && (
        <OptionsCards
          account={account}
          read={data}
          reread={async () => (await query.refetch()).data ?? null}
          onSaved={(saved) => {
            client.setQueryData(queryKey, saved);
            toast('ok', 'Opciones guardadas.');
          }}
        />
      )}
    </>
  );
}
