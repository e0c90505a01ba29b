import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Link } from '#domain/link.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { Refused, Unreachable } from '../requests/api-request.ts';
import { ageWords, lastRead, readProblem } from './last-read.ts';
import { ANOTHER_ANSWERS } from '../requests/unreached-text.ts';

const FAILED = 'No se pudo cargar la evaluación.';
const NOW = Date.parse('2026-11-20T12:00:00Z'); // 07:00 in Bogotá
const up: Link = { name: 'up', since: 0 };
const down = (cause: 'no_answer' | 'portal'): Link => ({
  name: 'down',
  since: 0,
  cause,
  failures: 1,
  nextProbeAt: 0,
});
const refused = (status: number, message = '') => new Refused({ status, code: null, message, details: [] });
const read = (error: unknown, link: Link = up, gate: 'open' | 'expired' = 'open') =>
  lastRead({ query: { error, failureReason: error, isFetching: false }, link, gate });
const said = (...signs: Parameters<typeof read>) => {
  const problem = readProblem(read(...signs), FAILED, NOW - 5 * 60_000);
  return problem?.type === 'read' ? problem.text : problem;
};
const age = (...signs: Parameters<typeof read>) => ageWords(read(...signs), 'Actualizada', NOW - 20_000, NOW);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('P8 R3 a copy that could not be read anew', () => {
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
    ['a portal', new Unreachable('portal'), `${ANOTHER_ANSWERS} Ves la copia de las 06:55.`],
  ])('P8.8 the provider says %s: that is said, and how old the copy is', (_what, error, text) => {
    expect(said(error)).toBe(text);
    expect(age(error)).toBe('Sin actualizar · datos de hace un momento');
  });

  it('a copy of another day names the day', () => {
    expect(readProblem(read(refused(500)), FAILED, NOW - 30 * 3_600_000)).toMatchObject({
      title: FAILED,
      text: 'El servidor no pudo responder (500). Ves la copia del 19/11/2026 de las 01:00.',
      isKept: true,
    });
  });

  it('without an answer only the age of what is shown says so', () => {
    expect(said(new Unreachable('no_answer'), down('no_answer'))).toBeNull();
    expect(said(refused(500), down('no_answer'))).toBeNull();
    expect(age(null, down('no_answer'))).toBe('Sin conexión · datos de hace un momento');
  });

  it('a portal in front of the provider is no missing network', () => {
    expect(said(null, down('portal'))).toContain(ANOTHER_ANSWERS);
    vi.stubGlobal('navigator', { onLine: false });
    expect(said(null, down('portal'))).toBeNull();
  });

  it('an ended session is said by its banner', () => {
    expect(said(refused(401))).toBeNull();
    expect(said(null, up, 'expired')).toBeNull();
    expect(age(null, up, 'expired')).toBe('Sin actualizar · datos de hace un momento');
  });

  it('the first attempt that fails is said while it is repeated; in front of nothing it is waited for', () => {
    const query = { error: null, failureReason: refused(503), isFetching: true };
    const again = lastRead({ query, link: up, gate: 'open' });
    expect(readProblem(again, FAILED, NOW)).toMatchObject({ title: FAILED, isKept: true });
    expect(readProblem(again, FAILED, null)).toBeNull();
    expect(ageWords(again, 'Actualizada', NOW, NOW)).toMatch(/^Sin actualizar/);
  });

  it('with the link back, what failed without it is asked for without a word', () => {
    const error = new Unreachable('no_answer');
    const query = { error, failureReason: null, isFetching: true };
    expect(readProblem(lastRead({ query, link: up, gate: 'open' }), FAILED, NOW)).toBeNull();
  });

  it('one that went well says how old it is', () => {
    expect(said(null)).toBeNull();
    expect(age(null)).toBe('Actualizada hace un momento');
  });
});

describe('P8 R3 nothing to show', () => {
  const nothing = (query: { error: unknown; failureReason: unknown }, link: Link, beginning: boolean) =>
    readProblem(
      lastRead({ query: { ...query, isFetching: true }, link, gate: 'open', beginning }),
      FAILED,
      null,
    );
  const none = { error: null, failureReason: null };

  it('a link that is known to be down is said at once, after the moment that the own copy takes', () => {
    expect(nothing(none, down('no_answer'), true)).toBeNull();
    expect(nothing(none, down('no_answer'), false)).toEqual({
      type: 'read',
      title: FAILED,
      text: 'Sin conexión: el servidor no responde. Se intenta de nuevo cuando vuelva.',
      isKept: false,
    });
  });

  it('without any network nobody waits for the repetitions', () => {
    vi.stubGlobal('navigator', { onLine: false });
    const query = { error: null, failureReason: new Unreachable('no_answer') };
    expect(nothing(query, down('no_answer'), true)).toMatchObject({
      text: 'Sin conexión: este dispositivo no tiene red. Se intenta de nuevo cuando vuelva.',
    });
  });

  it('S20 storage that fails has its own notice', () => {
    const error = new StorageProblem('closed');
    expect(nothing({ error, failureReason: error }, up, false)).toEqual({ type: 'storage', kind: 'closed' });
  });
});
