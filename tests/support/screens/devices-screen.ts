// The device list with simulated server responses. Import this file before the screen's modules, because it mocks modules that
// they import.
import { beforeEach, vi } from 'vitest';
import type { Device } from '#contract/records/people/devices.ts';

const mocks = vi.hoisted(() => ({
  fetchDevices: vi.fn(),
  countSilentDevicesWithUnsent: vi.fn(),
  fetchDevice: vi.fn(),
  changeDevice: vi.fn(),
  toast: vi.fn(),
}));
vi.mock('#sync/administration/devices.ts', () => mocks);
vi.mock('#ui/notices/toast.ts', () => ({ toast: mocks.toast }));

export const deviceMocks = mocks;

const HOUR_MS = 60 * 60_000;
export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

export const createTablet = (patch: Partial<Device> = {}): Device => ({
  id: 'a1b2c3d4-0000-4000-8000-000000000001',
  name: 'Recepción 1',
  standing: 'clear',
  unsent: 0,
  attention: 0,
  oldest_captured_at: null,
  storage_used: 214_300_000,
  storage_quota: 64_000_000_000,
  storage_persisted: true,
  browser: 'Chrome en Android',
  last_user_name: 'Ana Rincón',
  branch_name: 'Sede Norte',
  first_seen_at: '2026-11-01T12:00:00Z',
  last_seen_at: hoursAgo(0),
  revision: 3,
  ...patch,
});
export const createQuietDevice = (patch: Partial<Device> = {}): Device =>
  createTablet({
    id: 'b1b2c3d4-0000-4000-8000-000000000002',
    name: null,
    standing: 'quiet',
    unsent: 3,
    attention: 1,
    oldest_captured_at: '2026-11-20T12:12:00Z',
    storage_persisted: false,
    last_seen_at: hoursAgo(3),
    ...patch,
  });
export const createDeviceListResponse = (items: readonly Device[], total = items.length) => ({
  items,
  total_count: total,
  page: 1,
  page_size: 20,
});

beforeEach(() => {
  vi.resetAllMocks();
  mocks.fetchDevices.mockResolvedValue(createDeviceListResponse([createQuietDevice(), createTablet()]));
  mocks.countSilentDevicesWithUnsent.mockResolvedValue(1);
});
