import { beforeEach, expect, it, vi } from 'vitest';
import { tryRecordAutomaticReload } from './automatic-reload.ts';

const NOON = Date.parse('2026-11-21T17:00:00Z');
const MINUTE_MS = 60_000;

beforeEach(() => {
  window.sessionStorage.clear();
  vi.unstubAllGlobals();
});

it('S20 the page may reload automatically at most twice in five minutes', () => {
  expect(tryRecordAutomaticReload(NOON)).toBe(true);
  expect(tryRecordAutomaticReload(NOON + MINUTE_MS)).toBe(true);
  expect(tryRecordAutomaticReload(NOON + 2 * MINUTE_MS)).toBe(false);
  expect(tryRecordAutomaticReload(NOON + 5 * MINUTE_MS)).toBe(true);
});

it.each(['not json', '{"at":1}', '["yesterday"]'])(
  'S20 the page counts no earlier reload, and may reload, when the stored reload times are %s',
  (text) => {
    window.sessionStorage.setItem('ventanilla-reloads', text);
    expect(tryRecordAutomaticReload(NOON)).toBe(true);
  },
);

it('S20 the page may not reload when the browser cannot store the time of the reload', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  expect(tryRecordAutomaticReload(NOON)).toBe(false);
});
