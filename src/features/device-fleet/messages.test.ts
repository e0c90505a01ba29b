import { expect, it } from 'vitest';
import { createQuietDevice, createTablet } from '#tests/support/screens/devices-screen.ts';
import {
  deviceName,
  oldestUnsentText,
  deviceProtectionText,
  parseDeviceStatus,
  deviceStatusMessage,
  deviceStorageText,
  unsentCountText,
} from './messages.ts';

const now = Date.parse('2026-11-20T15:12:00Z');

it.each([
  [createTablet({ standing: 'quiet', last_seen_at: '2026-11-20T12:12:00Z' }), 'En silencio desde hace 3 h'],
  [createTablet({ standing: 'quiet', last_seen_at: '2026-11-19T15:12:00Z' }), 'En silencio desde hace 1 día'],
  [
    createTablet({ standing: 'quiet', last_seen_at: '2026-11-15T12:12:00Z' }),
    'En silencio desde hace 5 días',
  ],
  [createTablet({ standing: 'pending' }), 'Con pendientes'],
  [createTablet({ standing: 'clear' }), 'Al día'],
  [createTablet({ standing: 'idle' }), 'Inactivo'],
  [createTablet({ standing: 'retired' }), 'Retirado'],
])('S24 the label of a tablet shows its status $standing in words', (device, words) => {
  expect(deviceStatusMessage(device, now).text).toBe(words);
});

it("S24 the device list shows an unnamed tablet under the code that the tablet's own screen shows", () => {
  expect(deviceName(createQuietDevice())).toBe('Dispositivo B1B2C3D4');
});

it('S24 the time of the oldest unsent entry is shown in Bogotá time', () => {
  expect(oldestUnsentText(createQuietDevice())).toBe('desde las 07:12 del 20 nov');
  expect(oldestUnsentText(createQuietDevice({ oldest_captured_at: '2026-11-21T03:30:00Z' }))).toBe(
    'desde las 22:30 del 20 nov',
  );
  expect(oldestUnsentText(createTablet())).toBeNull();
});

it('S24 the device list says that the browser does not report the storage when a tablet sends no figures', () => {
  const silent = createTablet({ storage_used: null, storage_quota: null, storage_persisted: null });
  expect([deviceStorageText(silent), deviceProtectionText(silent)]).toEqual([
    'El navegador no lo dice',
    'El navegador no lo dice',
  ]);
});

it('S24 the device list shows all tablets when the status in the address is invalid', () => {
  expect([parseDeviceStatus('quiet'), parseDeviceStatus('asleep'), parseDeviceStatus(null)]).toEqual([
    'quiet',
    'all',
    'all',
  ]);
});

it.each([
  [createTablet(), 'Nada por enviar'],
  [createTablet({ unsent: 3 }), '3 por enviar'],
  [createTablet({ unsent: 3, attention: 1 }), '2 por enviar, 1 requiere atención'],
  [createTablet({ unsent: 2, attention: 2 }), '2 requieren atención'],
])(
  'S24 the text about unsent entries counts each evaluation once: $unsent unsent, of which $attention need attention',
  (device, words) => {
    expect(unsentCountText(device)).toBe(words);
  },
);
