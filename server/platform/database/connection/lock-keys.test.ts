import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCK_KEYS } from './lock-keys.ts';

const MIGRATIONS_FOLDER = path.resolve(import.meta.dirname, '../../../migrations');

describe('P10.63 advisory lock numbers', () => {
  it('the advisory lock numbers are all different, so that unrelated work never waits for the same lock', () => {
    const keys = Object.values(LOCK_KEYS);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('the migrations use only two advisory lock numbers: that of the log and that of the stored totals', () => {
    const sources = fs.readdirSync(MIGRATIONS_FOLDER).filter((name) => name.endsWith('.sql'));
    const used = sources.flatMap((name) =>
      [...fs.readFileSync(path.join(MIGRATIONS_FOLDER, name), 'utf8').matchAll(/xact_lock\((\d+)\)/g)].map(
        ([, key]) => Number(key),
      ),
    );
    expect(new Set(used)).toEqual(new Set([LOCK_KEYS.log, LOCK_KEYS.fold]));
  });
});
