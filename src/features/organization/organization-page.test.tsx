import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Branch } from '#contract/catalogs/branches.ts';
import { LOGO_MAX_BYTES } from '#contract/limits.ts';
import { Rejected, Unreachable } from '#sync/requests/api-request.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { BRANCH_ID } from '#tests/support/device/device.ts';
import { OrganizationPage } from './organization-page.tsx';

const organizationMocks = vi.hoisted(() => ({
  fetchOwnBranch: vi.fn(),
  updateOwnBranch: vi.fn(),
  setSigningRule: vi.fn(),
  fetchLogo: vi.fn(),
  setLogo: vi.fn(),
  removeLogo: vi.fn(),
  refreshBranding: vi.fn(() => Promise.resolve()),
  toast: vi.fn(),
}));
vi.mock('#sync/administration/clinic/organization.ts', () => organizationMocks);
vi.mock('#sync/administration/clinic/logo.ts', async (original) => ({
  ...(await original<object>()),
  ...organizationMocks,
}));
vi.mock('#sync/administration/clinic/branding.ts', () => organizationMocks);
vi.mock('#sync/administration/clinic/waiting-boards.ts', () => ({
  fetchWaitingBoards: () => Promise.resolve([]),
}));
vi.mock('#ui/notices/toast.ts', () => organizationMocks);
URL.createObjectURL = () => 'blob:logo';
URL.revokeObjectURL = () => undefined;

const branch: Branch = {
  id: BRANCH_ID,
  company_id: '0195f3a0-0000-7000-8000-000000000001',
  company_name: 'Clínica Demo',
  name: 'Sede Norte',
  address: 'Calle 1',
  contact_email: null,
  contact_phone: '300',
  contact_website: null,
  contact_address: null,
  nit: null,
  habilitation_code: null,
  city: null,
  has_logo: false,
  logo_hash: null,
  branding_updated_at: null,
  is_active: true,
  revision: 3,
};
const savedResult = (body: Branch) => ({ type: 'saved', body, etag: null });
const rejectedResult = (
  status: number,
  message = '',
  details: { field: string; message: string }[] = [],
) => ({
  type: 'refused',
  refusal: { status, code: null, message, details },
});
const renderOrganizationPage = (
  actions: Parameters<typeof createAccount>[0] = ['manage_catalogs'],
  patch = {},
) => renderReadScreen(<OrganizationPage account={createAccount(actions, patch)} />, '/organization');
const findBranchField = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const clickSave = () => userEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }));
async function replaceFieldText(name: string, text: string) {
  const input = await findBranchField(name);
  await userEvent.clear(input);
  if (text !== '') await enterText(input, text);
}

beforeEach(() => {
  vi.clearAllMocks();
  organizationMocks.fetchOwnBranch.mockResolvedValue(branch);
  organizationMocks.fetchLogo.mockResolvedValue({ bytes: new ArrayBuffer(1), mime: 'image/png' });
});

