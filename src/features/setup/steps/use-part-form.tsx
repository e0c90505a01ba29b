import { useForm, type FormErrors } from '@mantine/form';
import { firstMessageByField, type SaveFailure } from '#sync/messages/failure-text.ts';
import { NotSavedNotice } from '#ui/notices/not-saved-notice.tsx';
import type { SetupPart } from '#domain/setup/steps.ts';
import { usePartFailure } from '../state/run.ts';
import { usePartRunner, type PartProps } from './step.ts';

interface PartFormOptions<Values> {
  readonly part: SetupPart;
  /** Values of an empty form; the draft's texts replace them. */
  readonly empty: Values;
  readonly validate: (values: Values) => FormErrors;
  /** Returns true if the draft's texts are of this form; by default they are. */
  readonly isDraftUsed?: (texts: Readonly<Record<string, string>>) => boolean;
  /** Further check of the part, such as the signature's. */
  readonly check?: () => boolean;
  /** Creates the rows. Returns the reason of a failure; null on success. */
  readonly create: (values: Values, branchId: string | null) => Promise<SaveFailure | null>;
}

/** Form of one part. Its texts are stored while the user types, and server errors appear at the fields that they name. */
export function usePartForm<Values extends Record<string, string>>(
  { account, draft, runners }: Pick<PartProps, 'account' | 'draft' | 'runners'>,
  { part, empty, validate, isDraftUsed = () => true, check = () => true, create }: PartFormOptions<Values>,
) {
  const failure = usePartFailure(account.userId, part);
  const isOfForm = ({ field }: { readonly field: string }) => Object.hasOwn(empty, field);
  const errorsOf = ({ details }: SaveFailure) => firstMessageByField(details.filter(isOfForm));
  const { texts: stored } = draft.found;
  const typed = isDraftUsed(stored) ? Object.entries(stored).filter(([field]) => isOfForm({ field })) : [];
  const form = useForm<Values>({
    initialValues: { ...empty, ...Object.fromEntries(typed) },
    initialErrors: failure ? errorsOf(failure) : {},
    validate,
    onValuesChange: (texts) => draft.keep({ texts }),
  });
  usePartRunner(runners, part, {
    check: () => [!form.validate().hasErrors, check()].every(Boolean),
    textOf: (field) => form.getValues()[field] ?? '',
    create: async (branchId) => {
      const trouble = await create(form.getValues(), branchId);
      if (trouble) form.setErrors(errorsOf(trouble));
      else draft.forget();
      return trouble;
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
