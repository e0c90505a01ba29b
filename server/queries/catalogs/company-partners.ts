import { type SQL, and, eq, isNotNull, sql } from 'drizzle-orm';
import type { CompaniesQuery } from '#contract/records/catalogs.ts';
import { companies } from '../../database/tables/catalogs.ts';
import { evaluations } from '../../database/tables/evaluations.ts';

/**
 * Returns the condition for companies that appear in any evaluation as contractor of the given employer, as employer for the
 * given contractor, or both. Undefined when neither is given.
 */
export function workedWithCondition({
  employer_company_id: employer,
  contractor_company_id: contractor,
}: Pick<CompaniesQuery, 'employer_company_id' | 'contractor_company_id'>): SQL | undefined {
  const { employer_company_id, contractor_company_id } = evaluations;
  const among = (column: SQL, where: SQL | undefined) =>
    sql`${companies.id} in (select ${column} from ${evaluations} where ${where})`;
  return and(
    employer === undefined
      ? undefined
      : among(
          sql`${contractor_company_id}`,
          and(eq(employer_company_id, employer), isNotNull(contractor_company_id)),
        ),
    contractor === undefined
      ? undefined
      : among(sql`${employer_company_id}`, eq(contractor_company_id, contractor)),
  );
}
