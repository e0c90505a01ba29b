import { expect, it } from 'vitest';
import { quietDevice, tablet } from '#tests/support/screens/devices-screen.ts';
import {
  deviceName,
  oldestUnsentText,
  deviceProtectionText,
  parseDeviceStatus,
  statusMessage,
  deviceStorageText,
  unsentCountText,
} from './messages.ts';

const now = Date.parse('2026-11-20T15:12:00Z');

it.each([
  [tablet({ standing: 'quiet', last_seen_at: '2026-11-20T12:12:00Z' }), 'En silencio desde hace 3 h'],
  [tablet({ standing: 'quiet', last_seen_at: '2026-11-19T15:12:00Z' }), 'En silencio desde hace 1 día'],
  [tablet({ standing: 'quiet', last_seen_at: '2026-11-15T12:12:00Z' }), 'En silencio desde hace 5 días'],
  [tablet({ standing: 'pending' }), 'Con pendientes'],
  [tablet({ standing: 'clear' }), 'Al día'],
  [tablet({ standing: 'idle' }), 'Inactivo'],
  [tablet({ standing: 'retired' }), 'Retirado'],
])('S24 the label of a tablet shows its status $standing in words', (device, words) => {
  expect(statusMessage(device, now).text).toBe(words);
});

it("S24 the device list shows an unnamed tablet under the code that the tablet's own screen shows", () => {
  expect(deviceName(quietDevice())).toBe('Dispositivo B1B2C3D4');
});

it('S24 the time of the oldest unsent entry is shown in Bogotá time', () => {
  expect(oldestUnsentText(quietDevice())).toBe('desde las 07:12 del 20 nov');
  expect(oldestUnsentText(quietDevice({ oldest_captured_at: '2026-11-21T03:30:00Z' }))).toBe(
    'desde las 22:30 del 20 nov',
  );
  expect(oldestUnsentText(tablet())).toBeNull();
});

it("S24 the storage of a tablet is 'unknown' when its browser reports no figures", () => {
  const silent = tablet({ storage_used: null, storage_quota: null, storage_persisted: null });
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
  [tablet(), 'Nada por enviar'],
  [tablet({ unsent: 3 }), '3 por enviar'],
  [tablet({ unsent: 3, attention: 1 }), '2 por enviar, 1 requiere atención'],
  [tablet({ unsent: 2, attention: 2 }), '2 requieren atención'],
])(
  'S24 the text about unsent entries counts each evaluation once: $unsent unsent, of which $attention need attention',
  (device, words) => {
    expect(unsentCountText(device)).toBe(words);
  },
);
