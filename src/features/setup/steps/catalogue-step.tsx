import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#sync/messages/failure-text.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { catalogsQueryKey } from '#components/catalogs-query-key.ts';
import { ProposedRows } from '#components/proposed-rows.tsx';
import { AddRowForm } from './add-row.tsx';
import type { CatalogueRow, PROPOSED_CATALOGUES } from './catalogue.ts';
import { StepFoot } from './step-form.tsx';
import type { StepProps } from './step.ts';
import './catalogue-step.css';

type ProposedCatalogue = (typeof PROPOSED_CATALOGUES)['types' | 'exams'];

const NO_EXISTING_CODES: ReadonlySet<string> = new Set();

function saveLabel(count: number): string {
  if (count === 0) return 'Seguir';
  return count === 1 ? 'Guardar uno y seguir' : `Guardar los ${count} y seguir`;
}

function useSelectedRows({ draft }: StepProps, { proposals }: ProposedCatalogue) {
  // Before the user's first change, the usual rows are selected.
  const [ticked, setTicked] = useState(
    () => draft.found.ticked ?? proposals.filter(({ isUsual }) => isUsual).map(({ code }) => code),
  );
  const [added, setAdded] = useState(draft.found.added);
  const change = (nextTicked: readonly string[], nextAdded = added) => {
    setTicked(nextTicked);
    setAdded(nextAdded);
    draft.keep({ ticked: nextTicked, added: nextAdded });
  };
  const add = (row: CatalogueRow) => change([...ticked, row.code], [...added, row]);
  return { rows: [...proposals, ...added], ticked, tick: (codes: readonly string[]) => change(codes), add };
}

/** Step for evaluation types or exams. The usual rows are preselected, so that one click is mostly enough. */
export function CatalogueStep({ catalogue, ...props }: StepProps & { catalogue: ProposedCatalogue }) {
  const { account, draft, disabledReason, onDone, onSkip } = props;
  const {
    data: there = NO_EXISTING_CODES,
    error,
    refetch,
  } = useQuery({
    queryKey: [...catalogsQueryKey(account.userId), 'codes', catalogue.resource],
    queryFn: catalogue.codes,
    staleTime: 0,
  });
  const { rows, ticked, tick, add } = useSelectedRows(props, catalogue);
  const { busy, trouble, run } = useChangeRunner<string>();
  const toMake = rows.filter(({ code }) => ticked.includes(code) && !there.has(code));
  const isNothing = toMake.length === 0 && there.size === 0;
  const save = async (): Promise<string | null> => {
    try {
      const outcome = toMake.length === 0 ? null : await catalogue.add(toMake);
      if (outcome?.type === 'stopped') {
        void refetch();
        const saved = outcome.count === 0 ? '' : `Quedaron guardados ${outcome.count}. `;
        return `${saved}«${outcome.at}»: ${outcome.trouble.text}`;
      }
    } catch (failure) {
      return failureText(failure, catalogue.texts.couldNotSave);
    }
    draft.forget();
    await onDone();
    return null;
  };
  return (
    <div className="setup-catalogue" data-kept>
      <ProposedRows
        rows={rows.map(({ code, name }) => {
          const isThere = there.has(code);
          return { key: code, name, note: isThere ? `${code} · ya está` : code, isThere };
        })}
        ticked={ticked}
        onChange={tick}
      />
      <AddRowForm draft={draft} label={catalogue.texts.another} rows={rows} onAdd={add} />
      {trouble !== null && <Notice kind="error">{trouble}</Notice>}
      {error && disabledReason === null && (
        <Notice kind="warn" action={<Button onClick={() => void refetch()}>Reintentar</Button>}>
          {failureText(error, catalogue.texts.couldNotList)}
        </Notice>
      )}
      <StepFoot
        label={saveLabel(toMake.length)}
        busy={busy}
        disabledReason={disabledReason ?? (isNothing ? 'Marca al menos uno.' : null)}
        onSkip={onSkip}
        onMain={() => void run(save)}
      />
    </div>
  );
}
