import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#sync/messages/failure-text.ts';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { AddRowForm } from './added-row.tsx';
import {
  saveLabel,
  selectedCodes,
  rowsToCreate,
  type ProposedCatalogue,
  type CatalogueRow,
} from './catalogue.ts';
import { StepFoot } from './step-foot.tsx';
import type { StepProps } from './step.ts';
import './catalogue-step.css';

const NO_EXISTING_CODES: ReadonlySet<string> = new Set();
const EMPTY_CATALOGUE_ROW: CatalogueRow = { code: '', name: '' };

function useSelectedRows({ draft }: StepProps, catalogue: ProposedCatalogue) {
  const [ticked, setTicked] = useState(() => selectedCodes(draft.found, catalogue));
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

function AddRow({
  draft,
  label,
  rows,
  onAdd,
}: Pick<StepProps, 'draft'> & {
  label: string;
  rows: readonly CatalogueRow[];
  onAdd: (row: CatalogueRow) => void;
}) {
  const { code = '', name = '' } = draft.found.texts;
  const [isOpen, setOpen] = useState(code !== '' || name !== '');
  const [typed, setTyped] = useState<CatalogueRow>({ code, name });
  const close = () => {
    setOpen(false);
    setTyped(EMPTY_CATALOGUE_ROW);
    draft.keep({ texts: {} });
  };
  if (!isOpen)
    return (
      <Button
        className="setup-another"
        variant="subtle"
        leftSection={<Icon name="plus" />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
    );
  return (
    <AddRowForm
      initial={typed}
      rows={rows}
      onTyped={(row) => draft.keep({ texts: { ...row } })}
      onAdd={(row) => {
        close();
        onAdd(row);
      }}
      onCancel={close}
    />
  );
}

function useRowCreation(catalogue: ProposedCatalogue, { draft, onDone }: StepProps, reread: () => unknown) {
  const change = useChangeRunner<string>();
  const attempt = async (rows: readonly CatalogueRow[]): Promise<string | null> => {
    try {
      const outcome = rows.length === 0 ? null : await catalogue.add(rows);
      if (outcome?.type === 'stopped') {
        void reread();
        const there = outcome.count === 0 ? '' : `Quedaron guardados ${outcome.count}. `;
        return `${there}«${outcome.at}»: ${outcome.trouble.text}`;
      }
    } catch (error) {
      return failureText(error, catalogue.couldNotSave);
    }
    draft.forget();
    await onDone();
    return null;
  };
  return { ...change, save: (rows: readonly CatalogueRow[]) => void change.run(() => attempt(rows)) };
}

/** Step for evaluation types or exams. The usual rows are preselected, so that one click is mostly enough. */
export function CatalogueStep({ catalogue, ...props }: StepProps & { catalogue: ProposedCatalogue }) {
  const { account, draft, disabledReason, onSkip } = props;
  const {
    data: there = NO_EXISTING_CODES,
    error,
    refetch,
  } = useQuery({
    queryKey: ['catalogs', account.userId, 'codes', catalogue.step],
    queryFn: catalogue.codes,
    staleTime: 0,
  });
  const { rows, ticked, toggle, add } = useSelectedRows(props, catalogue);
  const { busy, trouble, save } = useRowCreation(catalogue, props, refetch);
  const toMake = rowsToCreate(rows, ticked, there);
  const isNothing = toMake.length === 0 && there.size === 0;
  return (
    <div className="setup-catalogue" data-kept>
      <RowCheckboxes rows={rows} ticked={ticked} there={there} onToggle={toggle} />
      <AddRow draft={draft} label={catalogue.another} rows={rows} onAdd={add} />
      {trouble !== null && <Notice kind="error">{trouble}</Notice>}
      {error && disabledReason === null && (
        <Notice kind="warn" action={<Button onClick={() => void refetch()}>Reintentar</Button>}>
          {failureText(error, catalogue.couldNotList)}
        </Notice>
      )}
      <StepFoot
        main={saveLabel(toMake.length)}
        busy={busy}
        disabledReason={disabledReason ?? (isNothing ? 'Marca al menos uno.' : null)}
        onSkip={onSkip}
        onMain={() => save(toMake)}
      />
    </div>
  );
}
