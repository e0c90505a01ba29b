import { Checkbox, type CheckboxProps } from '@mantine/core';
import './described-checkbox.css';

/** Checkbox whose description is a click target, too. `isFramed` is true for a checkbox in a list. */
export const DescribedCheckbox = ({ isFramed, ...rest }: { isFramed?: boolean } & CheckboxProps) => (
  <Checkbox
    {...rest}
    classNames={{
      root: isFramed ? 'described described-framed' : 'described',
      body: 'described-body',
      inner: 'described-inner',
      label: 'described-label',
      description: 'described-description',
    }}
  />
);
