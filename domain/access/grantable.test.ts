import { expect, it } from 'vitest';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { grantablePermissions } from './roles.ts';

const BASE_PERMISSIONS = PERMISSIONS.filter((permission) => permission !== 'deliver_documents');

it('P10.369 an administrator without a permission beyond the base contract cannot grant it if the server names no grantable permissions', () => {
  expect(grantablePermissions({ actions: ['user_management'] })).toEqual(BASE_PERMISSIONS);
});

it('P10.369 an administrator with a permission beyond the base contract can grant this permission to users', () => {
  expect(grantablePermissions({ actions: ['user_management', 'deliver_documents'] })).toContain(
    'deliver_documents',
  );
});

it('P10.387 an administrator can grant the permissions that the server names, also those that the administrator lacks', () => {
  expect(grantablePermissions({ actions: ['user_management'], grantable: PERMISSIONS })).toEqual(PERMISSIONS);
  expect(grantablePermissions({ actions: PERMISSIONS, grantable: [] })).toEqual([]);
});
