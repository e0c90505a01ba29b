import { expect, it, vi } from 'vitest';
import type * as vocabulary from '#contract/vocabulary.ts';
import { grantablePermissions } from './roles.ts';

/** Definitions in which the dashboard is an extension of the base contract. */
vi.mock('#contract/vocabulary.ts', async (load) => {
  const { PERMISSION_DEFINITIONS: defined, ...others } = await load<typeof vocabulary>();
  const view_dashboard = { ...defined.view_dashboard, ours: true };
  return { ...others, PERMISSION_DEFINITIONS: { ...defined, view_dashboard } };
});

it('P10.369 an administrator without permissions beyond the base contract cannot grant such permissions, which the server may reject', () => {
  expect(grantablePermissions(['user_management'])).toEqual([
    'user_management',
    'manage_catalogs',
    'register_patients',
    'manage_evaluations',
  ]);
});

it('P10.369 an administrator with a permission beyond the base contract can grant this permission to users', () => {
  expect(grantablePermissions(['user_management', 'view_dashboard'])).toContain('view_dashboard');
});
