import * as z from 'zod/mini';
import { Instant, Uuid } from '../primitives.ts';
import { EVALUATION_STATUSES } from '../vocabulary.ts';

/**
 * Periods of the dashboard in the time zone America/Bogota; weeks begin on Monday. The instant at which a period ends is not
 * part of the period. An evaluation counts in the period in which it was captured.
 */
export const DASHBOARD_PERIODS = ['today', 'this_week', 'this_month', 'this_year'] as const;
export type DashboardPeriodName = (typeof DASHBOARD_PERIODS)[number];

const countSchema = z.int().check(z.minimum(0));
export const DashboardPeriod = z.object({
  total: countSchema,
  /** Total of the complete previous period: yesterday, last week, last month or last year. */
  previous_total: countSchema,
  statuses: z.record(z.enum(EVALUATION_STATUSES), countSchema),
  new_patients: countSchema,
  returning_patients: countSchema,
  /**
   * Average minutes from capture to signature over the closed evaluations of the period, rounded; null without a closed
   * evaluation.
   */
  average_completion_minutes: z.nullable(countSchema),
});
export type DashboardPeriod = z.infer<typeof DashboardPeriod>;

export const DashboardSummary = z.object({
  generated_at: Instant,
  periods: z.record(z.enum(DASHBOARD_PERIODS), DashboardPeriod),
});
export type DashboardSummary = z.infer<typeof DashboardSummary>;

export const DashboardQuery = z.object({
  employer_company_id: z.optional(Uuid),
  contractor_company_id: z.optional(Uuid),
});
export type DashboardQuery = z.output<typeof DashboardQuery>;
