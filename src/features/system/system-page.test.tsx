import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { SystemState } from '#contract/records/system.ts';
import { CALL_UNKNOWN_CODE } from '#network/client.ts';
import { Rejected } from '#sync/requests/api-request.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { SystemPage } from './system-page.tsx';

const systemMocks = vi.hoisted(() => ({ fetchSystemState: vi.fn() }));
vi.mock('#sync/reads/system.ts', () => systemMocks);

const HOUR_MS = 60 * 60_000;
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

const createHealthyState = (patch: Partial<SystemState> = {}): SystemState => ({
  generated_at: hoursAgo(0),
  copies: {
    level: 'ok',
    finished_at: hoursAgo(8),
    verified_at: hoursAgo(7),
    held_until: '2026-11-23T07:00:00Z',
    days: 2,
  },
  disk: { level: 'ok', free_bytes: 214_300_000_000, total_bytes: 500_000_000_000 },
  mails: { level: 'ok', is_configured: true, waiting: 0, failing: 0, oldest_at: null },
  devices: { level: 'ok', unsent: 3, quiet: 0, quiet_unsent: 0, quietest: [], days: 2 },
  clock: { level: 'ok', off_ms: 4, is_behind_log: false },
  files: { level: 'ok', place: 'bucket', fault: null },
  archive: { level: 'ok', fault: null },
  database: { bytes: 91_000_000, version: '18.4' },
  version: '1.0.0',
  migration: 16,
  providers: [{ host: 'servidor-1', version: '1.0.0', started_at: hoursAgo(3), is_this: true }],
  alerts: { recipients: 2, on: [] },
  ...patch,
});

const renderSystemPage = (actions: Parameters<typeof createAccount>[0] = ['user_management']) =>
  renderReadScreen(<SystemPage account={createAccount(actions)} />, '/admin/system');
const partRegion = (name: string) => within(screen.getByRole('region', { name }));

beforeEach(() => void systemMocks.fetchSystemState.mockReset());

it('P10.88 the system page shows the level of each part, and that everything works', async () => {
  systemMocks.fetchSystemState.mockResolvedValue(createHealthyState());
  renderSystemPage();
  expect(await screen.findByText('Todo está bien')).toBeTruthy();
  expect(screen.getAllByText('Bien')).toHaveLength(8);
  expect(partRegion('Copias').getByText('hace 8 h')).toBeTruthy();
  expect(partRegion('Copias').getByText('23/11/2026 02:00')).toBeTruthy();
  expect(partRegion('Disco y base de datos').getByText('214,3 GB de 500 GB')).toBeTruthy();
  expect(partRegion('Versiones').getByText('18.4')).toBeTruthy();
  expect(screen.getByText(/2 personas reciben un correo/)).toBeTruthy();
});

it('P10.88 the system page shows level and advice for each part with a problem', async () => {
  systemMocks.fetchSystemState.mockResolvedValue(
    createHealthyState({
      copies: {
        level: 'bad',
        finished_at: hoursAgo(90),
        verified_at: hoursAgo(80),
        held_until: hoursAgo(90),
        days: 2,
      },
      disk: { level: 'warn', free_bytes: 9_000_000_000, total_bytes: 100_000_000_000 },
      mails: { level: 'bad', is_configured: true, waiting: 3, failing: 2, oldest_at: hoursAgo(2) },
      clock: { level: 'bad', off_ms: 42_000, is_behind_log: true },
      devices: {
        level: 'bad',
        unsent: 9,
        quiet: 1,
        quiet_unsent: 4,
        quietest: [
          {
            id: 'a1b2c3d4-0000-4000-8000-000000000001',
            name: null,
            branch_name: 'Sede Norte',
            unsent: 4,
            last_seen_at: hoursAgo(5),
          },
        ],
        days: 2,
      },
      providers: [
        { host: 'servidor-1', version: '1.0.0', started_at: hoursAgo(3), is_this: true },
        { host: 'servidor-2', version: '0.9.0', started_at: hoursAgo(3), is_this: false },
      ],
    }),
  );
  renderSystemPage();
  await screen.findByRole('region', { name: 'Copias' });
  expect(partRegion('Copias').getByText(/Hace más de 2 días que no hay una copia verificada/)).toBeTruthy();
  expect(partRegion('Copias').getByText('Necesita atención')).toBeTruthy();
  expect(partRegion('Disco y base de datos').getByText('Para revisar')).toBeTruthy();
  expect(partRegion('Disco y base de datos').getByText(/libere espacio/)).toBeTruthy();
  expect(partRegion('Correos').getByText(/entrega los enlaces a mano/)).toBeTruthy();
  expect(partRegion('Reloj').getByText('42 segundos')).toBeTruthy();
  expect(
    partRegion('Dispositivos').getByText(
      'Dispositivo A1B2C3D4 · Sede Norte: 4 por enviar, última señal hace 5 h',
    ),
  ).toBeTruthy();
  const link = partRegion('Dispositivos').getByRole('link', { name: 'Ver dispositivos' });
  expect(link.getAttribute('href')).toBe('/admin/devices?standing=quiet');
  expect(partRegion('Versiones').getByText('servidor-1 1.0.0 (este); servidor-2 0.9.0')).toBeTruthy();
});

