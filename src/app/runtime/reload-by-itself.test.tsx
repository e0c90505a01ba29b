// Runs in jsdom, because sessionStorage holds the reload times.
import { beforeEach, expect, it, vi } from 'vitest';
import { mayReload } from './reload-by-itself.ts';

const NOON = Date.parse('2026-11-21T17:00:00Z');
const MINUTE = 60_000;

beforeEach(() => {
  window.sessionStorage.clear();
  vi.unstubAllGlobals();
});

it('S20 allows at most two automatic reloads in five minutes', () => {
  expect(mayReload(NOON)).toBe(true);
  expect(mayReload(NOON + MINUTE)).toBe(true);
  expect(mayReload(NOON + 2 * MINUTE)).toBe(false);
  expect(mayReload(NOON + 5 * MINUTE)).toBe(true);
});

it.each(['not json', '{"at":1}', '["yesterday"]'])(
  'S20 counts no earlier reload when the stored value is %s',
  (text) => {
    window.sessionStorage.setItem('ventanilla-reloads', text);
    expect(mayReload(NOON)).toBe(true);
  },
);

it('S20 allows no reload when it cannot be recorded', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  expect(mayReload(NOON)).toBe(false);
});
