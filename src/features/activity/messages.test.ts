import { describe, expect, it } from 'vitest';
import { activityActionLabel, changedSubjectText } from './messages.ts';

describe('P10.246 text of an action', () => {
  const change = (what: string | null) =>
    activityActionLabel({
      action: 'user_status_changed',
      about: { kind: 'users', name: 'Rocío Demo', what },
    });

  it('P10.246 the action text distinguishes the suspension of a user from a reactivation', () => {
    expect(change('suspended')).toBe('Suspendió a un usuario');
    expect(change('active')).toBe('Reactivó a un usuario');
  });

  it('P10.246 the action text says only that the status changed when the server does not report the new status', () => {
    expect(change(null)).toBe('Cambió el estado de un usuario');
    expect(activityActionLabel({ action: 'user_status_changed' })).toBe('Cambió el estado de un usuario');
  });
});

it('P10.357 the activity log names the additional field that an administrator changed', () => {
  expect(changedSubjectText({ kind: 'additional_fields', name: 'EPS', what: null })).toBe('campo EPS');
});
