import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '#sync/session/session.ts';
import {
  createAccount,
  renderReadScreen,
  useQueryOnChange,
} from '#tests/support/screens/rendering/render-read-screen.tsx';
import { BranchSwitcher } from './branch-switcher.tsx';

const branchOfferMock = vi.hoisted(() => ({
  recordBranchChoiceDismissed: vi.fn(() => Promise.resolve()),
  toast: vi.fn(),
}));
vi.mock('dexie-react-hooks', () => ({ useLiveQuery: useQueryOnChange }));
vi.mock('#storage/account/branch-offer.ts', () => ({
  wasBranchChoiceDismissed: () => Promise.resolve(false),
  recordBranchChoiceDismissed: branchOfferMock.recordBranchChoiceDismissed,
}));
vi.mock('#ui/notices/toast.ts', () => branchOfferMock);
vi.mock('../kit/with-queries.tsx', () => ({ withQueryClient: (inner: unknown) => inner }));
vi.mock('#features/branches/branch-dialog.tsx', () => ({
  BranchDialog: (props: { onChanged: (id: string | null) => void; onClose: () => void }) => (
    <dialog open>
      <button onClick={() => props.onChanged('b2')}>Medellín</button>
      <button onClick={() => props.onChanged(null)}>Modo global</button>
      <button onClick={props.onClose}>Cerrar</button>
    </dialog>
  ),
}));

const renderBranchSwitcher = (patch: Partial<Account>, path = '/home') =>
  renderReadScreen(<BranchSwitcher account={createAccount(['user_management'], patch)} />, path);
const clickButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => vi.clearAllMocks());

describe('P2 branch switcher', () => {
  it('P2.23 the branch dialog opens automatically when the user has no active branch, and the app records that the user dismissed the dialog', async () => {
    renderBranchSwitcher({ branchId: null });
    await clickButton('Cerrar');
    expect(branchOfferMock.recordBranchChoiceDismissed).toHaveBeenCalledOnce();
  });

  it('P2.19 the branch button opens the dialog, and gets the focus back when the dialog closes', async () => {
    renderBranchSwitcher({ branchId: 'b1' });
    await clickButton('Cambiar sede');
    await clickButton('Cerrar');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cambiar sede' }));
  });

  it('the choice of global mode in the branch dialog shows a confirmation toast and keeps the user on the start page', async () => {
    renderBranchSwitcher({ branchId: 'b1' });
    await clickButton('Cambiar sede');
    await clickButton('Modo global');
    expect(branchOfferMock.toast).toHaveBeenCalledExactlyOnceWith('ok', 'Modo global: ninguna sede activa.');
    expect(screen.getByTestId('where').textContent).toBe('/home');
  });

  it('after a change of branch, the page leaves an open evaluation of the previous branch and shows the evaluation list', async () => {
    renderBranchSwitcher({ branchId: 'b1' }, '/evaluations/e1');
    await clickButton('Cambiar sede');
    await clickButton('Medellín');
    expect(screen.getByTestId('where').textContent).toBe('/evaluations');
  });
});
