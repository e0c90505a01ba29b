import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionState } from '#domain/connection-state.ts';
import { Unreachable } from './api-request.ts';
import { findEditingDisabledReason } from './disabled-reason.ts';
import { failureText, saveFailureOf } from '../messages/failure-text.ts';
import { lastReadOutcome, findReadProblem } from '../reads/last-read.ts';
import { saveResultOf } from './saving.ts';
import { findWaitReason } from '../messages/waiting-text.ts';
import { CAPTIVE_PORTAL_TEXT, serverNeededText, unreachableText } from './unreachable-text.ts';

const captivePortalState: ConnectionState = {
  name: 'down',
  since: 0,
  cause: 'portal',
  failures: 1,
  nextProbeAt: 0,
};

beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }));
afterEach(() => vi.unstubAllGlobals());

describe('S6 messages for an unexpected response', () => {
  it('reads, saves and other actions show the same message for an unexpected response', () => {
    const read = lastReadOutcome({
      query: { error: null, failureReason: null, isFetching: false },
      link: captivePortalState,
      gate: 'open',
    });
    const saved = saveResultOf({ type: 'foreign' });
    const texts = [
      failureText(new Unreachable('portal'), 'No se pudo.'),
      saved.type === 'saved' ? '' : saveFailureOf(saved, 'No se pudo.').text,
      JSON.stringify(findReadProblem(read, 'No se pudo.', null)),
      findEditingDisabledReason({ gate: 'open' }, captivePortalState),
      serverNeededText(captivePortalState, 'esto necesita red.'),
      unreachableText('portal'),
    ];
    expect(findWaitReason([], captivePortalState)).toBe('intercepted');
    for (const text of texts) {
      expect(text).toContain(CAPTIVE_PORTAL_TEXT);
      expect(text).not.toMatch(/Sin conexión|no responde/);
    }
  });

  it('S17 the message reports a missing network when the device is offline', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(unreachableText('portal')).toBe('Este dispositivo no tiene red.');
    expect(findWaitReason([], captivePortalState)).toBe('network');
    expect(serverNeededText(captivePortalState, 'esto necesita red.')).toBe(
      'Sin conexión: esto necesita red.',
    );
  });
});
