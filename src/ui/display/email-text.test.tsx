import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EmailText } from './email-text.tsx';

it('P10.332 an e-mail address may wrap only before @ and dots, so that no word is split', () => {
  const { container } = render(<EmailText address="recepcion.med@alisos.demo" />);
  expect(container.innerHTML).toBe('recepcion<wbr>.med<wbr>@alisos<wbr>.demo');
  expect(container.textContent).toBe('recepcion.med@alisos.demo');
});
