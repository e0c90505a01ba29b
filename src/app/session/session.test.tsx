import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter, Outlet, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageProblem } from '#storage/base/problem.ts';
import type { Account } from '#sync/session/session.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { AppRoutes } from '../routes.tsx';
import { readSessionHint, writeSessionHint } from './session-hint.ts';
import { SessionProvider, useSession } from './session.tsx';

const account: Account = {
  userId: 'u1',
  email: 'ana@alisos.demo',
  displayName: 'Ana Rincón',
  branchId: null,
  actions: ['register_patients'],
  gate: 'open',
};

interface AccountListeners {
  onAccount: (account: Account | null) => void;
  onFailure: (error: unknown) => void;
}

const deviceMock = vi.hoisted(() => ({
  followers: null as unknown,
  startBackgroundJobs: vi.fn(() => () => undefined),
  signOut: vi.fn(() => Promise.resolve()),
  isSafeToReload: () => Promise.resolve(false),
  countUnsentOfOthers: vi.fn(() => Promise.resolve({ evaluations: 0, files: 0, corrections: 0 })),
}));
const toastMock = vi.hoisted(() => vi.fn());
vi.mock('#ui/notices/toast.ts', () => ({ toast: toastMock }));
vi.mock('../runtime/load-device.ts', () => ({
  loadDevice: () =>
    Promise.resolve({
      ...deviceMock,
      observeAccount: (followers: unknown) => {
        deviceMock.followers = followers;
        return () => undefined;
      },
    }),
}));
vi.mock('../shell/shell.tsx', () => ({
  Shell: ({ account: shown }: { account: Account }) => {
    const { leave } = useSession();
    return (
      <main>
        <button onClick={() => void leave()}>Salir, {shown.displayName}</button>
        <Suspense fallback={null}>
          <Outlet context={shown} />
        </Suspense>
      </main>
    );
  },
}));

const ShownLocation = () => {
  const { pathname, state } = useLocation();
  return <output data-testid="where">{`${pathname} ${JSON.stringify(state)}`}</output>;
};
const getShownPath = () => screen.getByTestId('where').textContent;

const renderAppAt = (path: string) =>
  render(
    <MantineProvider env="test" forceColorScheme="light">
      <MemoryRouter initialEntries={[path]}>
        <SessionProvider>
          <AppRoutes />
        </SessionProvider>
        <ShownLocation />
      </MemoryRouter>
    </MantineProvider>,
  );

async function openAndGetListeners(path: string): Promise<AccountListeners> {
  deviceMock.followers = null;
  renderAppAt(path);
  await retryUntilPassing(() => expect(deviceMock.followers).not.toBeNull());
  return deviceMock.followers as AccountListeners;
}

