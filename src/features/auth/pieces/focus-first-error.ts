import type { FormErrors, UseFormReturnType } from '@mantine/form';

/** Returns an error handler for a form’s onSubmit that focuses the first invalid field. */
export const focusFirstError =
  <Values>(form: Pick<UseFormReturnType<Values>, 'getInputNode'>) =>
  (errors: FormErrors): void =>
    form.getInputNode(Object.keys(errors)[0] ?? '')?.focus();
