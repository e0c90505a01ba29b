import type { Pool } from 'pg';

const PAGE_SIZE = 10;

export interface ListQuestion {
  readonly name: string;
  readonly query: Readonly<Record<string, string | number>>;
  /** Plain SQL condition equivalent to `query`, appended to `where branch_id = $1 and`. */
  readonly where: string;
}

/** Reads one page of the list and the total with plain SQL on an open connection, as the comparison for the API. */
export async function requestPlainSql(
  pool: Pool,
  branchId: string,
  { query, where }: ListQuestion,
): Promise<{ items: number; total: number }> {
  const offset = (Number(query['page'] ?? 1) - 1) * PAGE_SIZE;
  const counted = await pool.query<{ total: number }>(
    `select count(*)::integer as total from evaluations where branch_id = $1 and ${where}`,
    [branchId],
  );
  const { rows } = await pool.query(
    `select e.id, e.status, e.started_at, p.first_name, p.middle_name, p.last_name, p.second_last_name,
       p.identification_type, p.identification_number, t.name, t.code, c.name, c.code, k.name, k.code
     from (select * from evaluations where branch_id = $1 and ${where}
       order by started_at desc, id limit ${PAGE_SIZE} offset ${offset}) e
     join patients p on p.id = e.patient_id join evaluation_types t on t.id = e.evaluation_type_id
     join companies c on c.id = e.employer_company_id left join companies k on k.id = e.contractor_company_id
     order by e.started_at desc, e.id`,
    [branchId],
  );
  return { items: rows.length, total: counted.rows[0]?.total ?? 0 };
}
