import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Branch } from '#contract/catalogs/branches.ts';
import { Unreachable } from '#sync/requests/api-request.ts';
import type { BranchChangeOutcome } from '#sync/administration/clinic/branches.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { BRANCH_ID } from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { BranchDialog } from './branch-dialog.tsx';

const branchMocks = vi.hoisted(() => ({
  findActiveBranches: vi.fn(),
  setActiveBranch: vi.fn<(id: string | null) => Promise<BranchChangeOutcome>>(),
}));
vi.mock('#sync/administration/clinic/branches.ts', () => branchMocks);

const OTHER_BRANCH_ID = '44444444-4444-4444-8444-444444444444';
const createBranchRow = (id: string, name: string): Branch => ({
  id,
  company_id: OTHER_BRANCH_ID,
  company_name: 'IPS Demo',
  name,
  address: 'Calle 1',
  has_logo: false,
  is_active: true,
});
const branchPage = (items: Branch[], total = items.length) => ({ items, total });
const twoBranchesPage = branchPage([
  createBranchRow(BRANCH_ID, 'Bogotá'),
  createBranchRow(OTHER_BRANCH_ID, 'Medellín'),
]);

function renderBranchDialog(branchId: string | null = BRANCH_ID) {
  const [onChanged, onClose] = [vi.fn(), vi.fn()];
  renderReadScreen(
    <BranchDialog
      account={createAccount(['user_management'], { branchId })}
      onChanged={onChanged}
      onClose={onClose}
    />,
    '/home',
  );
  return { onChanged, onClose };
}
const findBranchButton = (name: RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
const rejectedResult = (status: number, message = ''): BranchChangeOutcome => ({
  type: 'refused',
  refusal: { status, code: null, message, details: [] },
});

beforeEach(() => {
  vi.resetAllMocks();
  branchMocks.findActiveBranches.mockResolvedValue(twoBranchesPage);
  branchMocks.setActiveBranch.mockResolvedValue({ type: 'changed' });
});

describe('P2 branch dialog', () => {
  it('the branch dialog lists the active branches and marks the selected one', async () => {
    renderBranchDialog();
    expect((await findBranchButton(/^Bogotá.*Activa$/)).disabled).toBe(true);
    expect((await findBranchButton(/^Medellín/)).disabled).toBe(false);
  });

  it('the branch dialog selects another branch with one touch', async () => {
    const { onChanged } = renderBranchDialog();
    await userEvent.click(await findBranchButton(/^Medellín/));
    expect(branchMocks.setActiveBranch).toHaveBeenCalledExactlyOnceWith(OTHER_BRANCH_ID);
    expect(onChanged).toHaveBeenCalledExactlyOnceWith(OTHER_BRANCH_ID);
  });

  it("P4.21 the button 'Modo global' in the branch dialog clears the user's active branch", async () => {
    const { onChanged } = renderBranchDialog();
    await userEvent.click(await findBranchButton(/^Modo global$/));
    expect(branchMocks.setActiveBranch).toHaveBeenCalledExactlyOnceWith(null);
    expect(onChanged).toHaveBeenCalledExactlyOnceWith(null);
  });

  it('the branch dialog hides the button for global mode when global mode is active', async () => {
    renderBranchDialog(null);
    await findBranchButton(/^Bogotá/);
    expect(screen.queryByRole('button', { name: 'Modo global' })).toBeNull();
  });

  it('the branch dialog searches branches, and says so when the search finds none', async () => {
    renderBranchDialog();
    await findBranchButton(/^Bogotá/);
    branchMocks.findActiveBranches.mockResolvedValue(branchPage([]));
    await enterText(screen.getByLabelText('Buscar sede'), 'zzz');
    expect(await screen.findByText('Ninguna sede activa coincide con la búsqueda.')).toBeTruthy();
    expect(branchMocks.findActiveBranches.mock.lastCall).toEqual(['zzz']);
  });

  it('P7.34 the branch dialog shows the total number of branches when it cannot list all of them', async () => {
    branchMocks.findActiveBranches.mockResolvedValue(branchPage(twoBranchesPage.items, 140));
    renderBranchDialog();
    expect(await screen.findByText(/^Se muestran 2 de 140/)).toBeTruthy();
  });

  it('the branch dialog links to the form for the first branch when no branch exists', async () => {
    branchMocks.findActiveBranches.mockResolvedValue(branchPage([]));
    const { onClose } = renderBranchDialog(null);
    await userEvent.click(await screen.findByRole('link', { name: 'Crear una sede' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(screen.getByTestId('where').textContent).toBe('/admin/catalogs/branches/new');
  });

  it('the branch dialog offers a retry when the branches cannot be loaded', async () => {
    branchMocks.findActiveBranches.mockRejectedValueOnce(new Unreachable('no_answer'));
    renderBranchDialog();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('No se pudieron cargar las sedes.');
    await userEvent.click(within(alert).getByRole('button', { name: 'Reintentar' }));
    expect(await findBranchButton(/^Bogotá/)).toBeTruthy();
  });
});

describe('P8.20 failed choice of a branch', () => {
  it.each<[BranchChangeOutcome, RegExp]>([
    [rejectedResult(403, 'x'), /^No tienes permisos para activar la sede seleccionada\.$/],
    [rejectedResult(404, 'x'), /^La sede seleccionada ya no está disponible\.$/],
    [rejectedResult(500), /^No fue posible actualizar la sede activa\. \(500\)$/],
    [
      { type: 'unreachable', cause: 'no_answer' },
      /^No fue posible actualizar la sede activa\. El servidor no responde\.$/,
    ],
  ])(
    'the branch dialog shows an error and keeps the active branch when the result is %j',
    async (change, words) => {
      branchMocks.setActiveBranch.mockResolvedValue(change);
      const { onChanged } = renderBranchDialog();
      await userEvent.click(await findBranchButton(/^Medellín/));
      expect((await screen.findByRole('alert')).textContent).toMatch(words);
      expect(onChanged).not.toHaveBeenCalled();
    },
  );

  it('the branch dialog removes the chosen branch from its list when the server does not find this branch', async () => {
    branchMocks.setActiveBranch.mockResolvedValue(rejectedResult(404));
    renderBranchDialog();
    const gone = await findBranchButton(/^Medellín/);
    branchMocks.findActiveBranches.mockResolvedValue(branchPage([createBranchRow(BRANCH_ID, 'Bogotá')]));
    await userEvent.click(gone);
    await retryUntilPassing(() => expect(screen.queryByText('Medellín')).toBeNull());
  });
});
