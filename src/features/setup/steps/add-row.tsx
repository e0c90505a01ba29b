import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CATALOG_CODE_MAX_LENGTH, CATALOG_NAME_MAX_LENGTH } from '#contract/limits.ts';
import { Icon } from '#ui/display/icon.tsx';
import { focusOnMount } from '#ui/hooks/take-focus.ts';
import type { CatalogueRow } from './catalogue.ts';
import type { StepProps } from './step.ts';
import './add-row.css';

/** Returns an error message for each invalid field of the row; empty if the row is valid. */
function findRowProblems(
  { code, name }: CatalogueRow,
  rows: readonly CatalogueRow[],
): Partial<Record<keyof CatalogueRow, string>> {
  return {
    ...(name.trim() === '' && { name: 'Escribe el nombre.' }),
    ...(code.trim() === '' && { code: 'Escribe un código corto.' }),
    ...(rows.some((one) => one.code === code.trim()) && { code: 'Ese código ya está en la lista.' }),
  };
}

interface AddRowFormProps extends Pick<StepProps, 'draft'> {
  label: string;
  rows: readonly CatalogueRow[];
  onAdd: (row: CatalogueRow) => void;
}

/** Form for a row that is not among the proposals: a name, and a short code by which reception searches. */
export function AddRowForm({ draft, label, rows, onAdd }: AddRowFormProps) {
  const { code = '', name = '' } = draft.found.texts;
  /** Row as typed; null while the form is closed. */
  const [row, setRow] = useState<CatalogueRow | null>(code === '' && name === '' ? null : { code, name });
  const [problems, setProblems] = useState<ReturnType<typeof findRowProblems>>({});
  const change = (next: CatalogueRow | null) => {
    setRow(next);
    setProblems({});
    draft.keep({ texts: { ...next } });
  };
  if (!row)
    return (
      <Button
        className="setup-another"
        variant="subtle"
        leftSection={<Icon name="plus" />}
        onClick={() => setRow({ code: '', name: '' })}
      >
        {label}
      </Button>
    );
  const add = () => {
    const found = findRowProblems(row, rows);
    if (Object.keys(found).length > 0) return setProblems(found);
    change(null);
    onAdd({ code: row.code.trim(), name: row.name.trim() });
  };
  const field = (of: keyof CatalogueRow) => ({
    autoComplete: 'off',
    value: row[of],
    error: problems[of],
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ ...row, [of]: event.currentTarget.value }),
    onKeyDown: (event: { key: string; preventDefault: () => void }) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      add();
    },
  });
  return (
    <div className="setup-added">
      <TextInput ref={focusOnMount} {...field('name')} label="Nombre" maxLength={CATALOG_NAME_MAX_LENGTH} />
      <TextInput
        {...field('code')}
        label="Código"
        description="Corto, como AUD."
        maxLength={CATALOG_CODE_MAX_LENGTH}
      />
      <div className="setup-added-buttons">
        <Button onClick={add}>Agregar</Button>
        <Button variant="subtle" onClick={() => change(null)}>
          Cancelar
        </Button>
      </div>
    </div>
  );
}
