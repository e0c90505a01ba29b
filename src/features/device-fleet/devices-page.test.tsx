import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  hoursAgo,
  deviceMocks,
  createDeviceListResponse,
  createQuietDevice,
  createTablet,
} from '#tests/support/screens/devices-screen.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Rejected, Unreachable } from '#sync/requests/api-request.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { DevicesPage } from './devices-page.tsx';

const renderDevicesPage = (
  actions: Parameters<typeof createAccount>[0] = ['user_management'],
  path = '/admin/devices',
) => renderReadScreen(<DevicesPage account={createAccount(actions)} />, '/admin/devices', path);
const clickButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const savedResult = <Body,>(body: Body) => ({ type: 'saved', body, etag: null });
const shownPath = () => screen.getByTestId('where').textContent;

describe('S24 /admin/devices', () => {
  it('the device list shows status, number and age of unsent entries, last contact and last user of each tablet', async () => {
    renderDevicesPage();
    await screen.findByText('2 dispositivos');
    const [, first, second] = screen.getAllByRole('row').map((row) => row.textContent);
    expect(first).toBe(
      'Dispositivo B1B2C3D4Sede Norte2 por enviar, 1 requiere atención desde las 07:12 del 20 nov' +
        'hace 3 h Ana Rincón214,3 MB de 64 GB No protegidoEn silencio desde hace 3 h',
    );
    expect(second).toBe(
      'Recepción 1Sede NorteNada por enviar hace un momento Ana Rincón214,3 MB de 64 GB ProtegidoAl día',
    );
  });

  it('the devices page shows how many tablets with unsent evaluations have lost contact for an hour, and can show only these', async () => {
    deviceMocks.countSilentDevicesWithUnsent.mockResolvedValue(2);
    renderDevicesPage();
    expect(
      await screen.findByText(
        '2 dispositivos con evaluaciones por enviar llevan más de una hora en silencio.',
      ),
    ).toBeTruthy();
    expect(screen.getByText(/Llama a la sede/)).toBeTruthy();
    await clickButton('Ver cuáles');
    await waitFor(() =>
      expect(deviceMocks.fetchDevices).toHaveBeenLastCalledWith({ q: '', standing: 'quiet' }, 1),
    );
    expect(shownPath()).toBe('/admin/devices?standing=quiet');
  });

  it('the device list has search and pages, and the address never contains the search text', async () => {
    deviceMocks.countSilentDevicesWithUnsent.mockResolvedValue(0);
    deviceMocks.fetchDevices.mockResolvedValue(createDeviceListResponse([createTablet()], 45));
    renderDevicesPage(['user_management'], '/admin/devices?page=2');
    await screen.findByText('Mostrando 21 – 40 de 45');
    expect(screen.queryByText(/en silencio\./)).toBeNull();
    await enterText(screen.getByLabelText('Buscar dispositivo'), 'ana');
    await waitFor(() =>
      expect(deviceMocks.fetchDevices).toHaveBeenLastCalledWith({ q: 'ana', standing: 'all' }, 1),
    );
    expect(shownPath()).toBe('/admin/devices');
  });

  it('the device list shows a loading error, and a hint when it is empty', async () => {
    deviceMocks.fetchDevices.mockRejectedValueOnce(new Unreachable('no_answer'));
    renderDevicesPage();
    deviceMocks.fetchDevices.mockResolvedValue(createDeviceListResponse([]));
    await clickButton('Reintentar');
    expect(await screen.findByText('Todavía no hay dispositivos.')).toBeTruthy();
  });

  it('P8 R3 the device list shows the age of its data and a retry button when the server fails', async () => {
    deviceMocks.countSilentDevicesWithUnsent.mockResolvedValue(0);
    deviceMocks.fetchDevices.mockResolvedValue(createDeviceListResponse([createTablet()]));
    const { askAgain } = renderDevicesPage();
    await screen.findByText('1 dispositivo');
    deviceMocks.fetchDevices.mockRejectedValueOnce(
      new Rejected({ status: 500, code: null, message: '', details: [] }),
    );
    await askAgain();
    const title = await screen.findByText('No se pudo cargar el listado de dispositivos.');
    expect(title.parentElement?.textContent).toMatch(/Ves la copia .*de las \d\d:\d\d\.$/);
    expect(screen.getByText('1 dispositivo')).toBeTruthy();

    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() =>
      expect(screen.queryByText('No se pudo cargar el listado de dispositivos.')).toBeNull(),
    );
  });

  it('the devices page redirects a user without the permission user_management to the start page', () => {
    renderDevicesPage(['manage_catalogs']);
    expect(shownPath()).toBe('/home');
    expect(deviceMocks.fetchDevices).not.toHaveBeenCalled();
  });
});

