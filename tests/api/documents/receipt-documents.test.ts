import { afterAll, beforeAll, expect, it } from 'vitest';
import { RECEIPT_DOCUMENTS } from '#contract/documents.ts';
import { type TestDatabase, createTestDatabase } from '#tests/support/server/embedded-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('receipt_documents');
});
afterAll(() => database.drop());

it('P10.370 the database constraint of receipts accepts exactly the documents that the worker can receive, and all of them at once', async () => {
  const { rows } = await database.pool.query<{ rule: string }>(
    `select pg_get_constraintdef(oid) as rule from pg_constraint
      where conrelid = 'receipts'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%items%'`,
  );
  const rule = rows.map((row) => row.rule).join(' ');
  const accepted = [...rule.matchAll(/'(\w+)'/g)].map(([, item = '']) => item);
  expect(accepted.sort()).toEqual([...RECEIPT_DOCUMENTS].sort());
  expect(/<= (\d+)/.exec(rule)?.[1]).toBe(String(RECEIPT_DOCUMENTS.length));
});
