import { expect, it } from 'vitest';
import { opensBranchDialogAutomatically } from './opens-automatically.ts';

type Asked = Parameters<typeof opensBranchDialogAutomatically>[0];

const opens = (patch: Partial<Asked>, ...[offered]: [boolean?]) =>
  opensBranchDialogAutomatically(
    { branchId: null, gate: 'open', actions: ['user_management'], ...patch },
    offered,
  );

it('P2.23 the branch dialog opens automatically for user_management without an active branch', () => {
  expect(opens({}, false)).toBe(true);
  expect(opens({ branchId: 'b1' }, false)).toBe(false);
  expect(opens({ actions: ['register_patients', 'manage_catalogs'] }, false)).toBe(false);
});

it('P2 the branch dialog opens automatically once per sign-in, and only while the server can be reached', () => {
  expect(opens({}, true)).toBe(false);
  expect(opens({})).toBe(false);
  expect(opens({ gate: 'offline' }, false)).toBe(false);
  expect(opens({ gate: 'expired' }, false)).toBe(false);
});
