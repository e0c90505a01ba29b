import { useForm, type FormErrors } from '@mantine/form';
import { useState } from 'react';
import { firstMessageByField, type SaveFailure } from '#sync/messages/failure-text.ts';
import { NotSavedNotice } from '#ui/notices/not-saved-notice.tsx';
import type { SetupPart } from '#domain/setup/steps.ts';
import { usePartRunner, type PartProps } from './step.ts';

interface PartFormOptions<Values> {
  readonly part: SetupPart;
  /** Values of an empty form; the draft's texts replace them. */
  readonly empty: Values;
  readonly validate: (values: Values) => FormErrors;
  /** Further check of the part, such as the signature's. */
  readonly check?: () => boolean;
  /** Creates the rows. Returns the reason of a failure; null on success. */
  readonly create: (values: Values, branchId: string | null) => Promise<SaveFailure | null>;
}

/** Form of one part. Its texts are stored while the user types, and server errors appear at the fields that they name. */
export function usePartForm<Values extends Record<string, string>>(
  { draft, runners }: Pick<PartProps, 'draft' | 'runners'>,
  { part, empty, validate, check = () => true, create }: PartFormOptions<Values>,
) {
  const [failure, setFailure] = useState<SaveFailure | null>(null);
  const form = useForm<Values>({
    initialValues: { ...empty, ...draft.found.texts },
    validate,
    onValuesChange: (texts) => draft.keep({ texts }),
  });
  const isOfForm = ({ field }: { readonly field: string }) => Object.hasOwn(empty, field);
  usePartRunner(runners, part, {
    check: () => [!form.validate().hasErrors, check()].every(Boolean),
    textOf: (field) => form.getValues()[field] ?? '',
    create: async (branchId) => {
      const trouble = await create(form.getValues(), branchId);
      setFailure(trouble);
      if (trouble) form.setErrors(firstMessageByField(trouble.details.filter(isOfForm)));
      else draft.forget();
      return trouble === null;
    },
  });
  const unplaced = failure?.details.filter((detail) => !isOfForm(detail)) ?? [];
  const isAtFields = unplaced.length === 0 && failure?.details.length !== 0;
  const notice = failure && !isAtFields && (
    <NotSavedNotice
      text={failure.text}
      unplaced={unplaced.map(({ message }) => message)}
      supportCode={failure.supportCode}
    />
  );
  return { form, notice };
}
