import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import '#tests/support/device/indexeddb.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { db } from '#storage/database/database.ts';
import { ensureDeviceId } from '#storage/device/device-identity.ts';
import { readLockState } from '#storage/account/lock.ts';
import { applyTestStatement, createBackupStatement } from '#tests/support/device/backup-statement.ts';
import {
  confirmNewEntry,
  deliverNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { createAccount } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { DevicePage } from './device-page.tsx';

const MB = 1_000_000;
const neverSettlingPersist = vi.fn(() => new Promise<boolean>(() => undefined));

function stubBrowserStorage(storage: Partial<StorageManager> | undefined): void {
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
}
const renderDevicePage = () => renderScreen(<DevicePage account={createAccount([])} />, '/device');
const regionNamed = (name: string) => within(screen.getByRole('region', { name }));

beforeEach(async () => {
  vi.clearAllMocks();
  await wipeDevice();
  await signInOnDevice();
  stubBrowserStorage({
    estimate: () => Promise.resolve({ usage: 34 * MB, quota: 10_700 * MB }),
    persisted: () => Promise.resolve(false),
    persist: neverSettlingPersist,
  });
});
afterEach(() => vi.restoreAllMocks());

describe('page /device', () => {
  it('S20 the device page shows the storage space, the missing persistence guarantee, and the number of unsent entries', async () => {
    await confirmNewEntry('9999000017');
    renderDevicePage();
    expect(await screen.findByText(/^Usa 34 MB de los 10,7 GB/)).toBeTruthy();
    expect(screen.getByText(/^El navegador no garantiza que conserve/)).toBeTruthy();
    expect(await screen.findByText(/^Tuyas: 1 evaluación\. Fotos, firmas y archivos ocupan/)).toBeTruthy();
  });

  it('S29 P10.109 the device page shows how many delivered entries are still on the device once the server reports its backups', async () => {
    renderDevicePage();
    expect(await screen.findByText('Por enviar')).toBeTruthy();
    expect(screen.queryByText('Ya entregado')).toBeNull();
    await applyTestStatement(createBackupStatement());
    await confirmNewEntry('9999000017');
    for (let nth = 0; nth < 3; nth += 1) await deliverNextItem();
    expect(await screen.findByText(/^Sigue aquí 1 registro que el servidor ya recibió/)).toBeTruthy();
    expect(screen.getByText('Ya entregado')).toBeTruthy();
  });

  it("S20 'Pedir protección' requests persistent storage, without waiting for the browser’s response", async () => {
    renderDevicePage();
    await userEvent.click(await screen.findByRole('button', { name: 'Pedir protección' }));
    expect(neverSettlingPersist).toHaveBeenCalledOnce();
    expect(screen.getByText(/^Pedida\. Si el navegador pregunta/)).toBeTruthy();
  });

  it('S20 the device page shows a neutral text when the browser has no storage interface', async () => {
    stubBrowserStorage(undefined);
    renderDevicePage();
    expect(await screen.findByText('Este navegador no dice cuánto espacio hay.')).toBeTruthy();
    expect(screen.getByText(/^Este navegador no dice si conservará/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('S20 the storage test reports success or its error', async () => {
    renderDevicePage();
    await userEvent.click(screen.getByRole('button', { name: 'Probar el almacenamiento' }));
    expect(await screen.findByText(/^Funciona: se escribió, se leyó y se borró/)).toBeTruthy();
    const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    vi.spyOn(db.bytes, 'add').mockImplementation((() => Promise.reject(full)) as never);
    await userEvent.click(screen.getByRole('button', { name: 'Probar el almacenamiento' }));
    expect((await screen.findByRole('alert')).textContent).toContain('se quedó sin espacio');
    expect(screen.queryByText(/^Funciona/)).toBeNull();
  });

  it("Lock the section 'Bloqueo' stores the chosen minutes of inactivity before the screen lock, and its button locks the screen", async () => {
    renderDevicePage();
    const minutes = await regionNamed('Bloqueo').findByLabelText(/^Bloquear la pantalla sin actividad/);
    await retryUntilPassing(() => expect((minutes as HTMLSelectElement).value).toBe('5'));
    await userEvent.selectOptions(minutes, '15 minutos');
    await retryUntilPassing(async () =>
      expect(await readLockState()).toMatchObject({ minutes: 15, locked: false }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Bloquear la pantalla' }));
    await retryUntilPassing(async () => expect(await readLockState()).toMatchObject({ locked: true }));
  });

  it('S24 the device page shows the device code that administrators see', async () => {
    renderDevicePage();
    const code = (await ensureDeviceId()).slice(0, 8).toUpperCase();
    expect(await regionNamed('Identificación').findByText(code)).toBeTruthy();
  });
});
