import { expect, it } from 'vitest';
import { createLocalPatient } from '#tests/support/device/device.ts';
import { formatEarlierRegistration, todaysVisitOf } from './today-text.ts';

const nowMs = Date.parse('2026-11-21T11:47:00Z');
const HOUR_MS = 60 * 60_000;

it('P10.2 the text about a patient registered today states time and type of that registration', () => {
  expect(
    formatEarlierRegistration(
      { where: 'confirmed', at: nowMs, name: 'Zoraida Muestra', label: 'Ingreso' },
      nowMs + HOUR_MS,
    ),
  ).toBe('Ya se registró a Zoraida Muestra hoy a las 06:47: Ingreso. Ya se envió.');
  expect(
    formatEarlierRegistration(
      { where: 'queue', at: nowMs, name: null, label: 'Egreso' },
      nowMs + 24 * HOUR_MS,
    ),
  ).toBe('Ya se registró a esta persona el 21/11/2026 a las 06:47: Egreso. Aún está por enviar.');
});

it('P10.2 the app finds the patient’s visit on another tablet only if it started on the current day in Bogotá', () => {
  const visit = (started_at: string) =>
    todaysVisitOf(
      {
        ...createLocalPatient('9999000017'),
        last_evaluation: { started_at, evaluation_type_name: 'Ingreso', isOpen: false, chosen: null },
      },
      Date.parse('2026-11-22T03:00:00Z'),
    );
  expect(visit('2026-11-21T05:00:00Z')).toMatchObject({ where: 'confirmed', label: 'Ingreso' });
  expect(visit('2026-11-21T04:59:59Z')).toBeNull();
  expect(todaysVisitOf(null, 0)).toBeNull();
});
