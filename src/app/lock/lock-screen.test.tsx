import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createAccount } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { LockScreen } from './lock-screen.tsx';

const requestDrainMock = vi.hoisted(() => vi.fn());
const readDataLeftOnDeviceMock = vi.hoisted(() => vi.fn());
vi.mock('dexie-react-hooks', () => ({ useLiveQuery: (read: () => unknown) => read() }));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => ({ name: 'down', nextProbeAt: Date.now() }),
}));
vi.mock('#storage/account/lock-pin.ts', () => ({ readPinAttemptsLeft: () => null }));
vi.mock('#storage/account/patient-turn.ts', () => ({ readEndedTurn: () => Promise.resolve(null) }));
vi.mock('#sync/outbox/outbox.ts', () => ({ requestDrain: requestDrainMock }));
// Mocked, because the device report before a sign-out would load the device code, which starts background work.
vi.mock('../runtime/load-device.ts', () => ({
  loadDevice: () => Promise.resolve({ reportAllBeforeSignOut: () => Promise.resolve() }),
}));
vi.mock('../kit/sync-pill.tsx', () => ({ useSyncMessage: () => null }));
vi.mock('../session/left-behind.ts', () => ({ readDataLeftOnDevice: readDataLeftOnDeviceMock }));
vi.mock('../session/session.tsx', () => ({ useSession: () => ({ leave: () => Promise.resolve() }) }));

it('D2 the lock screen probes a connection that is down, because only the server can verify a password that was changed on another device', async () => {
  renderScreen(<LockScreen account={createAccount([])} isAtStart={false} />);
  await waitFor(() => expect(requestDrainMock).toHaveBeenCalledWith('timer'));
});

it('P10.75 the lock screen shows how many drafts are parked when another user wants to sign in', async () => {
  readDataLeftOnDeviceMock.mockResolvedValue({
    unsent: { evaluations: 0, files: 0, corrections: 0 },
    parked: 2,
    downloads: null,
    isContentLost: false,
  });
  renderScreen(<LockScreen account={createAccount([])} isAtStart={false} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar de usuario' }));
  expect(
    await screen.findByText(/^Tienes 2 registros en espera en este dispositivo, sin confirmar\./),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Salir' })).toBeTruthy();
});
