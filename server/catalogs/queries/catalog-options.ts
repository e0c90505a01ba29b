import { type SQL, and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { CatalogOption, OPTION_RESOURCES, OptionsQuery } from '#contract/catalogs/options.ts';
import { Uuid } from '#contract/primitives.ts';
import type * as z from 'zod/mini';
import type { Executor } from '../../platform/database/connection/client.ts';
import { branches, companies, doctors, evaluationTypes, exams } from '../../schema/catalogs.ts';
import { evaluations, examOrders } from '../../schema/evaluation/evaluations.ts';
import { fieldError } from '../../platform/base/errors.ts';
import { nameOrderSql } from './catalogs.ts';
import { searchTextCondition } from '../../platform/database/queries/search.ts';

export type OptionResource = (typeof OPTION_RESOURCES)[number];
type OptionsFilter = z.output<typeof OptionsQuery>;
type OptionTable =
  | typeof companies
  | typeof evaluationTypes
  | typeof branches
  | typeof exams
  | typeof doctors;

const OPTION_TABLES: Record<OptionResource, OptionTable> = {
  'evaluation-types': evaluationTypes,
  companies,
  branches,
  exams,
  doctors,
};

/** Returns the columns of an option; null for columns that the catalogue lacks. The code of a doctor is the licence number. */
function optionColumnsOf(table: OptionTable) {
  const none = sql<string | null>`null::text`;
  return {
    value: sql<string>`${table.id}`,
    label: sql<string>`${table.name}`,
    code:
      'code' in table
        ? sql<string | null>`${table.code}`
        : 'license_number' in table
          ? sql<string | null>`${table.license_number}`
          : none,
    city: 'city' in table ? sql<string | null>`${table.city}` : none,
    specialty: 'specialty' in table ? sql<string | null>`${table.specialty}` : none,
    is_proposed:
      'is_proposed' in table ? sql<boolean | null>`${table.is_proposed}` : sql<boolean | null>`null::boolean`,
    proposed_nit: 'proposed_nit' in table ? sql<string | null>`${table.proposed_nit}` : none,
  };
}

type OptionRow = { value: string; label: string; is_proposed: boolean | null } & Record<
  'code' | 'city' | 'specialty' | 'proposed_nit',
  string | null
>;
/** Returns the option; only companies have the properties of a proposal. */
const toOption = ({ value, label, is_proposed, proposed_nit, ...meta }: OptionRow): CatalogOption => ({
  value,
  label,
  meta: is_proposed === null ? meta : { ...meta, is_proposed, proposed_nit },
});

function parseIds(list: string | undefined): string[] | null {
  if (list === undefined) return null;
  const ids = list
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  if (ids.some((id) => !Uuid.safeParse(id).success))
    throw fieldError({ field: 'ids', message: 'Hay un identificador no válido.' });
  return ids;
}

const activeRowCondition = (table: OptionTable, include: boolean): SQL | undefined =>
  include ? undefined : eq(table.is_active, true);

/**
 * Returns the condition that branches belong to the company; undefined for all other catalogues, because their rows belong to
 * no company.
 */
const branchOfCompanyCondition = (table: OptionTable, company_id: string | undefined): SQL | undefined =>
  company_id !== undefined && 'company_id' in table ? eq(table.company_id, company_id) : undefined;

/**
 * Returns the options of a combobox, sorted by name: either the rows in `ids`, whatever their status, or the rows that match
 * `q`.
 */
export async function catalogOptions(
  db: Executor,
  resource: OptionResource,
  query: OptionsFilter,
): Promise<CatalogOption[]> {
  const table = OPTION_TABLES[resource];
  const ids = parseIds(query.ids);
  const where = ids
    ? ids.length > 0
      ? inArray(table.id, ids)
      : sql`false`
    : and(
        activeRowCondition(table, query.include_inactive),
        'merged_into' in table ? isNull(table.merged_into) : undefined,
        branchOfCompanyCondition(table, query.company_id),
        searchTextCondition(table.searchText, query.q),
      );
  const rows = await db
    .select(optionColumnsOf(table))
    .from(table)
    .where(where)
    .orderBy(nameOrderSql(table), table.id)
    .limit(query.limit);
  return rows.map(toOption);
}

const RECENT_SINCE = sql`now() - interval '30 days'`;

/**
 * Returns a query with one row (id, used_at) for each use of a row of the catalogue in the branch's evaluations of the last
 * thirty days.
 */
function recentUsesSql(resource: OptionResource, branchId: string): SQL {
  const own = sql`${evaluations} where ${evaluations.branchId} = ${branchId} and ${evaluations.startedAt} > ${RECENT_SINCE}`;
  switch (resource) {
    case 'evaluation-types':
      return sql`select ${evaluations.evaluation_type_id} as id, ${evaluations.startedAt} as used_at from ${own}`;
    case 'companies':
      return sql`select ${evaluations.employer_company_id} as id, ${evaluations.startedAt} as used_at from ${own}
        union all select ${evaluations.contractor_company_id}, ${evaluations.startedAt} from ${own}`;
    case 'branches':
      return sql`select ${evaluations.branchId} as id, ${evaluations.startedAt} as used_at from ${own}`;
    case 'doctors':
      return sql`select ${evaluations.doctorId} as id, ${evaluations.startedAt} as used_at from ${own}`;
    case 'exams':
      return sql`select ${examOrders.examId} as id, ${evaluations.startedAt} as used_at from ${examOrders}
        join ${evaluations} on ${evaluations.id} = ${examOrders.evaluationId}
        where ${evaluations.branchId} = ${branchId} and ${evaluations.startedAt} > ${RECENT_SINCE}`;
  }
}

/**
 * Returns the options that this branch has used most in the last thirty days, the most used option first. Empty without a
 * branch.
 */
export async function mostUsedRecentOptions(
  db: Executor,
  resource: OptionResource,
  branchId: string | null,
  query: OptionsFilter,
): Promise<CatalogOption[]> {
  if (branchId === null) return [];
  const table = OPTION_TABLES[resource];
  const used = sql`(select id, count(*) as uses, max(used_at) as last_used from (${recentUsesSql(resource, branchId)}) as every_use group by id) as used`;
  const rows = await db
    .select(optionColumnsOf(table))
    .from(table)
    .innerJoin(used, sql`used.id = ${table.id}`)
    .where(
      and(
        activeRowCondition(table, query.include_inactive),
        branchOfCompanyCondition(table, query.company_id),
      ),
    )
    .orderBy(sql`used.uses desc, used.last_used desc`, table.id)
    .limit(query.limit);
  return rows.map(toOption);
}
