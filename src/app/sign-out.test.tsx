import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '#sync/session.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { UserMenu } from './user-menu.tsx';

const session = vi.hoisted(() => ({
  countUnsent: vi.fn((_owner: string) => Promise.resolve(0)),
  leave: vi.fn(() => Promise.resolve()),
}));
vi.mock('#sync/session.ts', () => ({ countUnsent: session.countUnsent }));
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
  renderScreen(<UserMenu account={account} />);
  await userEvent.click(screen.getByRole('button', { name: 'Ana Rincón' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Cerrar sesión' }));
}

beforeEach(() => vi.clearAllMocks());

describe('sign-out', () => {
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
    expect(dialog.textContent).toContain('selladas en este dispositivo');
    await userEvent.click(screen.getByRole('button', { name: 'Seguir aquí' }));
    expect(session.leave).not.toHaveBeenCalled();
  });

  it('S16 the person may leave all the same', async () => {
    session.countUnsent.mockResolvedValueOnce(1);
    await chooseSignOut();
    await screen.findByRole('dialog');
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }));
    expect(session.leave).toHaveBeenCalledOnce();
  });
});
