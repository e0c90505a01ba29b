import { sql } from 'drizzle-orm';

/** In what is kept: every company, and of figures every branch. */
export const WHICHEVER = '00000000-0000-0000-0000-000000000000';

/** How many changes wait to be added to what is kept, by the two ends of an index: numbers that were never used count, too. */
export const UNFOLDED = sql<number>`coalesce((select max(id) - min(id) + 1 from evaluation_changes), 0)::integer`;
