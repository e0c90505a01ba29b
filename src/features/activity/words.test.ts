import { describe, expect, it } from 'vitest';
import { actionLabel } from './words.ts';

describe('P10.246 text of an action', () => {
  const change = (what: string | null) =>
    actionLabel({ action: 'user_status_changed', about: { kind: 'users', name: 'Rocío Demo', what } });

  it('P10.246 distinguishes a suspension from a reactivation', () => {
    expect(change('suspended')).toBe('Suspendió a un usuario');
    expect(change('active')).toBe('Reactivó a un usuario');
  });

  it('P10.246 names only the change when the server does not report the new status', () => {
    expect(change(null)).toBe('Cambió el estado de un usuario');
    expect(actionLabel({ action: 'user_status_changed' })).toBe('Cambió el estado de un usuario');
  });
});
