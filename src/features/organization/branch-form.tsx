import { Button, TextInput } from '@mantine/core';
import { schemaResolver } from '@mantine/form';
import { OwnBranchBody, type Branch } from '#contract/catalogs/branches.ts';
import { toFormOutcome } from '#sync/changes/form-outcome.ts';
import { updateOwnBranch } from '#sync/administration/clinic/organization.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { ActionBar } from '#ui/display/cards/card-bar.tsx';
import { ConflictNotice } from '#ui/notices/conflict-notice.tsx';
import { LeavePrompt } from '#ui/dialogs/leave-prompt.tsx';
import { NotSavedNotice } from '#ui/notices/not-saved-notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import { useRecordForm } from '#components/records/use-record-form.ts';
import {
  OWN_BRANCH_FIELDS,
  ownBranchFieldHint,
  changedBranchFields,
  toOwnBranchValues,
  type OwnBranchValues,
} from './fields.ts';
import './branch-form.css';

const SAVE_BRANCH_FAILED_TEXT = 'No se pudo actualizar la información.';

interface BranchFormProps {
  branch: Branch;
  /** Reads the branch again; null if it cannot be read. */
  reread: () => Promise<Branch | null>;
  onSaved: (branch: Branch) => void;
  onTyped: (values: OwnBranchValues) => void;
}

function useBranchForm({ branch, reread, onSaved, onTyped }: BranchFormProps) {
  return useRecordForm<Branch, OwnBranchValues>({
    row: branch,
    valuesOf: (row) => toOwnBranchValues(row ?? branch),
    validate: schemaResolver(OwnBranchBody, { sync: true }),
    save: async (read, values) =>
      toFormOutcome(
        await updateOwnBranch(read ?? branch, OwnBranchBody.parse(values)),
        reread,
        SAVE_BRANCH_FAILED_TEXT,
      ),
    onSaved: (saved) => {
      onSaved(saved);
      toast('ok', 'Información actualizada correctamente.');
    },
    onTyped,
  });
}

type BranchFormState = ReturnType<typeof useBranchForm>;

function BranchFormProblem({ branch, state }: { branch: Branch; state: BranchFormState }) {
  const { base, busy, problem, form, keepMine, takeTheirs } = state;
  if (!problem) return null;
  if (problem.type === 'failed')
    return (
      <NotSavedNotice
        text={problem.trouble.text}
        unplaced={problem.unplaced}
        supportCode={problem.trouble.supportCode}
      />
    );
  return (
    <ConflictNotice
      what="esta sede"
      values={changedBranchFields(form.values, toOwnBranchValues(base ?? branch))}
      busy={busy}
      onKeepMine={keepMine}
      onTakeTheirs={takeTheirs}
    />
  );
}

/** Form of the branch. All fields are optional (P5); an empty field is saved as null. */
export function BranchForm(props: BranchFormProps) {
  const state = useBranchForm(props);
  const { form, busy, problem, submit } = state;
  return (
    <Card title="Datos de la sede">
      <form className="organization-form" noValidate onSubmit={submit}>
        {OWN_BRANCH_FIELDS.map(({ name, label, type }) => (
          <TextInput
            key={name}
            label={label}
            type={type}
            autoComplete="off"
            description={ownBranchFieldHint(name, form.values[name])}
            {...form.getInputProps(name)}
          />
        ))}
        <BranchFormProblem branch={props.branch} state={state} />
        {problem?.type !== 'conflict' && (
          <ActionBar className="organization-form-end">
            <Button type="submit" variant="filled" loading={busy} disabled={!form.isDirty()}>
              Guardar cambios
            </Button>
            {form.isDirty() && (
              <Button variant="subtle" disabled={busy} onClick={form.reset}>
                Deshacer
              </Button>
            )}
          </ActionBar>
        )}
      </form>
      <LeavePrompt dirty={form.isDirty()} />
    </Card>
  );
}