it('P10.210 the system page shows since when and why file storage and archive fail, and what to do', async () => {
  systemMocks.fetchSystemState.mockResolvedValue(
    createHealthyState({
      files: { level: 'bad', place: 'bucket', fault: { code: 'ECONNREFUSED', since: hoursAgo(2) } },
      archive: { level: 'warn', fault: { code: 'ENOSPC', since: hoursAgo(0.05) } },
    }),
  );
  renderSystemPage();
  await screen.findByRole('region', { name: 'Fotos, firmas y adjuntos' });
  const files = partRegion('Fotos, firmas y adjuntos');
  expect(files.getByText('No, desde hace 2 h (ECONNREFUSED)')).toBeTruthy();
  expect(files.getByText('Necesita atención')).toBeTruthy();
  expect(files.getByText(/esperan en las tabletas.*revise el bucket/)).toBeTruthy();
  const archive = partRegion('Archivo para restaurar a cualquier momento');
  expect(archive.getByText('No, desde hace 3 min (ENOSPC)')).toBeTruthy();
  expect(archive.getByText('Para revisar')).toBeTruthy();
  expect(archive.getByText(/puede llenarlo.*libere espacio ahí o la repare\.$/)).toBeTruthy();
});

it('P10.210 the system page shows the server’s own advice about a blocked archive', async () => {
  const sentence = '/mnt/archive/x está dañado: muévelo a otro lugar.';
  systemMocks.fetchSystemState.mockResolvedValue(
    createHealthyState({
      archive: { level: 'bad', fault: { code: 'altered', since: hoursAgo(1), sentence } },
    }),
  );
  renderSystemPage();
  await screen.findByRole('region', { name: 'Archivo para restaurar a cualquier momento' });
  expect(
    partRegion('Archivo para restaurar a cualquier momento').getByText(
      `Nada llega a ARCHIVE_DIR: espera en el disco de los datos, y puede llenarlo. Dile a quien administra el servidor: ${sentence}`,
    ),
  ).toBeTruthy();
});

it('P10.211 the system page hides parts that an older server does not report, and lists unknown alerts of a newer server', async () => {
  const { files: _files, archive: _archive, ...older } = createHealthyState();
  systemMocks.fetchSystemState.mockResolvedValue({
    ...older,
    alerts: { recipients: 1, on: [{ kind: 'certificate', began_at: hoursAgo(3) }] },
  });
  renderSystemPage();
  await screen.findByRole('region', { name: 'Otros avisos' });
  expect(partRegion('Otros avisos').getByText('certificate')).toBeTruthy();
  expect(partRegion('Otros avisos').getByText('hace 3 h')).toBeTruthy();
  expect(screen.queryByText('Todo está bien')).toBeNull();
  expect(screen.queryByRole('region', { name: /Archivo|adjuntos/ })).toBeNull();
});

it('P10.88 the system page warns that data may be lost while the server has no backup', async () => {
  systemMocks.fetchSystemState.mockResolvedValue(
    createHealthyState({
      copies: { level: 'warn', finished_at: null, verified_at: null, held_until: null, days: 2 },
      alerts: { recipients: 0, on: [] },
    }),
  );
  renderSystemPage();
  expect(await screen.findByText(/si el servidor se daña, se pierde todo/)).toBeTruthy();
  expect(screen.getByText(/Nadie recibe avisos por correo/)).toBeTruthy();
});

it('P10.88 the system page states that a base-contract server does not offer the system state', async () => {
  systemMocks.fetchSystemState.mockRejectedValue(
    new Rejected({ status: 404, code: CALL_UNKNOWN_CODE, message: '', details: [] }),
  );
  renderSystemPage();
  expect(await screen.findByText('No se pudo cargar el estado del sistema.')).toBeTruthy();
  expect(screen.getByText('El servidor no lo ofrece.')).toBeTruthy();
});

it('P10.82 the system page shows the support code when the server fails', async () => {
  systemMocks.fetchSystemState.mockRejectedValue(
    new Rejected({ status: 500, code: 'internal', message: '', details: [], requestId: 'K7QM3-0XTP4' }),
  );
  renderSystemPage();
  expect(await screen.findByText('K7QM3-0XTP4')).toBeTruthy();
});

it('P10.88 the system page redirects users without user management to the home page', () => {
  renderSystemPage(['manage_catalogs']);
  expect(screen.getByTestId('where').textContent).toBe('/home');
  expect(systemMocks.fetchSystemState).not.toHaveBeenCalled();
});

it('P10.88 the system page does not report mail as working when no mail server is configured', async () => {
  systemMocks.fetchSystemState.mockResolvedValue(
    createHealthyState({
      mails: { level: 'ok', is_configured: false, waiting: 0, failing: 0, oldest_at: null },
    }),
  );
  renderSystemPage();
  await screen.findByRole('region', { name: 'Correos' });
  expect(partRegion('Correos').getByText('Sin configurar')).toBeTruthy();
  expect(partRegion('Correos').queryByText('Bien')).toBeNull();
});
