import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { DecisionOptions } from '#contract/records/evaluation/decisions.ts';
import { useReadDisplay } from '#components/connection/use-read-display.ts';
import { ReadProblemNotice } from '#components/connection/read-notice.tsx';
import { RecordProblem } from '#components/records/record-problem.tsx';
import { useRecordForm } from '#components/records/use-record-form.ts';
import { setDecisionOptions } from '#sync/administration/catalogs/decision-options.ts';
import { toFormOutcome } from '#sync/changes/form-outcome.ts';
import type { Account } from '#sync/session/session.ts';
import { useDisabledReason } from '#components/connection/use-disabled-reason.ts';
import { LeavePrompt } from '#ui/dialogs/leave-prompt.tsx';
import { Card } from '#ui/display/cards/card.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { hasFormChanged } from '#ui/forms/has-form-changed.ts';
import type { ConflictingValue } from '#ui/notices/conflict-notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import { PageHeader } from '#ui/page/page-header.tsx';
import { decisionOptionsQueryKey, useDecisionOptions } from '../queries.ts';
import { SaveBar } from '../save-bar.tsx';
import { OfferedAptitudes, useEvaluationTypeNames } from './offered-aptitudes.tsx';
import {
  aptitudesText,
  optionProblems,
  toDecisionOptionsBody,
  toOptionValues,
  type OptionValues,
} from './option-values.ts';
import { Programmes } from './programmes.tsx';
import './options-page.css';

/** Returns the options for which another administrator saved other values than the typed ones. */
function useConflictingOptions(
  base: DecisionOptions | null,
  values: OptionValues,
  ownerId: string,
): readonly ConflictingValue[] {
  const [typed, now] = [toDecisionOptionsBody(values), toDecisionOptionsBody(toOptionValues(base))];
  const names = useEvaluationTypeNames(
    ownerId,
    now.aptitudes_off.map(({ evaluation_type_id: id }) => id),
  );
  const off = now.aptitudes_off.map(
    ({ evaluation_type_id: id, aptitudes }) => `${names[id] ?? ''}: sin ${aptitudesText(aptitudes)}`,
  );
  const all = [
    { key: 'programmes', label: 'Programas de SVE', now: now.programmes.join(', ') || 'Ninguno' },
    { key: 'aptitudes_off', label: 'Opciones quitadas', now: off.join('. ') || 'Ninguna' },
  ] as const;
  return all.filter(({ key }) => JSON.stringify(typed[key]) !== JSON.stringify(now[key]));
}

interface OptionsCardsProps {
  account: Account;
  read: DecisionOptions;
  /** Reads the options again; null if they cannot be read. */
  reread: () => Promise<DecisionOptions | null>;
  onSaved: (options: DecisionOptions) => void;
}

function OptionsCards({ account, read, reread, onSaved }: OptionsCardsProps) {
  const { userId: ownerId } = account;
  const reason = useDisabledReason(account);
  const state = useRecordForm<DecisionOptions, OptionValues>({
    row: read,
    valuesOf: toOptionValues,
    validate: optionProblems,
    save: async (base, values) => {
      const result = await setDecisionOptions(base ?? read, toDecisionOptionsBody(values));
      return toFormOutcome(result, reread, 'No se pudieron guardar las opciones.');
    },
    onSaved,
  });
  const { form, base, busy, submit } = state;
  const isDirty = hasFormChanged(form);
  return (
    <form className="options-form" noValidate onSubmit={submit}>
      <Card title="Programas de SVE">
        <p className="options-words">
          Los médicos los eligen en este orden. Cambiar un nombre no cambia las evaluaciones ya hechas.
        </p>
        <Programmes form={form} />
      </Card>
      <Card title="Aptitud por tipo de evaluación">
        <OfferedAptitudes form={form} ownerId={ownerId} />
      </Card>
      <RecordProblem
        state={state}
        what="las opciones"
        differences={useConflictingOptions(base, form.values, ownerId)}
      />
      <SaveBar label="Guardar opciones" busy={busy} reason={reason} disabled={!isDirty}>
        {isDirty && (
          <Button variant="subtle" disabled={busy} onClick={form.reset}>
            Deshacer
          </Button>
        )}
      </SaveBar>
      <LeavePrompt dirty={isDirty} />
    </form>
  );
}

/** `/admin/catalogs/options`: decision options that the clinic offers its doctors. */
export function OptionsPage({ account }: { account: Account }) {
  const client = useQueryClient();
  const query = useDecisionOptions(account.userId);
  const { problem } = useReadDisplay(query, account, 'No se pudieron cargar las opciones.');
  return (
    <>
      <PageHeader title="Opciones de los médicos" sub="Lo que cada médico puede elegir en una evaluación." />
      <ReadProblemNotice problem={problem} onRetry={query.refetch} />
      {query.isPending && <SkeletonCard shape="rows" lines={6} />}
      {query.data && (
        <OptionsCards
          account={account}
          read={query.data}
          reread={async () => (await query.refetch()).data ?? null}
          onSaved={(saved) => {
            client.setQueryData(decisionOptionsQueryKey(account.userId), saved);
            toast('ok', 'Opciones guardadas.');
          }}
        />
      )}
    </>
  );
}
