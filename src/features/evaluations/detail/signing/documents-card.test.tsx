// In jsdom: what the detail says of the closings of one evaluation.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { calls, closed, opened, show } from '#tests/support/screens/evaluation-screen.tsx';

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

describe('P10.200 the concept of each version', () => {
  const kept = { ...closing, has_concept: true };

  it('P10.200 is opened from its place, with its state beside it', async () => {
    show({ ...closed, version: 2, closings: [{ ...later, has_concept: true }, kept] });
    await opened();
    const bytes = new ArrayBuffer(8);
    calls.fetchIssuedConcept.mockResolvedValue({ bytes, fileName: 'concepto_x_v1.pdf', keptSince: null });
    const [, earlier] = within(screen.getByRole('region', { name: 'Documentos' })).getAllByRole('listitem');
    if (!earlier) throw new Error('No second version');
    expect(within(earlier).getByText('Reemplazada')).toBeTruthy();
    await userEvent.click(within(earlier).getByRole('button', { name: 'Abrir versión 1' }));
    await waitFor(() =>
      expect(calls.saveFile).toHaveBeenCalledWith(bytes, 'application/pdf', 'concepto_x_v1.pdf'),
    );
    expect(calls.fetchIssuedConcept.mock.lastCall?.[1]).toEqual({
      id: closed.id,
      version: 1,
      closed_at: closing.closed_at,
    });
  });

  it('P10.200 that was not kept is said, without a way to it; a provider of before says nothing', async () => {
    show({ ...closed, version: 2, closings: [later, { ...closing, has_concept: false }] });
    await opened();
    const card = within(screen.getByRole('region', { name: 'Documentos' }));
    expect(card.getByText('De esta versión no quedó el concepto en PDF.')).toBeTruthy();
    expect(card.queryByRole('button')).toBeNull();
  });
});
