import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CATALOG_CODE_MAX_LENGTH, CATALOG_NAME_MAX_LENGTH } from '#contract/limits.ts';
import { focusOnMount } from '#ui/hooks/take-focus.ts';
import { findRowProblems, type CatalogueRow } from './catalogue.ts';
import './added-row.css';

interface AddRowFormProps {
  initial: CatalogueRow;
  rows: readonly CatalogueRow[];
  onTyped: (row: CatalogueRow) => void;
  onAdd: (row: CatalogueRow) => void;
  onCancel: () => void;
}

/** Form for a row that is not among the proposals: a name, and a short code by which reception searches. */
export function AddRowForm({ initial, rows, onTyped, onAdd, onCancel }: AddRowFormProps) {
  const [row, setRow] = useState(initial);
  const [problems, setProblems] = useState<ReturnType<typeof findRowProblems>>({});
  const change = (patch: Partial<CatalogueRow>) => {
    const next = { ...row, ...patch };
    setRow(next);
    setProblems({});
    onTyped(next);
  };
  const add = () => {
    const found = findRowProblems(row, rows);
    setProblems(found);
    if (Object.keys(found).length === 0) onAdd({ code: row.code.trim(), name: row.name.trim() });
  };
  const field = (name: keyof CatalogueRow, label: string, maxLength: number) => ({
    label,
    maxLength,
    autoComplete: 'off',
    value: row[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
    onKeyDown: (event: { key: string; preventDefault: () => void }) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      add();
    },
  });
  return (
    <div className="setup-added">
      <TextInput ref={focusOnMount} {...field('name', 'Nombre', CATALOG_NAME_MAX_LENGTH)} />
      <TextInput {...field('code', 'Código', CATALOG_CODE_MAX_LENGTH)} description="Corto, como AUD." />
      <div className="setup-added-buttons">
        <Button onClick={add}>Agregar</Button>
        <Button variant="subtle" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </div>
  );
}
