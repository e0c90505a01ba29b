import type { FormErrors, UseFormReturnType } from '@mantine/form';

/** For a form's onSubmit: the cursor goes to the first field that is not right. */
export const focusFirstError =
  <Values>(form: Pick<UseFormReturnType<Values>, 'getInputNode'>) =>
  (errors: FormErrors): void =>
    form.getInputNode(Object.keys(errors)[0] ?? '')?.focus();
