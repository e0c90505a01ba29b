import { Client, type Pool, type PoolConfig, escapeIdentifier } from 'pg';
import { createPool } from '#server/platform/database/connection/pool.ts';
import { type Migration, applyMissingMigrations } from '#server/platform/database/start/migrate.ts';
import { generateEvaluations } from '#tests/support/server/generate-evaluations.ts';

const BRANCH_COUNT = 50;
const EVALUATION_COUNT = 1_000;
const CONNECTION_COUNT = 20;

export interface LogUser {
  readonly userId: string;
  readonly branchId: string;
  readonly evaluationIds: readonly string[];
}

export interface LogClinic {
  readonly pool: Pool;
  readonly desks: readonly LogUser[];
}

const SEED_SQL = `
with company as (
  insert into companies (id, code, name) values (gen_random_uuid(), 'LOG', 'Clínica de Prueba') returning id
), kind as (
  insert into evaluation_types (id, code, name) values (gen_random_uuid(), 'LOG', 'Ingreso') returning id
), branch as (
  insert into branches (id, company_id, name)
    select gen_random_uuid(), company.id, 'Sede ' || n from company, generate_series(1, $1::integer) n returning id
), person as (
  insert into users (id, email, display_name, status, vault_key)
    select gen_random_uuid(), 'persona' || n || '@prueba.demo', 'Persona ' || n, 'active', sha256('x')
    from generate_series(1, $1::integer) n returning id
)
select company.id as company, kind.id as kind, array(select id from branch) as branches, array(select id from person) as users
from company, kind`;

interface SeededIds {
  company: string;
  kind: string;
  branches: string[];
  users: string[];
}

async function seedUsersAndEvaluations(pool: Pool): Promise<LogUser[]> {
  const { rows } = await pool.query<SeededIds>(SEED_SQL, [BRANCH_COUNT]);
  const { company = '', kind = '', branches = [], users = [] } = rows[0] ?? {};
  await generateEvaluations(pool, {
    persons: EVALUATION_COUNT,
    evaluations: EVALUATION_COUNT,
    branchIds: branches,
    evaluation_type_id: kind,
    companyIds: [company],
    userId: users[0] ?? '',
    oneOpenIn: 1,
  });
  const found = await pool.query<{ id: string; branch: string }>(
    'select id, branch_id as branch from evaluations',
  );
  return branches.map((branchId, index) => ({
    branchId,
    userId: users[index] ?? '',
    evaluationIds: found.rows.filter(({ branch }) => branch === branchId).map(({ id }) => id),
  }));
}

export async function makeLogClinic(
  server: PoolConfig,
  database: string,
  upTo: readonly Migration[],
): Promise<LogClinic> {
  const client = new Client({ ...server, database: 'postgres' });
  await client.connect();
  await client.query(`create database ${escapeIdentifier(database)}`);
  await client.end();
  const pool = createPool({ ...server, database, max: CONNECTION_COUNT });
  await applyMissingMigrations(pool, upTo);
  const desks = await seedUsersAndEvaluations(pool);
  await pool.query('vacuum analyze');
  return { pool, desks };
}
