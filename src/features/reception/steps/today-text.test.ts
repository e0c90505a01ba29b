import { expect, it } from 'vitest';
import { todayText } from './today-text.ts';

const at = Date.parse('2026-11-21T11:47:00Z');
const hours = 60 * 60_000;

it('a person registered before is pointed out with time and type', () => {
  expect(todayText({ where: 'confirmed', at, label: 'Ingreso' }, at + hours)).toBe(
    'Esta persona ya fue registrada hoy a las 06:47 (Ingreso). El servidor ya la confirmó.',
  );
  expect(todayText({ where: 'queue', at, label: 'Egreso' }, at + 24 * hours)).toBe(
    'Esta persona ya fue registrada el 21/11/2026 a las 06:47 (Egreso). Aún está por enviar.',
  );
});
