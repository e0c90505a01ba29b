import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EvaluationList } from '#contract/records/evaluation/evaluations.ts';
import { shortId } from '#domain/text/short-id.ts';
import type { Database } from '#server/platform/database/connection/client.ts';
import { referencedIdsLiteral } from '#server/evaluations/queries/referenced.ts';
import { createEvaluation, fetchEvaluationDetail } from '../support/capture.ts';
import { type ClinicalFixture, seedClinicalFixture, seedSignedEvaluation } from '../support/clinical.ts';
import { type Caller, type Server, responseOf, startServer } from '../support/server.ts';

let server: Server;
let receptionist: Caller;
let clinicalFixture: ClinicalFixture;
let signedEvaluationId: string;
let documentNumber: string;
let verificationCode: string;
beforeAll(async () => {
  server = await startServer('referenced_search');
  receptionist = await server.as('desk');
  clinicalFixture = await seedClinicalFixture(server);
  signedEvaluationId = await seedSignedEvaluation(server, clinicalFixture);
  await createEvaluation(server, receptionist);
  const { closings } = await fetchEvaluationDetail(await server.as('doctor'), signedEvaluationId);
  documentNumber = closings?.[0]?.number ?? '';
  verificationCode = closings?.[0]?.code ?? '';
});
afterAll(() => server.stop());

async function searchEvaluations(search: string, query = '', who = receptionist) {
  const url = `/evaluations?search=${encodeURIComponent(search)}${query}`;
  const { items, total } = responseOf(EvaluationList, await who.get(url));
  return { ids: items.map((item) => item.id), total };
}

describe('P10.379 search for one evaluation', () => {
  it('P10.379 the list of evaluations finds one by its printed document number, verification code or short id, whatever the other filters', async () => {
    const [prefix, year, counter] = documentNumber.split('-');
    for (const search of [
      documentNumber,
      `N.º ${documentNumber}`,
      `${prefix?.toLowerCase()} ${year} ${Number(counter)}`,
      verificationCode,
      verificationCode.replaceAll('-', '').toLowerCase(),
      shortId(signedEvaluationId),
      signedEvaluationId,
    ])
      for (const query of ['', '&status=pendiente&to=2020-01-01', '&page_size=5'])
        expect([search, await searchEvaluations(search, query)]).toEqual([
          search,
          { ids: [signedEvaluationId], total: 1 },
        ]);
  });

  it('P10.379 the list of evaluations finds none by a part of its printed document number or code, and none of another branch', async () => {
    const foreign = await server.as('deskMedellin');
    for (const search of [documentNumber, verificationCode, shortId(signedEvaluationId)])
      expect(await searchEvaluations(search, '', foreign)).toEqual({ ids: [], total: 0 });
    for (const search of [
      documentNumber.slice(0, -1),
      verificationCode.slice(0, -1),
      shortId(signedEvaluationId).slice(0, -1),
    ])
      expect(await searchEvaluations(search, '&status=cerrada')).toEqual({ ids: [], total: 0 });
  });

  it('P10.379 a search for an evaluation’s short id also finds a patient whose identity document number equals this id', async () => {
    const { pool } = server.database;
    const numeric = '12345678-0000-4000-8000-000000000001';
    const other = await createEvaluation(server, receptionist, { identification_number: '12345678' });
    const { rows } = await pool.query<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ',' order by ordinal_position) as columns
       from information_schema.columns where table_name = 'evaluations' and is_generated = 'NEVER'
         and column_name not in ('id', 'capture_id')`,
    );
    const columns = rows[0]?.columns ?? '';
    await pool.query(
      `insert into evaluations (id, ${columns}) select '${numeric}', ${columns} from evaluations where id = $1`,
      [signedEvaluationId],
    );
    const both = await searchEvaluations('12345678');
    expect(both.ids.toSorted()).toEqual([numeric, other].toSorted());
    expect(both.total).toBe(2);
  });

  it('P10.379 a search by printed document number, verification code or short id scans no table completely', async () => {
    const asked: { text: string; parameters: unknown[] }[] = [];
    const { pool } = server.database;
    const logger = {
      logQuery: (text: string, parameters: unknown[]) => void asked.push({ text, parameters }),
    };
    const client = await pool.connect();
    await client.query('set enable_seqscan = off');
    const db = drizzle({ client, logger });
    for (const search of [documentNumber, verificationCode, shortId(signedEvaluationId)])
      await referencedIdsLiteral(db as unknown as Database, search);
    expect(asked).toHaveLength(3);
    for (const { text, parameters } of asked) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, parameters);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Index');
      expect(plan).not.toContain('Seq Scan');
    }
    client.release(true);
  });
});
