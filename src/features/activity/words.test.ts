import { describe, expect, it } from 'vitest';
import { actionWords } from './words.ts';

describe('P10.246 the words of an action', () => {
  const change = (what: string | null) =>
    actionWords({ action: 'user_status_changed', about: { kind: 'users', name: 'Rocío Demo', what } });

  it('P10.246 tell a suspension from a reactivation', () => {
    expect(change('suspended')).toBe('Suspendió a un usuario');
    expect(change('active')).toBe('Reactivó a un usuario');
  });

  it('P10.246 name the change alone where a server does not say which it was', () => {
    expect(change(null)).toBe('Cambió el estado de un usuario');
    expect(actionWords({ action: 'user_status_changed' })).toBe('Cambió el estado de un usuario');
  });
});
