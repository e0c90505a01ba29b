import { expect, it } from 'vitest';
import { navEntriesFor } from './nav-entries.ts';

const labels = (...actions: Parameters<typeof navEntriesFor>[0]) =>
  navEntriesFor(actions).map((entry) => entry.label);

it('spec §6 the navigation shows what the permissions allow', () => {
  expect(labels()).toEqual(['Inicio', 'Mi organización']);
  expect(labels('manage_evaluations', 'view_dashboard')).toEqual([
    'Inicio',
    'Evaluaciones',
    'Mi organización',
  ]);
  expect(labels('register_patients')).toEqual([
    'Inicio',
    'Registrar paciente',
    'Pendientes de envío',
    'Evaluaciones',
    'Mi organización',
  ]);
  expect(labels('user_management')).toEqual(['Inicio', 'Mi organización', 'Usuarios']);
  expect(labels('manage_catalogs')).toEqual(['Inicio', 'Mi organización', 'Catálogos']);
});
