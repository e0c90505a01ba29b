import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionState } from '#domain/connection-state.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { Rejected, Unreachable } from '../requests/api-request.ts';
import { formatReadAge, lastReadOutcome, findReadProblem } from './last-read.ts';
import { CAPTIVE_PORTAL_TEXT } from '../requests/unreachable-text.ts';

const LOAD_FAILED_TEXT = 'No se pudo cargar la evaluación.';
const NOW = Date.parse('2026-11-20T12:00:00Z');
const connectionUp: ConnectionState = { name: 'up', since: 0 };
const createDownState = (cause: 'no_answer' | 'portal'): ConnectionState => ({
  name: 'down',
  since: 0,
  cause,
  failures: 1,
  nextProbeAt: 0,
});
const createRejectedErrorWithStatus = (status: number, message = '') =>
  new Rejected({ status, code: null, message, details: [] });
const lastReadOutcomeFor = (
  error: unknown,
  link: ConnectionState = connectionUp,
  gate: 'open' | 'expired' = 'open',
) => lastReadOutcome({ query: { error, failureReason: error, isFetching: false }, link, gate });
const problemText = (...signs: Parameters<typeof lastReadOutcomeFor>) => {
  const problem = findReadProblem(lastReadOutcomeFor(...signs), LOAD_FAILED_TEXT, NOW - 5 * 60_000);
  return problem?.type === 'read' ? problem.text : problem;
};
const formatAgeFor = (...signs: Parameters<typeof lastReadOutcomeFor>) =>
  formatReadAge(lastReadOutcomeFor(...signs), 'Actualizada', NOW - 20_000, NOW);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('P8 R3 cached data that could not be refreshed', () => {
  it.each([
    [
      'its own failure, in words',
      createRejectedErrorWithStatus(500, 'Falló la base.'),
      'Falló la base. Ves la copia de las 06:55.',
    ],
    [
      'its status text',
      createRejectedErrorWithStatus(502, 'Bad Gateway'),
      'Bad Gateway. Ves la copia de las 06:55.',
    ],
    [
      'nothing',
      createRejectedErrorWithStatus(500),
      'El servidor no pudo responder (500). Ves la copia de las 06:55.',
    ],
    ['a refusal', createRejectedErrorWithStatus(400, 'No.'), 'No. Ves la copia de las 06:55.'],
    [
      'nothing in time, though others get answers',
      new Unreachable('timeout'),
      'El servidor no responde. Ves la copia de las 06:55.',
    ],
    ['a portal', new Unreachable('portal'), `${CAPTIVE_PORTAL_TEXT} Ves la copia de las 06:55.`],
  ])(
    'P8.8 the screen shows cached data with their age and the reason when the server returns %s',
    (_what, error, text) => {
      expect(problemText(error)).toBe(text);
      expect(formatAgeFor(error)).toBe('Sin actualizar · datos de hace un momento');
    },
  );

  it('the screen shows the day of cached data from another day', () => {
    expect(
      findReadProblem(
        lastReadOutcomeFor(createRejectedErrorWithStatus(500)),
        LOAD_FAILED_TEXT,
        NOW - 30 * 3_600_000,
      ),
    ).toMatchObject({
      title: LOAD_FAILED_TEXT,
      text: 'El servidor no pudo responder (500). Ves la copia del 19/11/2026 de las 01:00.',
      isKept: true,
    });
  });

  it('the screen shows the age of the cached data, without a reason, while the connection is down', () => {
    expect(problemText(new Unreachable('no_answer'), createDownState('no_answer'))).toBeNull();
    expect(problemText(createRejectedErrorWithStatus(500), createDownState('no_answer'))).toBeNull();
    expect(formatAgeFor(null, createDownState('no_answer'))).toBe('Sin conexión · datos de hace un momento');
  });

  it('the screen reports a captive portal, unless the device has no network', () => {
    expect(problemText(null, createDownState('portal'))).toContain(CAPTIVE_PORTAL_TEXT);
    vi.stubGlobal('navigator', { onLine: false });
    expect(problemText(null, createDownState('portal'))).toBeNull();
  });

  it('the screen does not report an ended session, because the session banner does', () => {
    expect(problemText(createRejectedErrorWithStatus(401))).toBeNull();
    expect(problemText(null, connectionUp, 'expired')).toBeNull();
    expect(formatAgeFor(null, connectionUp, 'expired')).toBe('Sin actualizar · datos de hace un momento');
  });

  it('while a failed read is retried, the screen reports the failure only if it shows cached data', () => {
    const query = { error: null, failureReason: createRejectedErrorWithStatus(503), isFetching: true };
    const again = lastReadOutcome({ query, link: connectionUp, gate: 'open' });
    expect(findReadProblem(again, LOAD_FAILED_TEXT, NOW)).toMatchObject({
      title: LOAD_FAILED_TEXT,
      isKept: true,
    });
    expect(findReadProblem(again, LOAD_FAILED_TEXT, null)).toBeNull();
    expect(formatReadAge(again, 'Actualizada', NOW, NOW)).toMatch(/^Sin actualizar/);
  });

  it('the screen shows no problem while a failed read is repeated after the connection came back', () => {
    const error = new Unreachable('no_answer');
    const query = { error, failureReason: null, isFetching: true };
    expect(
      findReadProblem(lastReadOutcome({ query, link: connectionUp, gate: 'open' }), LOAD_FAILED_TEXT, NOW),
    ).toBeNull();
  });

  it('the screen shows only the age of the data after a successful read', () => {
    expect(problemText(null)).toBeNull();
    expect(formatAgeFor(null)).toBe('Actualizada hace un momento');
  });
});

describe('P8 R3 screen without data', () => {
  const problemWhile = (
    query: { error: unknown; failureReason: unknown },
    link: ConnectionState,
    beginning: boolean,
  ) =>
    findReadProblem(
      lastReadOutcome({ query: { ...query, isFetching: true }, link, gate: 'open', beginning }),
      LOAD_FAILED_TEXT,
      null,
    );
  const none = { error: null, failureReason: null };

  it('a screen without data reports that the connection is down only after the time in which cached data would have appeared', () => {
    expect(problemWhile(none, createDownState('no_answer'), true)).toBeNull();
    expect(problemWhile(none, createDownState('no_answer'), false)).toEqual({
      type: 'read',
      title: LOAD_FAILED_TEXT,
      text: 'Sin conexión: el servidor no responde. Se intenta de nuevo cuando vuelva.',
      isKept: false,
    });
  });

  it('a screen without data reports a missing network at once, without waiting for retries', () => {
    vi.stubGlobal('navigator', { onLine: false });
    const query = { error: null, failureReason: new Unreachable('no_answer') };
    expect(problemWhile(query, createDownState('no_answer'), true)).toMatchObject({
      text: 'Sin conexión: este dispositivo no tiene red. Se intenta de nuevo cuando vuelva.',
    });
  });

  it('S20 a screen without data shows the notice for storage failures, not the one for failed reads, when storage fails', () => {
    const error = new StorageProblem('closed');
    expect(problemWhile({ error, failureReason: error }, connectionUp, false)).toEqual({
      type: 'storage',
      kind: 'closed',
    });
  });
});
