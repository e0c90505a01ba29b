import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPerCatalog } from '#contract/catalogs/all.ts';
import { type Server, startServer } from '../support/server.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer('catalog_tables');
});
afterAll(() => server.stop());

const selectRows = async <Row extends object>(query: string, values: readonly unknown[]): Promise<Row[]> =>
  (await server.database.pool.query<Row>(query, [...values])).rows;

describe.each(Object.values(buildPerCatalog((definition) => definition)))(
  'P10.373 the table of the catalogue $key',
  ({ key, fields }) => {
    it('P10.373 the table has a column for each field of the definition; the column is required if the definition requires the field', async () => {
      const columns = await selectRows<{ name: string; required: boolean }>(
        `select column_name as name, is_nullable = 'NO' as required from information_schema.columns where table_name = $1`,
        [key],
      );
      const required = new Map(columns.map((column) => [column.name, column.required]));
      const isList = (kind: string) => kind === 'lines' || kind === 'evaluation-types';
      expect(Object.keys(fields).map((name) => [name, required.get(name)])).toEqual(
        Object.entries(fields).map(([name, { isRequired, kind }]) => [name, isRequired || isList(kind)]),
      );
    });

    it('P10.373 the table has triggers that raise the revisions of the row and of the catalogue with each change', async () => {
      const triggers = await selectRows<{ name: string }>(
        `select tgname as name from pg_trigger where tgrelid = $1::regclass and not tgisinternal`,
        [key],
      );
      expect(triggers.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['revision_on_insert', 'revision_on_update', 'row_revision']),
      );
      expect(await selectRows(`select 1 from catalog_revisions where resource = $1`, [key])).toHaveLength(1);
    });

    it('P10.373 the table has a unique index for the code if its rows have a code', async () => {
      const indexes = await selectRows<{ name: string }>(
        `select indexname as name from pg_indexes where tablename = $1`,
        [key],
      );
      const names = indexes.map(({ name }) => name);
      expect(names.includes(`${key}_code_key`)).toBe('code' in fields);
    });
  },
);
