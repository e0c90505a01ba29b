import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { CATALOG_CODE_MAX_LENGTH, CATALOG_NAME_MAX_LENGTH } from '#contract/limits.ts';
import { Icon } from '#ui/display/icon.tsx';
import { focusOnMount } from '#ui/hooks/focus/take-focus.ts';
import type { CatalogueRow } from './catalogue.ts';
import type { PartProps } from '../step.ts';
import './add-row.css';

function findCodeProblem(code: string, rows: readonly CatalogueRow[]): string | null {
  if (code === '') return 'Escribe un código corto.';
  return rows.some((one) => one.code === code) ? 'Ese código ya está en la lista.' : null;
}

interface AddRowFormProps extends Pick<PartProps, 'draft'> {
  label: string;
  rows: readonly CatalogueRow[];
  onAdd: (row: CatalogueRow) => void;
}

/** Form for a row that is not among the proposals: a name, and a short code by which reception searches. */
export function AddRowForm({ draft, label, rows, onAdd }: AddRowFormProps) {
  const { code = '', name = '' } = draft.found.texts;
  const [isOpen, setOpen] = useState(code !== '' || name !== '');
  const form = useForm<CatalogueRow>({
    initialValues: { code, name },
    validate: {
      name: (typed) => (typed.trim() === '' ? 'Escribe el nombre.' : null),
      code: (typed) => findCodeProblem(typed.trim(), rows),
    },
    onValuesChange: (row) => draft.keep({ texts: { ...row } }),
  });
  const close = () => {
    setOpen(false);
    form.setValues({ code: '', name: '' });
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
  const add = (row: CatalogueRow) => {
    close();
    onAdd({ code: row.code.trim(), name: row.name.trim() });
  };
  return (
    <form className="setup-added" noValidate onSubmit={form.onSubmit(add)}>
      <TextInput
        ref={focusOnMount}
        {...form.getInputProps('name')}
        label="Nombre"
        autoComplete="off"
        maxLength={CATALOG_NAME_MAX_LENGTH}
      />
      <TextInput
        {...form.getInputProps('code')}
        label="Código"
        description="Corto, como AUD."
        autoComplete="off"
        maxLength={CATALOG_CODE_MAX_LENGTH}
      />
      <div className="setup-added-buttons">
        <Button type="submit">Agregar</Button>
        <Button variant="subtle" onClick={close}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
