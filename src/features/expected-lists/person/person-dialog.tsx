import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { ExpectedPersonBody } from '#contract/records/evaluation/expected-lists.ts';
import type { RosterDefaults } from '#domain/roster/read-row.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { useStartOfToday } from '#components/use-start-of-today.ts';
import { DialogActions } from '#ui/dialogs/dialog-actions.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import type { RosterCatalogs } from '../base/queries.ts';
import {
  readTypedPerson,
  typedErrorsOf,
  typedFieldsOf,
  type TypedField,
  type TypedValues,
} from './typed-person.ts';
import './person-dialog.css';

interface PersonInputProps {
  field: TypedField;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function PersonInput({ field, value, error, onChange }: PersonInputProps) {
  const { target, label, isRequired, options, hint } = field;
  const common = {
    label,
    error,
    required: isRequired,
    value,
    'data-target': target,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  return options ? (
    <NativeSelect {...common} data={[...options]} />
  ) : (
    <TextInput {...common} description={hint} autoComplete="off" spellCheck={false} />
  );
}

interface PersonDialogProps {
  catalogs: RosterCatalogs;
  defaults: RosterDefaults;
  /** Reason why the last attempt failed; null before one. */
  problem: string | null;
  busy: boolean;
  /** `values`: the texts from which `person` was read. */
  onSubmit: (person: ExpectedPersonBody, values: TypedValues) => void;
  onClose: () => void;
}

/** Form for one announced person. The texts stay until the dialog is closed, also after a failed attempt. */
export function PersonDialog({ catalogs, defaults, problem, busy, onSubmit, onClose }: PersonDialogProps) {
  const fields = typedFieldsOf(catalogs, defaults);
  const today = bogotaDay(useStartOfToday());
  const [values, setValues] = useState<TypedValues>({ identification_type: defaults.identification_type });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const failure = problem ?? errors[''];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readTypedPerson(values, { catalogs, defaults, today });
    const found = typedErrorsOf(read, fields);
    setErrors(found);
    if (read.type === 'person') return onSubmit(read.person, values);
    const first = fields.find(({ target }) => found[target] !== undefined);
    event.currentTarget.querySelector<HTMLElement>(`[data-target="${first?.target}"]`)?.focus();
  };
  return (
    <Modal opened title="Agregar persona" size="xl" closeOnClickOutside={false} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <div className="person-fields-grid">
          {fields.map((field) => (
            <PersonInput
              key={field.target}
              field={field}
              value={values[field.target] ?? ''}
              error={errors[field.target]}
              onChange={(value) => setValues((before) => ({ ...before, [field.target]: value }))}
            />
          ))}
        </div>
        {failure !== undefined && <Notice kind="error">{failure}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="filled" loading={busy}>
            Agregar
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
