import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionState } from '#domain/connection-state.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { Rejected, Unreachable } from '../requests/api-request.ts';
import { readAgeText, lastReadOutcome, readProblem } from './last-read.ts';
import { CAPTIVE_PORTAL_TEXT } from '../requests/unreachable-text.ts';

const FAILED = 'No se pudo cargar la evaluación.';
const NOW = Date.parse('2026-11-20T12:00:00Z');
const up: ConnectionState = { name: 'up', since: 0 };
const down = (cause: 'no_answer' | 'portal'): ConnectionState => ({
  name: 'down',
  since: 0,
  cause,
  failures: 1,
  nextProbeAt: 0,
});
const refused = (status: number, message = '') => new Rejected({ status, code: null, message, details: [] });
const read = (error: unknown, link: ConnectionState = up, gate: 'open' | 'expired' = 'open') =>
  lastReadOutcome({ query: { error, failureReason: error, isFetching: false }, link, gate });
const said = (...signs: Parameters<typeof read>) => {
  const problem = readProblem(read(...signs), FAILED, NOW - 5 * 60_000);
  return problem?.type === 'read' ? problem.text : problem;
};
const age = (...signs: Parameters<typeof read>) =>
  readAgeText(read(...signs), 'Actualizada', NOW - 20_000, NOW);

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
      refused(500, 'Falló la base.'),
      'Falló la base. Ves la copia de las 06:55.',
    ],
    ['its status text', refused(502, 'Bad Gateway'), 'Bad Gateway. Ves la copia de las 06:55.'],
    ['nothing', refused(500), 'El servidor no pudo responder (500). Ves la copia de las 06:55.'],
    ['a refusal', refused(400, 'No.'), 'No. Ves la copia de las 06:55.'],
    [
      'nothing in time, though others get answers',
      new Unreachable('timeout'),
      'El servidor no responde. Ves la copia de las 06:55.',
    ],
    ['a portal', new Unreachable('portal'), `${CAPTIVE_PORTAL_TEXT} Ves la copia de las 06:55.`],
  ])(
    'P8.8 the screen shows cached data with their age and the reason when the server returns %s',
    (_what, error, text) => {
      expect(said(error)).toBe(text);
      expect(age(error)).toBe('Sin actualizar · datos de hace un momento');
    },
  );

  it('the screen shows the day of cached data from another day', () => {
    expect(readProblem(read(refused(500)), FAILED, NOW - 30 * 3_600_000)).toMatchObject({
      title: FAILED,
      text: 'El servidor no pudo responder (500). Ves la copia del 19/11/2026 de las 01:00.',
      isKept: true,
    });
  });

  it('the screen shows the age of the cached data, without a reason, while the connection is down', () => {
    expect(said(new Unreachable('no_answer'), down('no_answer'))).toBeNull();
    expect(said(refused(500), down('no_answer'))).toBeNull();
    expect(age(null, down('no_answer'))).toBe('Sin conexión · datos de hace un momento');
  });

  it('the screen reports a captive portal, unless the device has no network', () => {
    expect(said(null, down('portal'))).toContain(CAPTIVE_PORTAL_TEXT);
    vi.stubGlobal('navigator', { onLine: false });
    expect(said(null, down('portal'))).toBeNull();
  });

  it('the screen does not report an ended session, because the session banner does', () => {
    expect(said(refused(401))).toBeNull();
    expect(said(null, up, 'expired')).toBeNull();
    expect(age(null, up, 'expired')).toBe('Sin actualizar · datos de hace un momento');
  });

  it('while a failed read is retried, the screen reports the failure only if it shows cached data', () => {
    const query = { error: null, failureReason: refused(503), isFetching: true };
    const again = lastReadOutcome({ query, link: up, gate: 'open' });
    expect(readProblem(again, FAILED, NOW)).toMatchObject({ title: FAILED, isKept: true });
    expect(readProblem(again, FAILED, null)).toBeNull();
    expect(readAgeText(again, 'Actualizada', NOW, NOW)).toMatch(/^Sin actualizar/);
  });

  it('the screen shows no problem while a failed read is repeated after the connection came back', () => {
    const error = new Unreachable('no_answer');
    const query = { error, failureReason: null, isFetching: true };
    expect(readProblem(lastReadOutcome({ query, link: up, gate: 'open' }), FAILED, NOW)).toBeNull();
  });

  it('the screen shows only the age of the data after a successful read', () => {
    expect(said(null)).toBeNull();
    expect(age(null)).toBe('Actualizada hace un momento');
  });
});

describe('P8 R3 screen without data', () => {
  const nothing = (
    query: { error: unknown; failureReason: unknown },
    link: ConnectionState,
    beginning: boolean,
  ) =>
    readProblem(
      lastReadOutcome({ query: { ...query, isFetching: true }, link, gate: 'open', beginning }),
      FAILED,
      null,
    );
  const none = { error: null, failureReason: null };

  it('a screen without data reports that the connection is down only after the time in which cached data would have appeared', () => {
    expect(nothing(none, down('no_answer'), true)).toBeNull();
    expect(nothing(none, down('no_answer'), false)).toEqual({
      type: 'read',
      title: FAILED,
      text: 'Sin conexión: el servidor no responde. Se intenta de nuevo cuando vuelva.',
      isKept: false,
    });
  });

  it('a screen without data reports a missing network at once, without waiting for retries', () => {
    vi.stubGlobal('navigator', { onLine: false });
    const query = { error: null, failureReason: new Unreachable('no_answer') };
    expect(nothing(query, down('no_answer'), true)).toMatchObject({
      text: 'Sin conexión: este dispositivo no tiene red. Se intenta de nuevo cuando vuelva.',
    });
  });

  it('S20 a screen without data shows the notice for storage failures, not the one for failed reads, when storage fails', () => {
    const error = new StorageProblem('closed');
    expect(nothing({ error, failureReason: error }, up, false)).toEqual({ type: 'storage', kind: 'closed' });
  });
});
