import { useForm, type FormErrors } from '@mantine/form';
import { useState } from 'react';
import type { FormOutcome } from '#sync/changes/form-outcome.ts';
import type { SaveFailure } from '#sync/messages/failure-text.ts';
import { useToastAfterRedirect } from '#ui/notices/use-toast-after-redirect.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';

export type FormProblem =
  | { readonly type: 'conflict' }
  | {
      readonly type: 'failed';
      readonly trouble: SaveFailure;
      /** True if the form shows at least one error message at a field. */
      readonly isMarked: boolean;
      readonly unplaced: readonly string[];
    };

interface RecordFormOptions<Row, Values extends object> {
  /** Record as last read; null for a new record. */
  readonly row: Row | null;
  readonly valuesOf: (row: Row | null) => Values;
  readonly validate: (values: Values) => FormErrors;
  /** Saves the values. `read`: the record before the user's change; null for a new record. */
  readonly save: (read: Row | null, values: Values) => Promise<FormOutcome<Row>>;
  readonly onSaved: (row: Row) => void;
  readonly onTyped?: (values: Values) => void;
}

type FailedOutcome = Extract<FormOutcome<unknown>, { type: 'failed' }>;

const hasEqualJson = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Form for a record that other users may change at the same time. The typed values stay until they are saved or discarded.
 * After a conflict, `base` is the current record, and the next save changes that record.
 */
export function useRecordForm<Row, Values extends object>(options: RecordFormOptions<Row, Values>) {
  const { row, valuesOf, validate, save, onSaved, onTyped } = options;
  const [base, setBase] = useState(row);
  const { busy, trouble: problem, run, forget } = useChangeRunner<FormProblem>();
  const toastAfterRedirect = useToastAfterRedirect();
  const form = useForm<Values>({
    initialValues: valuesOf(row),
    validate,
    ...(onTyped && { onValuesChange: onTyped }),
  });
  const replaceBase = (now: Row | null) => {
    setBase(now);
    form.setInitialValues(valuesOf(now));
    form.setValues(valuesOf(now));
    form.clearErrors();
    forget();
  };
  const attempt = async (values: Values): Promise<FormProblem | null> => {
    // If only the record's image or status has changed and none of its fields, the save uses the newer revision.
    const outcome = await save(hasEqualJson(valuesOf(base), valuesOf(row)) ? row : base, values);
    switch (outcome.type) {
      case 'saved':
        replaceBase(outcome.row);
        onSaved(outcome.row);
        return null;
      case 'conflict':
        setBase(outcome.now);
        return { type: 'conflict' };
      case 'failed':
        toastAfterRedirect(outcome.trouble);
        return problemOfFailure(values, outcome);
    }
  };
  const problemOfFailure = (values: Values, { trouble, errors }: FailedOutcome): FormProblem => {
    const placed = Object.fromEntries(
      Object.entries(errors).filter(([field]) => Object.hasOwn(values, field)),
    );
    form.setErrors(placed);
    focusFirst(placed);
    const unplaced = trouble.details.filter(({ field }) => !Object.hasOwn(values, field));
    return {
      type: 'failed',
      trouble,
      isMarked: Object.keys(placed).length > 0,
      unplaced: unplaced.map(({ message }) => message),
    };
  };
  const focusFirst = (errors: FormErrors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus();
  const saveNow = (values: Values) => void run(() => attempt(values));
  return {
    form,
    base,
    busy,
    problem,
    submit: form.onSubmit(saveNow, focusFirst),
    keepMine: () => form.onSubmit(saveNow, focusFirst)(),
    takeTheirs: () => replaceBase(base),
  };
}
