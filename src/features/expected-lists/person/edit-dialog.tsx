import { useState } from 'react';
import type { ExpectedPerson, ExpectedPersonBody } from '#contract/records/evaluation/expected-lists.ts';
import { fullName } from '#domain/patient/name.ts';
import { replaceExpectedPerson } from '#sync/expected/expected-lists.ts';
import { saveFailureOf, saveFailureReasonText, type SaveFailure } from '#sync/messages/failure-text.ts';
import type { Account } from '#sync/session/session.ts';
import { INPUT_KEPT_TEXT } from '#sync/changes/form-outcome.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { useRestoreFocus } from '#ui/hooks/focus/use-focus-back.ts';
import { toast } from '#ui/notices/toast.ts';
import { useExpectedPerson, type RosterCatalogs } from '../base/queries.ts';
import { PersonDialog } from './person-dialog.tsx';
import { keepHiddenValues, typedValuesOf, withValuesOf } from './typed-person.ts';

interface EditDialogProps {
  account: Account;
  /** Person as read when the dialog was opened. */
  person: ExpectedPerson;
  catalogs: RosterCatalogs;
  /** Reads the list again, also after a failed change. */
  refetch: () => Promise<void>;
  onClose: () => void;
}

/** Returns true if the form shows the same texts for both, which differ in the state at most. */
const hasSameTexts = (one: ExpectedPerson, other: ExpectedPerson): boolean =>
  one.package_job === other.package_job &&
  JSON.stringify(typedValuesOf(one)) === JSON.stringify(typedValuesOf(other));

/**
 * Person on which the change is based. After a conflict about the texts the user chooses: the own texts replace the stored
 * person, or the stored person replaces the texts. A new state alone, such as an arrival, is no conflict.
 */
function usePersonEdit({ account, person, catalogs, refetch, onClose }: EditDialogProps) {
  const { data: current, refetch: readAgain } = useExpectedPerson(account, person);
  const [base, setBase] = useState(person);
  const { busy, trouble, run, forget } = useChangeRunner<SaveFailure>();
  const hasConflict = trouble?.type === 'stale' && current.revision !== base.revision;
  const save = (changed: ExpectedPersonBody) =>
    run(async () => {
      const read = hasConflict ? current : base;
      const send = (stored: ExpectedPerson) =>
        replaceExpectedPerson(stored, keepHiddenValues(changed, stored, catalogs));
      let result = await send(read);
      if (result.type === 'stale') {
        const { data: now } = await readAgain();
        if (now && now.revision !== read.revision && hasSameTexts(now, read)) result = await send(now);
      }
      await refetch();
      if (result.type === 'saved') {
        toast('ok', 'Cambios guardados.');
        onClose();
      }
      return saveFailureOf(result, 'No se pudieron guardar los cambios.');
    });
  const take = () => {
    setBase(current);
    forget();
  };
  return { base, current, busy, trouble, hasConflict, save, take };
}

/** Form that changes an announced person. */
export function EditPersonDialog(props: EditDialogProps) {
  const { onClose } = props;
  const { base, current, busy, trouble, hasConflict, save, take } = usePersonEdit(props);
  // Here too, because a taken conflict mounts the form again, which then no longer knows the button that opened it.
  useRestoreFocus();
  return (
    <PersonDialog
      key={base.revision}
      title={`Editar a ${fullName(base)}`}
      submitLabel="Guardar"
      catalogs={withValuesOf(base, props.catalogs)}
      defaults={{
        identification_type: base.identification_type,
        evaluation_type_id: '',
        // The form has no field for it, so the person keeps it.
        package_job: base.package_job ?? '',
      }}
      initial={typedValuesOf(base)}
      problem={trouble && !hasConflict ? `${saveFailureReasonText(trouble)} ${INPUT_KEPT_TEXT}` : null}
      conflict={hasConflict ? { now: typedValuesOf(current), onTake: take } : null}
      busy={busy}
      onSubmit={(changed) => void save(changed)}
      onClose={onClose}
    />
  );
}
