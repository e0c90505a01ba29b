import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Unreachable } from '#sync/requests/api-request.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { COMPLETE_SETUP_STATUS } from '#tests/support/screens/setup-status.ts';
import { SetupCard } from './setup-card.tsx';

const setupMocks = vi.hoisted(() => ({ readStoredSetup: vi.fn(), fetchAndStoreSetup: vi.fn() }));
vi.mock('#sync/administration/setup.ts', () => setupMocks);

const CARD_TITLE = 'Pon en marcha tu clínica';
const renderSetupCard = () =>
  renderReadScreen(<SetupCard account={createAccount(['user_management', 'manage_catalogs'])} />, '/home');

beforeEach(() => {
  vi.resetAllMocks();
  setupMocks.readStoredSetup.mockResolvedValue({ skipped: [], facts: null });
  setupMocks.fetchAndStoreSetup.mockResolvedValue({ skipped: [], facts: COMPLETE_SETUP_STATUS });
});

describe('P10.102 clinic that is not set up yet', () => {
  it('the setup card shows the remaining setup steps, with a link', async () => {
    setupMocks.fetchAndStoreSetup.mockResolvedValue({
      skipped: ['logo'],
      facts: { ...COMPLETE_SETUP_STATUS, hasLogo: false, exams: 0, doctors: 'none' },
    });
    renderSetupCard();
    const card = await screen.findByRole('region', { name: CARD_TITLE });
    expect(card.textContent).toContain('5 de 7 pasos. Falta: exámenes y médico con su firma.');
    expect(within(card).getByRole('link', { name: 'Seguir' }).getAttribute('href')).toBe('/setup');
  });

  it('the setup card shows nothing, and no longer requests the setup steps, when the setup is complete', async () => {
    const { unmount } = renderSetupCard();
    await waitFor(() => expect(setupMocks.fetchAndStoreSetup).toHaveBeenCalled());
    expect(screen.queryByRole('region', { name: CARD_TITLE })).toBeNull();
    unmount();
    setupMocks.fetchAndStoreSetup.mockClear();
    setupMocks.readStoredSetup.mockResolvedValue({ skipped: [], facts: COMPLETE_SETUP_STATUS });
    const { askAgain } = renderSetupCard();
    await askAgain();
    expect(setupMocks.readStoredSetup).toHaveBeenCalled();
    expect(setupMocks.fetchAndStoreSetup).not.toHaveBeenCalled();
  });

  it('the setup card shows nothing when the request fails', async () => {
    setupMocks.fetchAndStoreSetup.mockRejectedValue(new Unreachable('no_answer'));
    renderSetupCard();
    await waitFor(() => expect(setupMocks.fetchAndStoreSetup).toHaveBeenCalled());
    expect(screen.queryByRole('region', { name: CARD_TITLE })).toBeNull();
  });
});
