import { useState } from 'react';
import type { ExpectedPerson, ExpectedPersonBody } from '#contract/records/evaluation/expected-lists.ts';
import { fullName } from '#domain/patient/name.ts';
import { replaceExpectedPerson } from '#sync/expected/expected-lists.ts';
import { saveFailureOf, saveFailureReasonText, type SaveFailure } from '#sync/messages/failure-text.ts';
import { INPUT_KEPT_TEXT } from '#sync/changes/form-outcome.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { toast } from '#ui/notices/toast.ts';
import type { RosterCatalogs } from '../base/queries.ts';
import { PersonDialog } from './person-dialog.tsx';
import { keepHiddenValues, typedValuesOf, withValuesOf } from './typed-person.ts';

interface EditDialogProps {
  /** Person as read when the dialog was opened. */
  person: ExpectedPerson;
  /** Person as last read, which another user may have changed. */
  current: ExpectedPerson;
  catalogs: RosterCatalogs;
  /** Reads the list again, also after a failed change. Resolves when `current` is the stored person. */
  refetch: () => Promise<void>;
  onClose: () => void;
}

/**
 * Person on which the change is based. After a conflict the user chooses: the own texts replace the stored person, or the stored
 * person replaces the texts.
 */
function usePersonEdit({ person, current, catalogs, refetch, onClose }: EditDialogProps) {
  const [base, setBase] = useState(person);
  const { busy, trouble, run, forget } = useChangeRunner<SaveFailure>();
  const hasConflict = trouble?.type === 'stale' && current.revision !== base.revision;
  const save = (changed: ExpectedPersonBody) =>
    run(async () => {
      const read = hasConflict ? current : base;
      const result = await replaceExpectedPerson(read, keepHiddenValues(changed, read, catalogs));
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
  return { base, busy, trouble, hasConflict, save, take };
}

/** Form that changes an announced person. */
export function EditPersonDialog(props: EditDialogProps) {
  const { current, onClose } = props;
  const { base, busy, trouble, hasConflict, save, take } = usePersonEdit(props);
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
