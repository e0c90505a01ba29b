import { type SQL, and, eq, isNotNull, sql } from 'drizzle-orm';
import type { CompaniesQuery } from '#contract/catalogs/companies.ts';
import { companies } from '../../schema/catalogs.ts';
import { evaluations } from '../../schema/evaluation/evaluations.ts';

/**
 * Returns the condition for companies that appear in an evaluation together with the given company: as contractor of a given
 * employer, or as employer of a given contractor. With both given, a company must meet both conditions; undefined when neither
 * is given.
 */
export function partnerCompanyCondition({
  employer_company_id: employer,
  contractor_company_id: contractor,
}: Pick<CompaniesQuery, 'employer_company_id' | 'contractor_company_id'>): SQL | undefined {
  const { employer_company_id, contractor_company_id } = evaluations;
  const isColumnOfEvaluations = (column: SQL, where: SQL | undefined) =>
    sql`${companies.id} in (select ${column} from ${evaluations} where ${where})`;
  return and(
    employer === undefined
      ? undefined
      : isColumnOfEvaluations(
          sql`${contractor_company_id}`,
          and(eq(employer_company_id, employer), isNotNull(contractor_company_id)),
        ),
    contractor === undefined
      ? undefined
      : isColumnOfEvaluations(sql`${employer_company_id}`, eq(contractor_company_id, contractor)),
  );
}
