import { Checkbox, type CheckboxProps } from '@mantine/core';
import './described-checkbox.css';

/** Checkbox with a description that is a click target, too. `isFramed`: the checkbox is one of several. */
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
