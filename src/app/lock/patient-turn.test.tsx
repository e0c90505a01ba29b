import '#tests/support/device/indexeddb.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lockNow, readLockState } from '#storage/account/lock.ts';
import { lockAfterPatientTurn } from '#storage/account/patient-turn.ts';
import { storePin } from '#storage/account/pin-tries.ts';
import { requireKeysOf } from '#storage/keys/keyring.ts';
import { setHistoryGuard } from '#ui/dialogs/history-guard.ts';
import { anaAccount, ANA_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { LockScreen } from './lock-screen.tsx';

const leave = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock('../runtime/load-device.ts', () => ({
  loadDevice: () => Promise.resolve({ reportAllBeforeSignOut: () => Promise.resolve() }),
}));
vi.mock('../kit/sync-pill.tsx', () => ({ useSyncMessage: () => null }));
vi.mock('../kit/use-link-probe.ts', () => ({ useProbedConnectionState: () => undefined }));
vi.mock('../session/session.tsx', () => ({ useSession: () => ({ leave }) }));
vi.mock('#ui/dialogs/history-guard.ts', { spy: true });

const PIN = '704926';
const RECEPTION = '/reception';
const continueButton = () => screen.findByRole('button', { name: 'Continuar en recepción' });
const isLocked = async () => (await readLockState()).locked;

beforeEach(async () => {
  vi.mocked(setHistoryGuard).mockClear();
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

async function renderEndedTurn(since = Date.now()): Promise<HTMLElement> {
  await lockAfterPatientTurn(ANA_ID, RECEPTION, since);
  renderScreen(<LockScreen account={anaAccount} isAtStart={false} />, RECEPTION);
  return continueButton();
}

describe('P10.440 screen after the patient’s signature', () => {
  it('the screen asks for the tablet, addresses the patient as usted, and names no user and no patient', async () => {
    await renderEndedTurn();
    expect(screen.getByRole('main').textContent).toBe(
      'Gracias.Devuelva la tableta a recepción.Continuar en recepción',
    );
    expect(document.title).toBe('Devuelva la tableta · Ventanilla');
    expect(screen.getAllByRole('button')).toHaveLength(1);
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('a lock that is not the end of a turn shows the ordinary lock screen', async () => {
    await lockNow(Date.now());
    renderScreen(<LockScreen account={anaAccount} isAtStart={false} />);
    expect(await screen.findByRole('heading', { name: 'Pantalla bloqueada' })).toBeTruthy();
    expect(setHistoryGuard).not.toHaveBeenCalled();
  });

  it("'Atrás' is undone before the router sees it", async () => {
    history.replaceState({ idx: 4 }, '');
    const go = vi.spyOn(history, 'go').mockImplementation(() => undefined);
    await renderEndedTurn();
    const event = new PopStateEvent('popstate', { state: { idx: 1 }, cancelable: true });
    const stop = vi.spyOn(event, 'stopImmediatePropagation');
    vi.mocked(setHistoryGuard).mock.lastCall?.[0](event);
    expect(stop).toHaveBeenCalledOnce();
    expect(go).toHaveBeenCalledExactlyOnceWith(3);
  });

  it('a page that opens locked leads to the address at which reception continues; an open page keeps its address', async () => {
    await lockAfterPatientTurn(ANA_ID, RECEPTION, Date.now());
    const { unmount } = renderScreen(<LockScreen account={anaAccount} isAtStart />, '/home');
    await waitFor(() => expect(screen.getByTestId('where').textContent).toBe(RECEPTION));
    unmount();
    renderScreen(<LockScreen account={anaAccount} isAtStart={false} />, '/home');
    await continueButton();
    expect(screen.getByTestId('where').textContent).toBe('/home');
  });

  it('another window that the browser reloads while the screen is locked keeps its address', async () => {
    const reload = Object.assign(Object.create(null), { type: 'reload' });
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([reload]);
    await lockAfterPatientTurn(ANA_ID, RECEPTION, Date.now());
    renderScreen(<LockScreen account={anaAccount} isAtStart />, '/users');
    await continueButton();
    expect(screen.getByTestId('where').textContent).toBe('/users');
    vi.restoreAllMocks();
  });
});

describe('P10.441 reception takes the tablet back', () => {
  it('one press, also with the keyboard, unlocks the screen for a user without a PIN', async () => {
    const button = await renderEndedTurn();
    expect(document.activeElement === button).toBe(true);
    await userEvent.keyboard('{Enter}');
    await waitFor(async () => expect(await isLocked()).toBe(false));
  });

  it('a user with a PIN enters it; a wrong PIN counts as on the lock screen', async () => {
    await storePin(ANA_ID, await requireKeysOf(ANA_ID), PIN);
    await userEvent.click(await renderEndedTurn());
    await screen.findByLabelText('PIN de 6 números');
    for (const digit of '839517') await userEvent.click(screen.getByRole('button', { name: digit }));
    expect((await screen.findByRole('alert')).textContent).toContain('Te quedan 4 intentos.');
    expect(await isLocked()).toBe(true);
    for (const digit of PIN) await userEvent.click(screen.getByRole('button', { name: digit }));
    await waitFor(async () => expect(await isLocked()).toBe(false));
  });

  it('the page on which reception enters PIN or password names no user, returns to the patient’s page, and prompts before a sign-out', async () => {
    await storePin(ANA_ID, await requireKeysOf(ANA_ID), PIN);
    await userEvent.click(await renderEndedTurn());
    await screen.findByLabelText('PIN de 6 números');
    expect(screen.getByRole('main').textContent).not.toContain(anaAccount.displayName);
    await userEvent.click(screen.getByRole('button', { name: 'Cambiar de usuario' }));
    expect(await screen.findByText(/^Se cierra la sesión de recepción\./)).toBeTruthy();
    expect(leave).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Volver' }));
    expect(await continueButton()).toBeTruthy();
    expect(screen.queryByLabelText('PIN de 6 números')).toBeNull();
  });

  it('the page on which reception enters PIN or password returns to the patient’s page when it gets no input', async () => {
    await userEvent.click(await renderEndedTurn(Date.now() - 5 * 60_000));
    const field = await screen.findByLabelText('Contraseña');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.pointerDown(field);
    act(() => void vi.advanceTimersByTime(30_000));
    vi.useRealTimers();
    expect(await continueButton()).toBeTruthy();
  });

  it('the press requests the password after the lock time when the user has no PIN', async () => {
    await userEvent.click(await renderEndedTurn(Date.now() - 5 * 60_000));
    expect(await screen.findByLabelText('Contraseña')).toBeTruthy();
    expect(await isLocked()).toBe(true);
  });
});
