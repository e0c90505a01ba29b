import { expect, it } from 'vitest';
import { toDatabase } from './client.ts';
import { createPool } from './pool.ts';
import { cachePreparedStatement } from './prepared.ts';

it('P10.24 cachePreparedStatement builds one statement for each database and key, and never uses it for another database or key', () => {
  const built: string[] = [];
  const statement = cachePreparedStatement((_db, key: string, place: string) => {
    built.push(`${key} ${place}`);
    return { execute: async () => [key] };
  });
  const one = toDatabase(createPool({}));
  const other = toDatabase(createPool({}));
  const first = statement(one, 'a', 'first');
  expect(statement(one, 'a', 'second')).toBe(first);
  expect(statement(one, 'b', 'first')).not.toBe(first);
  expect(statement(other, 'a', 'first')).not.toBe(first);
  expect(built).toEqual(['a first', 'b first', 'a first']);
});