describe('form of the own branch', () => {
  it('P2.12 P2.18 P5.26 P8.36 saving sends all branch fields trimmed, empty ones as null, with the revision read, and reloads the branding', async () => {
    organizationMocks.updateOwnBranch.mockResolvedValue(
      savedResult({ ...branch, address: null, revision: 4 }),
    );
    renderOrganizationPage();
    await replaceFieldText('Dirección', '');
    await replaceFieldText('Página web', '  https://clinica.demo ');
    await clickSave();
    await waitFor(() =>
      expect(organizationMocks.toast).toHaveBeenCalledWith('ok', 'Información actualizada correctamente.'),
    );
    expect(organizationMocks.updateOwnBranch).toHaveBeenCalledExactlyOnceWith(branch, {
      name: 'Sede Norte',
      nit: null,
      habilitation_code: null,
      city: null,
      address: null,
      contact_email: null,
      contact_phone: '300',
      contact_website: 'https://clinica.demo',
      contact_address: null,
    });
    expect(organizationMocks.refreshBranding).toHaveBeenCalledOnce();
    expect((await findBranchField('Página web')).value).toBe('');
  });

  it('P5.23 the branch form shows an error at the field when the website does not begin with http', async () => {
    renderOrganizationPage();
    await replaceFieldText('Página web', 'clinica.demo');
    await clickSave();
    expect(await screen.findByText('La página web debe empezar por http:// o https://.')).toBeTruthy();
    expect(document.activeElement).toBe(await findBranchField('Página web'));
    expect(organizationMocks.updateOwnBranch).not.toHaveBeenCalled();
  });

  it.each([
    [rejectedResult(500), 'No se pudo actualizar la información. (500)'],
    [
      rejectedResult(403, 'branch not resolved'),
      'El servidor no reconoce tu sede activa. Pide a un administrador que te asigne una.',
    ],
    [
      { type: 'unreachable' },
      'No se pudo actualizar la información. El servidor no responde. Lo que escribiste sigue aquí.',
    ],
  ])(
    'P8.33 the branch form shows the error and keeps the typed values when saving fails: %j',
    async (answer, text) => {
      organizationMocks.updateOwnBranch.mockResolvedValue(answer);
      renderOrganizationPage();
      await replaceFieldText('Dirección', 'Calle 2');
      await clickSave();
      expect((await screen.findByRole('alert')).textContent).toBe(text);
      expect((await findBranchField('Dirección')).value).toBe('Calle 2');
      expect(organizationMocks.toast).not.toHaveBeenCalled();
    },
  );

  it("P5.18 P3 the branch form shows the server's errors at their fields, and other errors in the notice", async () => {
    organizationMocks.updateOwnBranch.mockResolvedValue(
      rejectedResult(422, 'Revisa los datos.', [
        { field: 'contact_phone', message: 'Muy largo.' },
        { field: 'rut', message: 'Falta el RUT.' },
        { field: 'constructor', message: 'Falta algo.' },
      ]),
    );
    renderOrganizationPage();
    await replaceFieldText('Teléfono de contacto', '301');
    await clickSave();
    await screen.findByText('Falta el RUT.');
    expect((await findBranchField('Teléfono de contacto')).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Muy largo.')).toBeTruthy();
    const alert = document.querySelector('.notice[role=alert]');
    expect(alert?.textContent).toBe('Revisa los datos.Falta el RUT.Falta algo.');
  });
});

describe('P10.142 legal data of the clinic in documents', () => {
  it('the branch form warns about a wrong check digit of the NIT but saves the NIT, and the letterhead preview shows the typed values', async () => {
    organizationMocks.updateOwnBranch.mockResolvedValue(
      savedResult({ ...branch, nit: '999000011-5', revision: 4 }),
    );
    renderOrganizationPage();
    await replaceFieldText('NIT', '999000011-5');
    expect(await screen.findByText(/el dígito de verificación no coincide: sería 6/)).toBeTruthy();
    await replaceFieldText('Código de habilitación', '999900000101');
    await replaceFieldText('Ciudad', 'Bogotá D.C.');
    const paper = screen.getByRole('region', { name: 'Así saldrá en los documentos' });
    expect(paper.textContent).toContain('NIT 999000011-5  ·  Código de habilitación 999900000101');
    expect(paper.textContent).toContain('Sede Norte  ·  Bogotá D.C.');
    await clickSave();
    await waitFor(() =>
      expect(organizationMocks.updateOwnBranch.mock.calls[0]?.[1]).toMatchObject({
        nit: '999000011-5',
        habilitation_code: '999900000101',
        city: 'Bogotá D.C.',
      }),
    );
  });

  it('the branch form shows an error at the field when the habilitation code has the wrong length', async () => {
    renderOrganizationPage();
    await replaceFieldText('Código de habilitación', '123');
    await clickSave();
    expect(await screen.findByText('El código de habilitación tiene de 10 a 12 números.')).toBeTruthy();
    expect(organizationMocks.updateOwnBranch).not.toHaveBeenCalled();
  });
});

describe('P10.5 two users editing one branch', () => {
  it("the branch form shows another user's newer values next to the typed values, and lets the user choose between them", async () => {
    const theirs = { ...branch, address: 'Carrera 9', revision: 4 };
    organizationMocks.updateOwnBranch.mockResolvedValueOnce({ type: 'stale' });
    renderOrganizationPage();
    await replaceFieldText('Dirección', 'Calle 2');
    organizationMocks.fetchOwnBranch.mockResolvedValue(theirs);
    await clickSave();
    const notice = await screen.findByText('Otra persona cambió esta sede mientras lo editabas.');
    expect(notice.parentElement?.textContent).toContain('DirecciónCarrera 9');
    expect((await findBranchField('Dirección')).value).toBe('Calle 2');
    organizationMocks.updateOwnBranch.mockResolvedValueOnce(
      savedResult({ ...theirs, address: 'Calle 2', revision: 5 }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Guardar lo mío' }));
    await waitFor(() => expect(organizationMocks.updateOwnBranch.mock.calls[1]?.[0]).toEqual(theirs));
    await waitFor(() => expect(screen.queryByText(/Otra persona/)).toBeNull());
  });
});

describe('logo of the own branch', () => {
  it('P7.23 the organization page uploads a logo, and unsaved fields can still be saved afterwards', async () => {
    const withLogo = { ...branch, has_logo: true, logo_hash: 'h', revision: 4 };
    organizationMocks.setLogo.mockResolvedValue(savedResult(withLogo));
    organizationMocks.updateOwnBranch.mockResolvedValue(savedResult({ ...withLogo, revision: 5 }));
    renderOrganizationPage();
    await replaceFieldText('Dirección', 'Calle 2');
    const logo = new File(['<svg/>'], 'logo.svg');
    await userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText(/^Subir logo/), logo);
    await waitFor(() =>
      expect(organizationMocks.toast).toHaveBeenCalledWith('ok', 'Logo actualizado correctamente.'),
    );
    expect((await findBranchField('Dirección')).value).toBe('Calle 2');
    await clickSave();
    await waitFor(() => expect(organizationMocks.updateOwnBranch.mock.calls[0]?.[0]).toEqual(withLogo));
  });

  it('P5.26 the organization page rejects a logo one byte over 250 KB, and removes an existing logo', async () => {
    organizationMocks.fetchOwnBranch.mockResolvedValue({ ...branch, has_logo: true, logo_hash: 'h' });
    organizationMocks.removeLogo.mockResolvedValue(savedResult(branch));
    renderOrganizationPage();
    const input = await screen.findByLabelText(/^Cambiar logo/);
    await userEvent.upload(
      input,
      new File([new Uint8Array(LOGO_MAX_BYTES + 1)], 'l.png', { type: 'image/png' }),
    );
    expect(await screen.findByText('El archivo supera el límite de 250 KB.')).toBeTruthy();
    expect(organizationMocks.setLogo).not.toHaveBeenCalled();
    await userEvent.click(await screen.findByRole('button', { name: /^Eliminar logo/ }));
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Eliminar logo' }),
    );
    await waitFor(() =>
      expect(organizationMocks.toast).toHaveBeenCalledWith('ok', 'Logo eliminado correctamente.'),
    );
    expect(organizationMocks.refreshBranding).toHaveBeenCalledOnce();
    expect(screen.queryByText('El archivo supera el límite de 250 KB.')).toBeNull();
  });
});

describe('access to the own branch', () => {
  it("P2.12 the organization page shows the branch's data without a form, and the missing permission, to a user who may not change the data", async () => {
    renderOrganizationPage(['register_patients']);
    expect(await screen.findByText('Calle 1')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByLabelText(/Subir logo/)).toBeNull();
    expect(screen.getByText(/Solo quien tiene el permiso/)).toBeTruthy();
  });

  it('P2.13 the organization page refers a user without a branch to the administrator', async () => {
    const text = 'No tienes una sede asociada. Contacta al administrador del sistema.';
    const { unmount } = renderOrganizationPage(['register_patients'], { branchId: null });
    expect(screen.getByText(text)).toBeTruthy();
    expect(organizationMocks.fetchOwnBranch).not.toHaveBeenCalled();
    unmount();
    const refusal = { status: 403, code: 'branch_not_resolved', message: 'branch not resolved', details: [] };
    organizationMocks.fetchOwnBranch.mockRejectedValueOnce(new Rejected(refusal));
    renderOrganizationPage();
    expect(await screen.findByText(text)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect((await findBranchField('Dirección')).value).toBe('Calle 1');
  });

  it('P8.33 the organization page reports a failed load and offers a retry', async () => {
    organizationMocks.fetchOwnBranch.mockRejectedValueOnce(new Unreachable('no_answer'));
    renderOrganizationPage();
    expect((await screen.findByRole('alert')).textContent).toContain('No se pudo cargar la información.');
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect((await findBranchField('Dirección')).value).toBe('Calle 1');
  });
});

describe('P10.131 signing rule of the branch', () => {
  const rule = () =>
    screen.findByRole<HTMLInputElement>('switch', { name: 'Cada médico firma solo con su propio usuario' });
  const ruled = { ...branch, own_signature_only: false };

  it('P10.131 P10.159 a user with user_management changes the signing rule, with the revision that was read', async () => {
    organizationMocks.fetchOwnBranch.mockResolvedValue(ruled);
    organizationMocks.setSigningRule.mockResolvedValue(
      savedResult({ ...ruled, own_signature_only: true, revision: 4 }),
    );
    renderOrganizationPage(['user_management']);
    await userEvent.click(await rule());
    await waitFor(async () => expect((await rule()).checked).toBe(true));
    expect(organizationMocks.setSigningRule).toHaveBeenCalledExactlyOnceWith(ruled, {
      own_signature_only: true,
    });
  });

  it.each([
    ['who keeps the catalogues', ['manage_catalogs'] as const, ruled],
    ['a provider of the base contract', ['user_management'] as const, branch],
  ])(
    'P10.131 the organization page hides the signing rule if the user may not change it or the server lacks it: %s',
    async (_who, actions, read) => {
      organizationMocks.fetchOwnBranch.mockResolvedValue(read);
      renderOrganizationPage([...actions]);
      await findBranchField('Dirección');
      expect(screen.queryByText('Quién firma')).toBeNull();
    },
  );
});
