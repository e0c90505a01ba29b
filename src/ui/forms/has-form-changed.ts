import type { UseFormReturnType } from '@mantine/form';

/**
 * Returns true if the form's values differ from its initial values. Mantine's `isDirty` ignores a changed list once another
 * field was changed and restored, or the form was saved.
 */
export const hasFormChanged = <Values>({ values, getInitialValues }: UseFormReturnType<Values>): boolean =>
  JSON.stringify(values) !== JSON.stringify(getInitialValues());
