import { expect, it } from 'vitest';
import { shouldOpenBranchDialog } from './opens-automatically.ts';

type DialogConditions = Parameters<typeof shouldOpenBranchDialog>[0];

const shouldOpenWith = (patch: Partial<DialogConditions>, ...[offered]: [boolean?]) =>
  shouldOpenBranchDialog({ branchId: null, gate: 'open', actions: ['user_management'], ...patch }, offered);

it('P2.23 the branch dialog opens automatically for a user with the permission user_management and without an active branch', () => {
  expect(shouldOpenWith({}, false)).toBe(true);
  expect(shouldOpenWith({ branchId: 'b1' }, false)).toBe(false);
  expect(shouldOpenWith({ actions: ['register_patients', 'manage_catalogs'] }, false)).toBe(false);
});

it('P2 the branch dialog opens automatically once per sign-in, and only while the server can be reached', () => {
  expect(shouldOpenWith({}, true)).toBe(false);
  expect(shouldOpenWith({})).toBe(false);
  expect(shouldOpenWith({ gate: 'offline' }, false)).toBe(false);
  expect(shouldOpenWith({ gate: 'expired' }, false)).toBe(false);
});
