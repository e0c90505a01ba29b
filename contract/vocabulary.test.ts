import { expect, it } from 'vitest';
import {
  EVALUATION_STATUS_LABELS,
  GENDER_LABELS,
  IDENTIFICATION_LABELS,
  NOTE_LABELS,
  PERMISSIONS,
  PERMISSION_DEFINITIONS,
  USER_STATUSES,
} from './vocabulary.ts';
import { CATALOGS } from './catalogs/all.ts';
import { type Route, routes } from './routes/routes.ts';

it('P3.2 document types and genders have the labels of the base contract', () => {
  expect(IDENTIFICATION_LABELS).toEqual({
    CC: 'Cédula de ciudadanía',
    TI: 'Tarjeta de identidad',
    CE: 'Cédula de extranjería',
    PA: 'Pasaporte',
  });
  expect(GENDER_LABELS).toEqual({ F: 'Femenino', M: 'Masculino', O: 'Otro' });
});

it('P3.7 the eight notes have the labels of the base contract', () => {
  expect(NOTE_LABELS).toEqual({
    recomendaciones: 'Recomendaciones laborales',
    manejo_eps_arp: 'Manejo EPS / ARL',
    habitos: 'Hábitos y estilos de vida',
    sve: 'Inclusión en SVE',
    restricciones: 'Restricciones',
    concepto: 'Concepto de aptitud laboral',
    aptitud_tarea: 'Aptitud para tareas específicas',
    observaciones: 'Observaciones',
  });
});

it('P4.1 an evaluation has one of three states, and a user has one of three statuses', () => {
  expect(EVALUATION_STATUS_LABELS).toEqual({
    pendiente: 'Pendiente',
    en_proceso: 'En proceso',
    cerrada: 'Cerrada',
  });
  expect(USER_STATUSES).toEqual(['active', 'suspended', 'invited']);
});

it('P6.1 the five permissions of the base contract have the labels that the base contract specifies', () => {
  const ofBaseContract = PERMISSIONS.filter((permission) => !PERMISSION_DEFINITIONS[permission].ours);
  expect(ofBaseContract.map((permission) => [permission, PERMISSION_DEFINITIONS[permission].label])).toEqual([
    ['user_management', 'Gestión de usuarios'],
    ['manage_catalogs', 'Catálogos'],
    ['register_patients', 'Recepción de pacientes'],
    ['manage_evaluations', 'Evaluaciones'],
    ['view_dashboard', 'Dashboard'],
  ]);
});

it('P10.369 every permission gives access to a route', () => {
  const used = new Set(
    Object.values<Route>(routes).flatMap(({ access }) => (Array.isArray(access) ? access : [])),
  );
  expect(PERMISSIONS.filter((permission) => !used.has(permission))).toEqual([]);
});

it("P6.1 the description of the permission 'Catálogos' names each catalogue that users with this permission can change", () => {
  const { sentence } = PERMISSION_DEFINITIONS.manage_catalogs;
  const names = Object.values(CATALOGS)
    .filter(({ write }) => write === 'manage_catalogs')
    .map(({ noun }) => noun.many);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !sentence.includes(name))).toEqual([]);
});
