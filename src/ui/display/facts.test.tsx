import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FactList } from './facts.tsx';

it('P10.367 a dot between two facts never starts a line, because a no-break space binds it to the fact before', () => {
  const { container } = render(<FactList of={['CC 1', 'Flores S.A.S.', '21:14']} />);
  expect([...container.querySelectorAll('.facts > span')].map(({ textContent }) => textContent)).toEqual([
    'CC 1\u00a0· ',
    'Flores S.A.S.\u00a0· ',
    '21:14 ',
  ]);
});