beforeEach(() => {
  writeSessionHint(false);
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

describe('P2.7 session check', () => {
  it('P2.7 the page waits for the account from the database, without a sign-in form, when the stored hint says that a session is open', async () => {
    writeSessionHint(true);
    const { onAccount } = await openAndGetListeners('/reception');
    expect(screen.getByText('Verificando sesión…')).toBeTruthy();
    act(() => onAccount(account));
    expect(await screen.findByText('Salir, Ana Rincón')).toBeTruthy();
    expect(getShownPath()).toContain('/reception');
  });

  it('P2.7 the page at a protected address checks the session before it shows the sign-in form, even without a stored session hint', async () => {
    const { onAccount } = await openAndGetListeners('/reception?x=1');
    expect(screen.getByText('Verificando sesión…')).toBeTruthy();
    expect(screen.queryByLabelText('Correo electrónico')).toBeNull();
    act(() => onAccount(account));
    expect(await screen.findByText('Salir, Ana Rincón')).toBeTruthy();
    expect(getShownPath()).toBe('/reception null');
    expect(readSessionHint()).toBe(true);
  });

  it('P2 a protected address shows the sign-in form without a session, and its screen after the sign-in', async () => {
    const { onAccount } = await openAndGetListeners('/reception?x=1');
    act(() => onAccount(null));
    expect(await screen.findByLabelText('Correo electrónico')).toBeTruthy();
    expect(getShownPath()).toBe('/login {"from":"/reception?x=1"}');
    act(() => onAccount(account));
    expect(await screen.findByText('Salir, Ana Rincón')).toBeTruthy();
    expect(getShownPath()).toContain('/reception');
  });

  it('the page shows the sign-in form immediately when the device has no network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openAndGetListeners('/reception');
    expect(await screen.findByLabelText('Correo electrónico')).toBeTruthy();
    expect(screen.queryByText('Verificando sesión…')).toBeNull();
  });

  it.each([false, true])(
    'P2 the page shows the sign-in form after 10 s without a response (session hint: %s), and signs the user in when the response comes',
    async (hint) => {
      writeSessionHint(hint);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      renderAppAt('/reception');
      expect(screen.getByText('Verificando sesión…')).toBeTruthy();
      act(() => void vi.advanceTimersByTime(10_000));
      vi.useRealTimers();
      expect(await screen.findByLabelText('Correo electrónico')).toBeTruthy();
      act(() => (deviceMock.followers as AccountListeners).onAccount(account));
      expect(await screen.findByText('Salir, Ana Rincón')).toBeTruthy();
      expect(getShownPath()).toContain('/reception');
    },
  );

  it('the page shows the sign-in form and clears the stored session hint when the hint is set although no session is open', async () => {
    writeSessionHint(true);
    const { onAccount } = await openAndGetListeners('/home');
    act(() => onAccount(null));
    expect(await screen.findByLabelText('Correo electrónico')).toBeTruthy();
    expect(readSessionHint()).toBe(false);
  });

  it('P2.2 P2.8 the sign-in form redirects a user who is already signed in to the start page, without a message', async () => {
    const { onAccount } = await openAndGetListeners('/login');
    expect(await screen.findByLabelText('Correo electrónico')).toBeTruthy();
    act(() => onAccount(account));
    expect(await screen.findByText('Salir, Ana Rincón')).toBeTruthy();
    expect(getShownPath()).toContain('/home');
    expect(toastMock).not.toHaveBeenCalled();
  });
});

describe('ended or unreadable session', () => {
  it("S16 a sign-out leaves no return address at the sign-in form, so that the next user does not start on the previous user's screen", async () => {
    const { onAccount } = await openAndGetListeners('/reception');
    act(() => onAccount(account));
    await userEvent.click(await screen.findByText('Salir, Ana Rincón'));
    act(() => onAccount(null));
    expect(await screen.findByLabelText('Correo electrónico')).toBeTruthy();
    expect(getShownPath()).toBe('/login null');
    expect(deviceMock.signOut).toHaveBeenCalledOnce();
  });

  it('S16 the sign-in form shows the number of encrypted entries once the database has been read', async () => {
    deviceMock.countUnsentOfOthers.mockResolvedValueOnce({ evaluations: 2, files: 0, corrections: 0 });
    await openAndGetListeners('/login');
    expect(await screen.findByText(/^Hay 2 evaluaciones por enviar/)).toBeTruthy();
    expect(deviceMock.countUnsentOfOthers).toHaveBeenCalledWith(null);
  });

  it('S20 the sign-in form shows that the storage cannot be opened', async () => {
    writeSessionHint(true);
    const { onFailure } = await openAndGetListeners('/home');
    act(() => onFailure(new StorageProblem('unavailable')));
    expect((await screen.findByRole('alert')).textContent).toContain('no permite guardar datos');
  });

  it('P2.7 the sign-in page says why the app does not work when it is opened over plain http from another machine', async () => {
    vi.stubGlobal('isSecureContext', false);
    deviceMock.followers = null;
    renderAppAt('/reception');
    expect((await screen.findByRole('alert')).textContent).toContain('Esta dirección no es segura.');
    expect(deviceMock.followers).toBeNull();
    vi.unstubAllGlobals();
  });

  it("S17 the background jobs start when a user is known, and start again when this user's ended session becomes open", async () => {
    const { onAccount } = await openAndGetListeners('/home');
    act(() => onAccount({ ...account, gate: 'expired' }));
    await screen.findByText('Salir, Ana Rincón');
    act(() => onAccount({ ...account, displayName: 'Ana R.' }));
    await screen.findByText('Salir, Ana R.');
    act(() => onAccount({ ...account, displayName: 'Ana' }));
    await screen.findByText('Salir, Ana');
    expect(deviceMock.startBackgroundJobs.mock.calls).toEqual([
      ['u1', 'expired'],
      ['u1', 'open'],
    ]);
  });
});

describe('unknown address', () => {
  it("an unknown address shows 'not found' inside the shell to a signed-in user", async () => {
    const { onAccount } = await openAndGetListeners('/no-hay');
    act(() => onAccount(account));
    expect(await screen.findByText('Salir, Ana Rincón')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Esta página no existe' })).toBeTruthy();
    expect(screen.getAllByRole('main')).toHaveLength(1);
    await userEvent.click(screen.getByText('Salir, Ana Rincón'));
    act(() => onAccount(null));
    expect(await screen.findByLabelText('Correo electrónico')).toBeTruthy();
  });

  it('an unknown address shows a visitor a page with a link to the start page', async () => {
    const { onAccount } = await openAndGetListeners('/no-hay');
    expect(screen.getByText('Verificando sesión…')).toBeTruthy();
    act(() => onAccount(null));
    expect(screen.getByRole('heading', { name: 'Esta página no existe' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ir al inicio' }).getAttribute('href')).toBe('/');
  });
});

describe('P2.2 public pages of a signed-in user', () => {
  it.each(['/forgot-password', '/reset-password?token=t'])(
    'P2.6 the public page %s redirects a signed-in user to the start page',
    async (path) => {
      const { onAccount } = await openAndGetListeners(path);
      expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
      act(() => onAccount(account));
      expect(await screen.findByText('Salir, Ana Rincón')).toBeTruthy();
      expect(getShownPath()).toBe('/home null');
    },
  );

  it.each(['/first-admin?token=t'])(
    'the page %s tells a signed-in user that the link cannot be used while a session is open',
    async (path) => {
      writeSessionHint(true);
      const { onAccount } = await openAndGetListeners(path);
      act(() => onAccount(account));
      expect(await screen.findByText('Salir, Ana Rincón')).toBeTruthy();
      expect(toastMock).toHaveBeenCalledExactlyOnceWith(
        'warn',
        expect.stringContaining('Ya hay una sesión abierta'),
      );
    },
  );
});
