import { sql } from 'drizzle-orm';

/** Id that represents all companies in the stored totals and, in figures, also all branches. */
export const ALL_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Number of changes that are not folded into the stored totals yet, derived from both ends of an index. Unused ids in between
 * count too.
 */
export const PENDING_CHANGES = sql<number>`coalesce((select max(id) - min(id) + 1 from evaluation_changes), 0)::integer`;
