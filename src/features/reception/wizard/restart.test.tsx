import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { StorageProblem } from '#storage/base/problem.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import type { WizardState } from '../steps/use-wizard.ts';
import { RestartWizardButton } from './wizard-bar.tsx';

const callOrder = vi.hoisted((): string[] => []);
const discardDraftMock = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('#sync/changes/on-device.ts', () => ({ discardDraft: discardDraftMock }));

beforeEach(() => {
  callOrder.length = 0;
  discardDraftMock.mockReset().mockImplementation(async () => void callOrder.push('discarded'));
});

/** Presses the button `label`, and confirms the prompt. */
async function renderAndRestart(
  settled: () => Promise<void>,
  entryId: string | null = null,
  label = 'Descartar todo',
): Promise<void> {
  const wizard = {
    ownerId: 'ana',
    entryId,
    isEmpty: false,
    draft: { saver: { stop: () => undefined } },
    captures: {
      settle: () => {
        callOrder.push('settled');
        return settled();
      },
    },
    onRestart: () => callOrder.push('begun again'),
    onLeave: () => callOrder.push('left'),
  } as unknown as WizardState;
  renderScreen(<RestartWizardButton wizard={wizard} />);
  await userEvent.click(screen.getByRole('button', { name: label }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click([...dialog.querySelectorAll('button')].find((b) => b.textContent === label)!);
}

it.each([
  ['is written', () => Promise.resolve()],
  ['cannot be written', () => Promise.reject(new Error('full'))],
])('S3 discarding the draft waits until the photo in preparation %s', async (_how, settled) => {
  await renderAndRestart(settled);
  await retryUntilPassing(() => expect(callOrder).toEqual(['settled', 'discarded', 'begun again']));
});

it('S3 P10.62 the wizard shows the draft instead of discarding it when another window has stored another patient in it', async () => {
  discardDraftMock.mockRejectedValue(new StorageProblem('changed'));
  await renderAndRestart(() => Promise.resolve());
  await retryUntilPassing(() => expect(callOrder).toEqual(['settled', 'begun again']));
});

it("P10.338 'Cancelar corrección' discards the draft of the correction and returns to the previous page", async () => {
  await renderAndRestart(() => Promise.resolve(), 'entry', 'Cancelar corrección');
  await retryUntilPassing(() => expect(callOrder).toEqual(['settled', 'discarded', 'left']));
});

it("P10.338 'Cancelar corrección' shows the correction instead of discarding it when another window has changed it", async () => {
  discardDraftMock.mockRejectedValue(new StorageProblem('changed'));
  await renderAndRestart(() => Promise.resolve(), 'entry', 'Cancelar corrección');
  await retryUntilPassing(() => expect(callOrder).toEqual(['settled', 'begun again']));
});