async function openDevicePanel(name: string) {
  renderDevicesPage();
  await clickButton(name);
  return within(await screen.findByRole('complementary'));
}

describe('S24 P10.5 panel of one tablet', () => {
  it('the device panel renames the tablet with the revision that was read', async () => {
    deviceMocks.changeDevice.mockResolvedValue(
      savedResult(createQuietDevice({ name: 'Recepción 2', revision: 4 })),
    );
    const panel = await openDevicePanel('Dispositivo B1B2C3D4');
    expect(panel.getByText('B1B2C3D4')).toBeTruthy();
    await userEvent.click(panel.getByRole('button', { name: 'Cambiar nombre' }));
    await enterText(panel.getByLabelText('Nombre del dispositivo'), 'Recepción 2');
    await userEvent.click(panel.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByRole('heading', { name: 'Recepción 2' })).toBeTruthy();
    expect(deviceMocks.changeDevice).toHaveBeenCalledWith(
      createQuietDevice({ last_seen_at: expect.any(String) as string }),
      {
        name: 'Recepción 2',
      },
    );
  });

  it('the device panel shows both names when another user renamed the tablet, and overwrites that name only after a confirmation', async () => {
    const theirs = createQuietDevice({ name: 'Bodega', revision: 4 });
    deviceMocks.changeDevice.mockResolvedValueOnce({ type: 'stale' });
    deviceMocks.fetchDevice.mockResolvedValue(theirs);
    const panel = await openDevicePanel('Dispositivo B1B2C3D4');
    await userEvent.click(panel.getByRole('button', { name: 'Cambiar nombre' }));
    await enterText(panel.getByLabelText('Nombre del dispositivo'), 'Recepción 2');
    await userEvent.click(panel.getByRole('button', { name: 'Guardar' }));
    expect(await panel.findByText('Otra persona cambió este dispositivo mientras lo editabas.')).toBeTruthy();
    expect(panel.getByText('Bodega')).toBeTruthy();
    deviceMocks.changeDevice.mockResolvedValue(
      savedResult(createQuietDevice({ name: 'Recepción 2', revision: 5 })),
    );
    await userEvent.click(panel.getByRole('button', { name: 'Guardar lo mío' }));
    await waitFor(() =>
      expect(deviceMocks.changeDevice).toHaveBeenLastCalledWith(theirs, { name: 'Recepción 2' }),
    );
  });

  it('the device panel warns about unsent entries before it retires the tablet, and can reactivate it', async () => {
    deviceMocks.changeDevice.mockResolvedValue(
      savedResult(createQuietDevice({ standing: 'retired', revision: 4 })),
    );
    const panel = await openDevicePanel('Dispositivo B1B2C3D4');
    await userEvent.click(panel.getByRole('button', { name: 'Retirar' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Retirarlo no lo envía/).textContent).toContain(
      '2 por enviar, 1 requiere atención',
    );
    expect(deviceMocks.changeDevice).not.toHaveBeenCalled();
    await userEvent.click(dialog.getByRole('button', { name: 'Retirar dispositivo' }));
    await userEvent.click(await panel.findByRole('button', { name: 'Reactivar' }));
    expect(deviceMocks.changeDevice.mock.calls.map(([, body]) => body as unknown)).toEqual([
      { is_retired: true },
      { is_retired: false },
    ]);
  });

  it('the device panel shows the newer state instead of retiring the tablet when another user has changed the tablet', async () => {
    deviceMocks.changeDevice.mockResolvedValue({ type: 'stale' });
    const panel = await openDevicePanel('Recepción 1');
    await userEvent.click(panel.getByRole('button', { name: 'Retirar' }));
    deviceMocks.fetchDevices.mockResolvedValue(
      createDeviceListResponse([createTablet({ name: 'Bodega', revision: 4, last_seen_at: hoursAgo(0) })]),
    );
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Retirar dispositivo' }),
    );
    expect(await panel.findByText(/Otra persona guardó cambios/)).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Bodega' })).toBeTruthy();
  });
});
