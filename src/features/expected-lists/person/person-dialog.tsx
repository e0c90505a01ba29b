import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ExpectedPersonBody } from '#contract/records/evaluation/expected-lists.ts';
import type { RosterDefaults } from '#domain/roster/read-row.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { useStartOfToday } from '#components/use-start-of-today.ts';
import { DialogActions } from '#ui/dialogs/dialog-actions.tsx';
import { ConflictNotice } from '#ui/notices/conflict-notice.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { useRestoreFocus } from '#ui/hooks/focus/use-focus-back.ts';
import type { RosterCatalogs } from '../base/queries.ts';
import {
  findTypedDifferences,
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
  const { target, label, isRequired, options, hint, maxLength } = field;
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
    <TextInput {...common} description={hint} maxLength={maxLength} autoComplete="off" spellCheck={false} />
  );
}

interface PersonDialogProps {
  title: string;
  submitLabel: string;
  catalogs: RosterCatalogs;
  defaults: RosterDefaults;
  /** Texts with which the form opens; without them only the type of the document is set. */
  initial?: TypedValues;
  /** Reason why the last attempt failed; null before one. */
  problem: string | null;
  /** Stored values after another user changed the person; null without such a change. */
  conflict?: { readonly now: TypedValues; readonly onTake: () => void } | null;
  busy: boolean;
  /** `values`: the texts from which `person` was read. */
  onSubmit: (person: ExpectedPersonBody, values: TypedValues) => void;
  onClose: () => void;
}

/** State of the form: the texts, the errors of the last attempt, and the function that reads and submits the person. */
function usePersonForm({ catalogs, defaults, initial, onSubmit }: PersonDialogProps) {
  const fields = typedFieldsOf(catalogs, defaults);
  const today = bogotaDay(useStartOfToday());
  const [values, setValues] = useState<TypedValues>(
    initial ?? { identification_type: defaults.identification_type },
  );
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const submit = () => {
    const read = readTypedPerson(values, { catalogs, defaults, today });
    const found = typedErrorsOf(read, fields);
    setErrors(found);
    if (read.type === 'person') return onSubmit(read.person, values);
    const first = fields.find(({ target }) => found[target] !== undefined);
    form.current?.querySelector<HTMLElement>(`[data-target="${first?.target}"]`)?.focus();
  };
  const change = (target: TypedField['target'], value: string) =>
    setValues((before) => ({ ...before, [target]: value }));
  return { fields, values, errors, form, change, submit };
}

/** Form for one announced person. The texts stay until the dialog is closed, also after a failed attempt. */
export function PersonDialog(props: PersonDialogProps) {
  const { title, submitLabel, problem, conflict = null, busy, onClose } = props;
  const { fields, values, errors, form, change, submit } = usePersonForm(props);
  const failure = problem ?? errors[''];
  useRestoreFocus();
  return (
    <Modal opened title={title} size="xl" closeOnClickOutside={false} onClose={onClose}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="person-fields-grid">
          {fields.map((field) => (
            <PersonInput
              key={field.target}
              field={field}
              value={values[field.target] ?? ''}
              error={errors[field.target]}
              onChange={(value) => change(field.target, value)}
            />
          ))}
        </div>
        {failure !== undefined && <Notice kind="error">{failure}</Notice>}
        {conflict ? (
          <ConflictNotice
            what="esta cita"
            values={findTypedDifferences(fields, values, conflict.now)}
            busy={busy}
            onKeepMine={submit}
            onTakeTheirs={conflict.onTake}
          />
        ) : (
          <DialogActions>
            <Button onClick={onClose}>Cancelar</Button>
            <Button type="submit" variant="filled" loading={busy}>
              {submitLabel}
            </Button>
          </DialogActions>
        )}
      </form>
    </Modal>
  );
}
