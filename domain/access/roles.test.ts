import { expect, it } from 'vitest';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { ROLE_DEFINITIONS, roleWithExactPermissions } from './roles.ts';

it('P10.100 a set of permissions counts as a role only if it equals the permissions of that role, in any order', () => {
  for (const role of ROLE_DEFINITIONS)
    expect(roleWithExactPermissions([...role.actions].reverse())).toBe(role);
  expect(roleWithExactPermissions(PERMISSIONS)).toBeNull();
  expect(roleWithExactPermissions([])).toBeNull();
});

it("P10.100 only the doctor's role reads results, and only the administrator's role invites users", () => {
  const permits = (action: (typeof PERMISSIONS)[number]) =>
    ROLE_DEFINITIONS.filter(({ actions }) => actions.includes(action)).map(({ key }) => key);
  expect(permits('manage_evaluations')).toEqual(['doctor']);
  expect(permits('user_management')).toEqual(['administration']);
  expect(permits('register_patients')).toEqual(['reception']);
});
