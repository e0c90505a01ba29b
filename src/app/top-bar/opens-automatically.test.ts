import { expect, it } from 'vitest';
import { opensBranchDialogAutomatically } from './opens-automatically.ts';

type DialogConditions = Parameters<typeof opensBranchDialogAutomatically>[0];

const opensDialog = (patch: Partial<DialogConditions>, ...[offered]: [boolean?]) =>
  opensBranchDialogAutomatically(
    { branchId: null, gate: 'open', actions: ['user_management'], ...patch },
    offered,
  );

it('P2.23 the branch dialog opens automatically for user_management without an active branch', () => {
  expect(opensDialog({}, false)).toBe(true);
  expect(opensDialog({ branchId: 'b1' }, false)).toBe(false);
  expect(opensDialog({ actions: ['register_patients', 'manage_catalogs'] }, false)).toBe(false);
});

it('P2 the branch dialog opens automatically once per sign-in, and only while the server can be reached', () => {
  expect(opensDialog({}, true)).toBe(false);
  expect(opensDialog({})).toBe(false);
  expect(opensDialog({ gate: 'offline' }, false)).toBe(false);
  expect(opensDialog({ gate: 'expired' }, false)).toBe(false);
});
