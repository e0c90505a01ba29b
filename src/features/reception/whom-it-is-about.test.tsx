import '#tests/support/device/jsdom-device.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { saveDraft } from '#storage/drafts/drafts.ts';
import { ANA, draftContent } from '#tests/support/device/device.ts';
import { NUMBER, button, emptyDesk, field, readyDraft, show } from '#tests/support/screens/reception.tsx';

beforeEach(emptyDesk);

describe('P10.73 whom the screen is about', () => {
  const draftAt = (step: 0 | 1) => saveDraft(ANA, null, { ...draftContent(NUMBER), step });
  const named = () => document.querySelector('.wizard-person')?.textContent;

  it('the second step names the person under its title, the first has their fields', async () => {
    await draftAt(1);
    show();
    await button('Continuar');
    expect(named()).toBe(`Zoraida Quiñones · CC ${NUMBER}`);
    await userEvent.click(await button('Volver'));
    await field('Primer nombre');
    expect(named()).toBeUndefined();
  });

  it('the last step begins with name and document', async () => {
    await readyDraft();
    show();
    expect(await screen.findByText('Borrador recuperado')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Zoraida Quiñones' })).toBeTruthy();
    expect(screen.getByText(new RegExp(`^CC ${NUMBER}`))).toBeTruthy();
  });

  it.each([
    [0, 'Número de identificación'],
    [1, 'Tipo de evaluación'],
  ] as const)(
    "'Continuar' of the recovered draft leads to the first field of step %i",
    async (step, label) => {
      await draftAt(step);
      show();
      expect(await screen.findByText(/^Es de Zoraida Quiñones\. Sigue/)).toBeTruthy();
      await userEvent.click(await button('Continuar'));
      await waitFor(() =>
        expect(document.activeElement).toBe(screen.getByLabelText(label, { selector: 'input' })),
      );
      expect(screen.queryByText('Borrador recuperado')).toBeNull();
    },
  );
});
