import type { ClientConfig } from 'pg';
import { queryRows } from './backup-clinic.ts';

/** Query of the names of the tables whose rows a backup contains. */
export const BACKED_UP_TABLES_QUERY = `select table_name as name from information_schema.tables
  where table_schema = 'public' and table_name not in ('copies', 'database_life') order by 1`;

export async function tableDigests(connection: ClientConfig): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name } of await queryRows<{ name: string }>(connection, BACKED_UP_TABLES_QUERY)) {
    const [row] = await queryRows<{ digest: string }>(
      connection,
      `select count(*) || ' ' || coalesce(md5(string_agg(line, '|' order by line)), '') as digest
        from (select t::text as line from "${name}" t) lines`,
    );
    found[name] = row?.digest ?? '';
  }
  return found;
}

const INSERT_LOG_ENTRY_SQL = `
insert into activity (at, user_id, user_name, action, status, detail)
select now(), id, 'desk', 'signed_in', 'done', '{}' from users limit 1 returning sequence::integer`;

/** Returns whether the next log entry follows the last one and new ids are higher than existing ones. */
export async function insertAndCheckSequences(connection: ClientConfig): Promise<boolean> {
  const [head] = await queryRows<{ sequence: number }>(
    connection,
    'select sequence::integer from activity_head',
  );
  const [line] = await queryRows<{ sequence: number }>(connection, INSERT_LOG_ENTRY_SQL);
  const [change] = await queryRows<{ id: number; last: number }>(
    connection,
    `insert into evaluation_changes (evaluations, branch_id, employer_company_id, status, started_at, captured_at, patient_id)
      select 0, branch_id, employer_company_id, status, started_at, captured_at, patient_id from evaluations limit 1
      returning id::integer, (select coalesce(max(id), 0)::integer from evaluation_changes) as last`,
  );
  return line?.sequence === (head?.sequence ?? 0) + 1 && (change?.id ?? 0) > (change?.last ?? 0);
}
