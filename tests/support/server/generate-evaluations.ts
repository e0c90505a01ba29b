import { randomBytes, randomUUID } from 'node:crypto';
import { type Pool, type PoolClient, escapeIdentifier } from 'pg';
import { untimedQueryConfig } from '#server/platform/database/connection/pool.ts';

export interface GenerationOptions {
  /** Number of patients; the evaluations are distributed among these. */
  readonly persons: number;
  readonly evaluations: number;
  /** Branches among which the evaluations are distributed evenly. */
  readonly branchIds: readonly string[];
  readonly evaluation_type_id: string;
  /** Companies, assigned to the patients in rotation. */
  readonly companyIds: readonly [string, ...string[]];
  readonly userId: string;
  /** Divisor n: the newest 1/n of the evaluations is open, all others are closed. */
  readonly oneOpenIn: number;
  /** Minutes between two evaluations, and the age of the newest one; 30 by default. */
  readonly minutesApart?: number;
}

const INSERT_PATIENTS_SQL = `
insert into patients (id, identification_type, identification_number, normalized_number, first_name, middle_name, last_name,
  second_last_name, data_at)
select gen_random_uuid(), 'CC', '88' || lpad(n::text, 8, '0'), '88' || lpad(n::text, 8, '0'),
  (array['Ana','José','Luisa','Ñío','Óscar','Yenny','Andrés','Sofía','Wilson','Ángela','Camilo','Marcela'])[1 + n % 12],
  (array['María','Fernanda','Alberto',null,'David'])[1 + n % 5],
  (array['Muñoz','Álvarez','Paz','Castaño','Ibáñez','Zapata','Ordóñez','Quintero','Roa','Vélez','Peña','Gil','Demo'])[1 + n / 12 % 13],
  (array['Prueba','Ejemplo','Muestra','Ríos','Núñez','Rincón','Cárdenas'])[1 + n / 156 % 7] || ' ' || substr(md5(n::text), 1, 6),
  now()
from generate_series(1, $1::integer) n`;

const INSERT_EVALUATIONS_SQL = `
with person as (select id, row_number() over (order by normalized_number) as place from patients where starts_with(normalized_number, '88'))
insert into evaluations (id, branch_id, patient_id, evaluation_type_id, employer_company_id, status, captured_at, received_at,
  started_at, closed_at, created_by)
select gen_random_uuid(), ($3::uuid[])[1 + n % cardinality($3)], person.id, $4, ($5::uuid[])[1 + person.place % cardinality($5)],
  case when n > $1 / $6 then 'cerrada' when n % 3 = 0 then 'en_proceso' else 'pendiente' end,
  now() - n * $8::integer * interval '1 minute', now() - n * $8::integer * interval '1 minute',
  now() - n * $8::integer * interval '1 minute',
  case when n > $1 / $6 then now() - n * $8::integer * interval '1 minute' + interval '20 minutes' end, $7
from generate_series(1, $1::integer) n join person on person.place = 1 + n % $2`;

/** Number of rows from which it is faster to create the indexes after the insert. */
const MIN_ROWS_TO_DEFER_INDEXES = 500_000;

/** Drops the non-unique indexes of the patients and evaluations tables. Returns the statements that create them again. */
async function dropNonUniqueIndexes(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('patients', 'evaluations') and indexdef not like 'CREATE UNIQUE%'`,
  );
  for (const { name } of rows) await client.query(`drop index ${escapeIdentifier(name)}`);
  return rows.map(({ definition }) => definition);
}

/** Inserts patients and evaluations, and updates the statistics of the query planner as autovacuum would. */
export async function generateEvaluations(pool: Pool, wanted: GenerationOptions): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    // The test's database commits asynchronously by default; vacuum could then not mark the new pages as visible to all.
    await client.query('set synchronous_commit = on');
    // This setting disables row triggers, which are not needed: the generated references are correct, and one step at the end
    // counts the totals.
    await client.query('set session_replication_role = replica');
    const afterwards =
      wanted.evaluations > MIN_ROWS_TO_DEFER_INDEXES ? await dropNonUniqueIndexes(client) : [];
    await client.query(untimedQueryConfig(INSERT_PATIENTS_SQL, [wanted.persons]));
    await client.query(
      untimedQueryConfig(INSERT_EVALUATIONS_SQL, [
        wanted.evaluations,
        wanted.persons,
        wanted.branchIds,
        wanted.evaluation_type_id,
        wanted.companyIds,
        wanted.oneOpenIn,
        wanted.userId,
        wanted.minutesApart ?? 30,
      ]),
    );
    await client.query('set session_replication_role = origin');
    await client.query(`set maintenance_work_mem = '512MB'`);
    for (const definition of afterwards) await client.query(untimedQueryConfig(definition));
    await client.query(untimedQueryConfig('select recount_evaluations()'));
    await client.query(untimedQueryConfig('vacuum analyze patients, evaluations'));
    // The first queries would otherwise wait while the disk writes the new rows.
    if (afterwards.length > 0) await client.query(untimedQueryConfig('checkpoint'));
  } finally {
    client.release(true); // The connection is closed and not returned to the pool, because its timeout was changed.
  }
}

/** Creates the user, branches and companies that generated evaluations need, in a database with only the schema. */
export async function generateClinic(
  pool: Pool,
): Promise<Omit<GenerationOptions, 'persons' | 'evaluations'>> {
  const [companyId, other, typeId, userId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const branchIds = Array.from({ length: 5 }, () => randomUUID());
  await pool.query(
    `insert into companies (id, code, name) values ($1, 'GEN-1', 'Empresa Generada (DEMO)'), ($2, 'GEN-2', 'Otra Generada (DEMO)')`,
    [companyId, other],
  );
  await pool.query(
    'insert into branches (id, company_id, name) select id, $1, left(id::text, 8) from unnest($2::uuid[]) id',
    [companyId, branchIds],
  );
  await pool.query(`insert into evaluation_types (id, code, name) values ($1, 'GEN', 'Generada')`, [typeId]);
  await pool.query(
    `insert into users (id, email, display_name, status, vault_key) values ($1, 'generado@prueba.demo', 'Generado', 'active', $2)`,
    [userId, randomBytes(32)],
  );
  return { branchIds, evaluation_type_id: typeId, companyIds: [companyId, other], userId, oneOpenIn: 50 };
}
