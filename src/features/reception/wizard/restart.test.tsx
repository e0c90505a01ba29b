import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { emptyRegistration } from '#domain/registration.ts';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { Restart } from './restart.tsx';
import type { WizardState } from './use-wizard.ts';

const order = vi.hoisted((): string[] => []);
vi.mock('#sync/changes/on-device.ts', () => ({ discardDraft: () => order.push('discarded') }));

it.each([
  ['is written', () => Promise.resolve()],
  ['cannot be written', () => Promise.reject(new Error('full'))],
])('S3 a photo that is coming and %s does not land in the next draft', async (_how, settled) => {
  order.length = 0;
  const wizard = {
    form: { values: { ...emptyRegistration, firstName: 'Ana' } },
    draft: { saver: { stop: () => undefined } },
    captures: {
      pictures: {},
      settle: () => {
        order.push('settled');
        return settled();
      },
    },
  } as unknown as WizardState;
  const onRestart = () => order.push('begun again');
  renderScreen(
    <Restart draftKey={{ ownerId: 'ana', entryId: null }} wizard={wizard} onRestart={onRestart} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Empezar de nuevo' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(
    [...dialog.querySelectorAll('button')].find((b) => b.textContent === 'Empezar de nuevo')!,
  );
  await vi.waitFor(() => expect(order).toEqual(['settled', 'discarded', 'begun again']));
});
