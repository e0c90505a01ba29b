import '#tests/support/device/jsdom-device.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RegistrationForm } from '#domain/registration.ts';
import { listEntries } from '#storage/outbox/entries.ts';
import { loadDraft, saveDraft } from '#storage/drafts/drafts.ts';
import { ANA } from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/enter-text.ts';
import { button, emptyDesk, field, readyDraft, show } from '#tests/support/screens/reception.tsx';

beforeEach(async () => {
  vi.setSystemTime('2026-11-28T15:00:00Z');
  await emptyDesk();
});

/** A registration that lacks only the confirmation, with more of its person. */
async function readyWith(patch: Partial<RegistrationForm>): Promise<void> {
  await readyDraft();
  const content = (await loadDraft(ANA, null))?.content;
  if (!content) throw new Error('no draft');
  await saveDraft(ANA, null, { ...content, form: { ...content.form, ...patch } });
}
const missing = () => within(screen.getByText('Falta para el certificado:').closest<HTMLElement>('.notice')!);

describe('the summary of the last step', () => {
  it('P10.296 shows the birth date as people write it, with the age, and the gender in words', async () => {
    await readyWith({ birthDate: '1988-04-15', gender: 'F', occupationName: 'Soldadora' });
    show();
    expect(await screen.findByText(/^15\/04\/1988 \(38 años\)/)).toBeTruthy();
    expect(screen.getByText(/^Femenino/)).toBeTruthy();
    expect(screen.queryByText('Falta para el certificado:')).toBeNull();
  });

  it('P10.295 names what the certificate lacks, and each name leads to its field', async () => {
    await readyWith({ gender: 'F' });
    show();
    await button('Confirmar y crear evaluación');
    const names = missing().getAllByRole('button');
    expect(names.map(({ textContent }) => textContent)).toEqual(['Fecha de nacimiento', 'Cargo']);
    await userEvent.click(await button('Cargo'));
    const job = await screen.findByRole('combobox', { name: 'Cargo' });
    await waitFor(() => expect(document.activeElement).toBe(job));
    await enterText(job, 'Afinador');
    await userEvent.click(await button('Siguiente'));
    await button('Confirmar y crear evaluación');
    expect(missing().getAllByRole('button')).toHaveLength(1);
    await userEvent.click(await button('Fecha de nacimiento'));
    await waitFor(async () => expect(document.activeElement).toBe(await field('Fecha de nacimiento')));
  });

  it('P10.295 never blocks the confirmation', async () => {
    await readyWith({});
    show();
    await userEvent.click(await button('Confirmar y crear evaluación'));
    await button('Registrar otra evaluación');
    expect(await listEntries(ANA, { limit: 9 })).toHaveLength(1);
  });
});
