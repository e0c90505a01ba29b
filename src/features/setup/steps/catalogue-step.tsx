import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#sync/messages/failure-text.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { catalogsQueryKey } from '#components/catalogs-query-key.ts';
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

function useSelectedRows({ draft }: StepProps, catalogue: ProposedCatalogue) {
  // Before the user's first change, the usual rows are selected.
  const [ticked, setTicked] = useState(
    () => draft.found.ticked ?? catalogue.proposals.filter(({ isUsual }) => isUsual).map(({ code }) => code),
  );
  const [added, setAdded] = useState(draft.found.added);
  const change = (nextTicked: readonly string[], nextAdded = added) => {
    setTicked(nextTicked);
    setAdded(nextAdded);
    draft.keep({ ticked: nextTicked, added: nextAdded });
  };
  return {
    rows: [...catalogue.proposals, ...added],
    ticked,
    toggle: (code: string) =>
      change(ticked.includes(code) ? ticked.filter((one) => one !== code) : [...ticked, code]),
    add: (row: CatalogueRow) => change([...ticked, row.code], [...added, row]),
  };
}

interface RowCheckboxesProps {
  rows: readonly CatalogueRow[];
  ticked: readonly string[];
  there: ReadonlySet<string>;
  onToggle: (code: string) => void;
}

/** Checkboxes of the rows. A row that the catalogue already has is disabled, because it is edited in the catalogue. */
const RowCheckboxes = ({ rows, ticked, there, onToggle }: RowCheckboxesProps) => (
  <div className="setup-boxes">
    {rows.map(({ code, name }) => (
      <Checkbox
        key={code}
        classNames={{
          root: 'setup-box',
          body: 'setup-box-body',
          labelWrapper: 'setup-box-words',
          label: 'setup-box-label',
        }}
        label={
          <>
            {name} <small>{there.has(code) ? `${code} · ya está` : code}</small>
          </>
        }
        checked={there.has(code) || ticked.includes(code)}
        disabled={there.has(code)}
        onChange={() => onToggle(code)}
      />
    ))}
  </div>
);

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
  const { rows, ticked, toggle, add } = useSelectedRows(props, catalogue);
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
      <RowCheckboxes rows={rows} ticked={ticked} there={there} onToggle={toggle} />
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
