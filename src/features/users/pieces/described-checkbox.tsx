import { Checkbox, type CheckboxProps } from '@mantine/core';
import './described-checkbox.css';

/** A box with a sentence below its word, which is as good a target as the box. `isFramed`: one of several. */
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
