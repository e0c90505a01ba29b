import { sql } from 'drizzle-orm';

/** Id that represents all companies in the stored totals, and all branches in the dashboard figures. */
export const ALL_COMPANIES_OR_BRANCHES_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Approximate number of changes that are not yet added to the stored totals: the difference between the largest and the
 * smallest id, which an index finds fast. The difference also counts unused ids.
 */
export const PENDING_CHANGE_ESTIMATE_SQL = sql<number>`coalesce((select max(id) - min(id) + 1 from evaluation_changes), 0)::integer`;
