import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '#sync/session.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { SignedInUser } from './signed-in-user.tsx';

const session = vi.hoisted(() => ({
  countUnsent: vi.fn((_owner: string) => Promise.resolve(0)),
  leave: vi.fn(() => Promise.resolve()),
  reportNow: vi.fn(() => Promise.resolve()),
}));
vi.mock('#sync/session.ts', () => ({ countUnsent: session.countUnsent }));
vi.mock('./load-device.ts', () => ({ loadDevice: () => Promise.resolve({ reportNow: session.reportNow }) }));
vi.mock('./session.tsx', () => ({ useSession: () => ({ leave: session.leave }) }));

const account: Account = {
  userId: 'u1',
  email: null,
  displayName: 'Ana Rincón',
  branchId: null,
  actions: [],
  gate: 'open',
};

async function chooseSignOut() {
  renderScreen(<SignedInUser account={account} />);
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }));
}

beforeEach(() => vi.clearAllMocks());

describe('sign-out', () => {
  it('the bar names the user and shows the way out without a menu', () => {
    renderScreen(<SignedInUser account={account} />);
    expect(screen.getByRole('button', { name: 'Ana Rincón: contraseña y dispositivo' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Cerrar sesión' })).toBeTruthy();
  });

  it('S16 with everything delivered it asks nothing', async () => {
    await chooseSignOut();
    await vi.waitFor(() => expect(session.leave).toHaveBeenCalledOnce());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('S16 with unsent entries it says how many and that they stay, and staying changes nothing', async () => {
    session.countUnsent.mockResolvedValueOnce(3);
    await chooseSignOut();
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Hay 3 evaluaciones');
    expect(screen.getAllByRole('button', { name: /cerrar sesión/i, hidden: true })).toHaveLength(1);
    expect(dialog.textContent).toContain('selladas en este dispositivo');
    await userEvent.click(screen.getByRole('button', { name: 'Seguir aquí' }));
    expect(session.leave).not.toHaveBeenCalled();
  });

  it('S16 the person may leave all the same', async () => {
    session.countUnsent.mockResolvedValueOnce(1);
    await chooseSignOut();
    await screen.findByRole('dialog');
    await userEvent.click(screen.getByRole('button', { name: 'Salir de todos modos' }));
    expect(session.leave).toHaveBeenCalledOnce();
  });
});

describe('S24 what lies unsent on the tablet is told while the session still takes it', () => {
  it('at the press, before anybody has answered the question', async () => {
    session.countUnsent.mockResolvedValueOnce(2);
    await chooseSignOut();
    await screen.findByRole('dialog');
    expect(session.reportNow).toHaveBeenCalledOnce();
    expect(session.leave).not.toHaveBeenCalled();
  });

  it('nobody waits for it', async () => {
    session.reportNow.mockReturnValueOnce(new Promise<never>(() => undefined));
    await chooseSignOut();
    await vi.waitFor(() => expect(session.leave).toHaveBeenCalledOnce());
  });
});
