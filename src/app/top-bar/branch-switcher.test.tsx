import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '#sync/session/session.ts';
import { account, renderReadScreen, useQueryOnce } from '#tests/support/screens/render-read-screen.tsx';
import { BranchSwitcher } from './branch-switcher.tsx';

const device = vi.hoisted(() => ({
  recordBranchOffered: vi.fn(() => Promise.resolve()),
  toast: vi.fn(),
}));
vi.mock('dexie-react-hooks', () => ({ useLiveQuery: useQueryOnce }));
vi.mock('#storage/account/branch-offer.ts', () => ({
  wasBranchOffered: () => Promise.resolve(false),
  recordBranchOffered: device.recordBranchOffered,
}));
vi.mock('#ui/notices/toast.ts', () => device);
vi.mock('../kit/with-queries.tsx', () => ({ withQueries: (inner: unknown) => inner }));
vi.mock('#features/branches/branch-dialog.tsx', () => ({
  BranchDialog: (props: { onChanged: (id: string | null) => void; onClose: () => void }) => (
    <dialog open>
      <button onClick={() => props.onChanged('b2')}>Medellín</button>
      <button onClick={() => props.onChanged(null)}>Modo global</button>
      <button onClick={props.onClose}>Cerrar</button>
    </dialog>
  ),
}));

const show = (patch: Partial<Account>, path = '/home') =>
  renderReadScreen(<BranchSwitcher account={account(['user_management'], patch)} />, path);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => vi.clearAllMocks());

describe('P2 branch switcher', () => {
  it('P2.23 the branch dialog opens automatically when the user has no active branch, and not again after it was closed', async () => {
    show({ branchId: null });
    await press('Cerrar');
    expect(device.recordBranchOffered).toHaveBeenCalledOnce();
  });

  it('P2.19 the branch button opens the dialog, and gets the focus back when the dialog closes', async () => {
    show({ branchId: 'b1' });
    await press('Cambiar sede');
    await press('Cerrar');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cambiar sede' }));
  });

  it('the top bar shows the chosen branch', async () => {
    show({ branchId: 'b1' });
    await press('Cambiar sede');
    await press('Modo global');
    expect(device.toast).toHaveBeenCalledExactlyOnceWith('ok', 'Modo global: ninguna sede activa.');
    expect(screen.getByTestId('where').textContent).toBe('/home');
  });

  it("a change of branch replaces an open evaluation of the previous branch by the new branch's list", async () => {
    show({ branchId: 'b1' }, '/evaluations/e1');
    await press('Cambiar sede');
    await press('Medellín');
    expect(screen.getByTestId('where').textContent).toBe('/evaluations');
  });
});
