import type { FormErrors, UseFormReturnType } from '@mantine/form';

export const createFirstErrorFocuser =
  <Values>(form: Pick<UseFormReturnType<Values>, 'getInputNode'>) =>
  (errors: FormErrors): void =>
    form.getInputNode(Object.keys(errors)[0] ?? '')?.focus();
