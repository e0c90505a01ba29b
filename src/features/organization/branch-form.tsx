import { Button, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { OwnBranchBody, type Branch } from '#contract/branches.ts';
import { fieldMessages, troubleOf, type Trouble } from '#sync/failure-text.ts';
import { updateOwnBranch } from '#sync/organization.ts';
import { Card } from '#ui/card.tsx';
import { ConflictNotice } from '#ui/conflict-notice.tsx';
import { Notice } from '#ui/notice.tsx';
import { toast } from '#ui/toast.ts';
import { useChange } from '#ui/use-change.ts';
import { DESCRIPTIONS, FIELDS, differences, valuesOf, type FormValues } from './fields.ts';

const COULD_NOT = 'No se pudo actualizar la información.';

interface BranchFormProps {
  branch: Branch;
  /** The branch as it is now; null when it cannot be asked for. */
  reread: () => Promise<Branch | null>;
  onSaved: (branch: Branch) => void;
  /** What the documents would say with what is typed. */
  onTyped: (values: FormValues) => void;
}

/** `base` is the state that the form is a change of; it moves on when it is saved or read anew. */
function useBranchForm({ branch, reread, onSaved, onTyped }: BranchFormProps) {
  const [base, setBase] = useState(branch);
  const { busy, trouble, run, forget } = useChange<Trouble>();
  const form = useForm<FormValues>({
    initialValues: valuesOf(branch),
    validate: schemaResolver(OwnBranchBody, { sync: true }),
    onValuesChange: onTyped,
  });
  const settle = (now: Branch) => {
    setBase(now);
    form.setInitialValues(valuesOf(now));
    form.setValues(valuesOf(now));
    form.clearErrors();
    forget();
  };
  const attempt = async (read: Branch, values: FormValues): Promise<Trouble | null> => {
    const result = await updateOwnBranch(read, OwnBranchBody.parse(values));
    const found = troubleOf(result, COULD_NOT);
    if (found) form.setErrors(fieldMessages(found.details));
    if (result.type === 'stale') {
      const now = await reread();
      if (!now) return troubleOf({ type: 'unreachable' }, COULD_NOT);
      setBase(now);
    }
    if (result.type === 'saved') {
      settle(result.body);
      onSaved(result.body);
      toast('ok', 'Información actualizada correctamente.');
    }
    return found;
  };
  // A new logo is a new state of the branch too, and no change of these fields.
  const read = differences(valuesOf(base), valuesOf(branch)).length === 0 ? branch : base;
  const save = (values: FormValues) => void run(() => attempt(read, values));
  return { base, busy, trouble, form, save, takeTheirs: () => settle(base) };
}

type BranchFormState = ReturnType<typeof useBranchForm>;

function Problem({ state }: { state: BranchFormState }) {
  const { base, busy, trouble, form, save, takeTheirs } = state;
  if (!trouble) return null;
  if (trouble.type !== 'stale') return <Notice kind="error">{trouble.text}</Notice>;
  return (
    <ConflictNotice
      what="esta sede"
      values={differences(form.values, valuesOf(base))}
      busy={busy}
      onKeepMine={() => save(form.values)}
      onTakeTheirs={takeTheirs}
    />
  );
}

/** Every field is optional (spec §5); an empty one is saved as none. */
export function BranchForm(props: BranchFormProps) {
  const state = useBranchForm(props);
  const { form, busy, save } = state;
  return (
    <Card title="Datos de la sede">
      <form
        className="organization-form"
        noValidate
        onSubmit={form.onSubmit(save, (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus())}
      >
        {FIELDS.map(({ name, label, type }) => (
          <TextInput
            key={name}
            label={label}
            type={type}
            autoComplete="off"
            description={DESCRIPTIONS[name]}
            {...form.getInputProps(name)}
          />
        ))}
        <Problem state={state} />
        <div className="card-bar">
          <Button type="submit" variant="filled" loading={busy} disabled={!form.isDirty()}>
            Guardar cambios
          </Button>
          {form.isDirty() && (
            <Button variant="subtle" disabled={busy} onClick={form.reset}>
              Deshacer
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
