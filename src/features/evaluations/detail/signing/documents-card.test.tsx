// In jsdom: what the detail says of the closings of one evaluation.
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { closed, opened, show } from '#tests/support/screens/evaluation-screen.tsx';

const closing = {
  version: 1,
  closed_at: '2026-11-20T15:00:00Z',
  doctor_name: 'Dra. Ana Demo',
  number: 'BOG-2026-000123',
  code: '7KQ2-9M4X-HJ3T',
  state: 'reemplazada' as const,
};
const later = {
  ...closing,
  version: 2,
  number: 'BOG-2026-000124',
  code: 'ABCD-EFGH-JKMN',
  state: 'vigente' as const,
};

describe('P10.140 the documents of an evaluation', () => {
  it('each closing has its number, its state and its code, which leads to its page', async () => {
    show({ ...closed, version: 2, closings: [later, closing] });
    await opened();
    const card = screen.getByRole('region', { name: 'Documentos' });
    expect(
      within(card)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(
        /^BOG-2026-000124Vigente.*ABCD-EFGH-JKMN.*Versión 2\. Dra\. Ana Demo, 20\/11\/2026/,
      ),
      expect.stringMatching(/^BOG-2026-000123Reemplazada.*7KQ2-9M4X-HJ3T/),
    ]);
    const link = await within(card).findByRole('link', { name: /7KQ2-9M4X-HJ3T/ });
    expect(link.getAttribute('href')).toBe('https://clinica.test/v/7KQ2-9M4X-HJ3T');
    expect(
      within(card)
        .getByRole('link', { name: /Verificar un documento/ })
        .getAttribute('href'),
    ).toBe('/verify');
  });

  it('a closing of before numbers has its version, and no link', async () => {
    show({ ...closed, version: 1, closings: [{ ...closing, number: null, code: null, state: 'vigente' }] });
    await opened();
    const card = screen.getByRole('region', { name: 'Documentos' });
    expect(within(card).getByText('Versión 1')).toBeTruthy();
    expect(within(card).getAllByRole('link')).toHaveLength(1);
  });

  it('there is none where the provider says nothing of closings', async () => {
    show(closed);
    await opened();
    expect(screen.queryByRole('region', { name: 'Documentos' })).toBeNull();
  });
});
