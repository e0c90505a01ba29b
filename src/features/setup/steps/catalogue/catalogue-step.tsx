import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SetupPart } from '#domain/setup/steps.ts';
import { failedFormOutcome } from '#sync/changes/form-outcome.ts';
import { failureText, isUnsupportedCallError } from '#sync/messages/failure-text.ts';
import { catalogsQueryKey } from '#components/records/catalogs-query-key.ts';
import { ProposedRows } from '#components/records/proposed-rows.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { usePartFailure } from '../../state/run.ts';
import { AddRowForm } from './add-row.tsx';
import { formatRowCount, type CatalogueRow, type ListedRow, type ProposedCatalogue } from './catalogue.ts';
import { usePartRunner, type PartProps, type PartRunner } from '../step.ts';
import './catalogue-step.css';

const NO_EXISTING_CODES: ReadonlySet<string> = new Set();

interface CatalogueStepProps extends PartProps {
  part: SetupPart;
  catalogue: ProposedCatalogue;
  /** True if the clinic has no rows of the catalogue, as far as the set-up's facts show before the rows are read. */
  isNew: boolean;
}

/** The usual rows are ticked before the user's first change if the clinic has no rows yet. `there`: undefined until it is read. */
function useSelectedRows(
  { draft, isNew, catalogue: { proposals } }: CatalogueStepProps,
  there: ReadonlySet<string> | undefined,
) {
  const [chosen, setChosen] = useState(draft.found.ticked);
  const [added, setAdded] = useState(draft.found.added);
  const isEmpty = there ? there.size === 0 : isNew;
  const usual = isEmpty ? proposals.filter(({ isUsual }) => isUsual).map(({ code }) => code) : [];
  const ticked = chosen ?? usual;
  const change = (nextTicked: readonly string[], nextAdded = added) => {
    setChosen(nextTicked);
    setAdded(nextAdded);
    draft.keep({ ticked: nextTicked, added: nextAdded });
  };
  const add = (row: CatalogueRow) => change([...ticked, row.code], [...added, row]);
  const finish = () => {
    setChosen([]);
    draft.forget();
  };
  const rows: readonly ListedRow[] = [...proposals, ...added];
  return { rows, ticked, change, add, finish };
}

/** Creates the ticked rows. */
function useCatalogueRunner(
  props: CatalogueStepProps,
  found: ReadonlySet<string> | undefined,
  isOffered: boolean,
  refetch: () => unknown,
) {
  const { account, catalogue, part, runners } = props;
  const { texts } = catalogue;
  const failure = usePartFailure(account.userId, part);
  const [problem, setProblem] = useState<string | null>(null);
  const selected = useSelectedRows(props, found);
  const there = found ?? NO_EXISTING_CODES;
  const { rows, ticked, change, finish } = selected;
  const toMake = rows.filter(({ code }) => isOffered && ticked.includes(code) && !there.has(code));
  const create = async (): Promise<string | null> => {
    try {
      const outcome = toMake.length === 0 ? null : await catalogue.add(toMake);
      if (outcome?.type !== 'stopped') return null;
      const saved = outcome.count === 0 ? '' : `Quedaron guardados ${outcome.count}. `;
      return `${saved}«${outcome.at}»: ${outcome.trouble.text}`;
    } catch (thrown) {
      return failureText(thrown, texts.couldNotSave);
    } finally {
      void refetch();
    }
  };
  const runner: PartRunner = {
    check: () => {
      const isMissing = catalogue.isRequired && toMake.length === 0 && there.size === 0;
      setProblem(isMissing ? 'Marca al menos uno.' : null);
      return !isMissing;
    },
    keepTicks: () => change(ticked),
    create: async () => {
      const text = await create();
      if (text !== null) return failedFormOutcome(text).trouble;
      finish();
      return null;
    },
  };
  usePartRunner(runners, part, found || !isOffered ? runner : null);
  return { ...selected, there, toMake, problem: problem ?? failure?.text ?? null };
}

/** Proposed rows of a catalogue, ticked by default, so that a clinic with the usual rows needs no press. */
export function CatalogueStep(props: CatalogueStepProps) {
  const { account, catalogue, draft, disabledReason } = props;
  const { texts } = catalogue;
  const { data, error, refetch } = useQuery({
    queryKey: [...catalogsQueryKey(account.userId), 'codes', catalogue.resource],
    queryFn: catalogue.codes,
    staleTime: 0,
  });
  const isOffered = !isUnsupportedCallError(error);
  const runner = useCatalogueRunner(props, data, isOffered, refetch);
  const { rows, there, ticked, change, add, toMake, problem } = runner;
  if (!isOffered) return null;
  const names = toMake.map(({ name }) => name).join(', ');
  return (
    <>
      <details className="setup-rows">
        <summary>
          <Icon name="right" />
          <span>
            <strong>{formatRowCount(catalogue, toMake.length, there.size)}</strong> {names}
          </span>
          <em>Cambiar</em>
        </summary>
        <ProposedRows
          rows={rows.map(({ code, name, note = code }) => {
            const isThere = there.has(code);
            return { key: code, name, note: isThere ? `${note} · ya está` : note, isThere };
          })}
          ticked={ticked}
          onChange={change}
        />
        {texts.another !== null && <AddRowForm draft={draft} label={texts.another} rows={rows} onAdd={add} />}
      </details>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      {error && disabledReason === null && (
        <Notice kind="warn" action={<Button onClick={() => void refetch()}>Reintentar</Button>}>
          {failureText(error, texts.couldNotList)}
        </Notice>
      )}
    </>
  );
}
