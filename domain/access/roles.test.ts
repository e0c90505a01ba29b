import { expect, it } from 'vitest';
import { permissionsOfRole } from './roles.ts';

const ROLES = ['reception', 'doctor', 'administration'] as const;

it.each([
  ['manage_evaluations', 'doctor'],
  ['user_management', 'administration'],
  ['register_patients', 'reception'],
] as const)('P10.100 the permission %s belongs to the role %s only', (permission, role) => {
  expect(ROLES.filter((one) => permissionsOfRole(one).includes(permission))).toEqual([role]);
});
