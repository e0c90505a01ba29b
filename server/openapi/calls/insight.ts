import type { CallDescriptions } from '../call-description.ts';
import {
  EXAMPLE_DIGEST,
  EXAMPLE_IDS,
  EXAMPLE_INSTANT,
  LATER_EXAMPLE_INSTANT,
  doctor,
} from '../example-values.ts';

export const insightCalls = {
  activity: {
    area: 'Insight',
    summary: 'List the activity log',
    details:
      '`chain_intact` is true if the entries are unchanged since they were written. `remarks` contains any of `signed_for_another`, `signed_unlinked`, `disclosure_passed`, `without_concept` and `earlier_version`.',
    answer: {
      items: [
        {
          sequence: 2,
          at: LATER_EXAMPLE_INSTANT,
          action: 'registration_corrected',
          status: 'done',
          user_name: 'Rita Recepción',
          branch_name: 'Bogotá – Ficticia',
          evaluation: '0197C0DE',
          evaluation_id: EXAMPLE_IDS.evaluation,
          device: 'Chrome en Android',
          about: null,
          fields: ['employer_company', 'photo'],
        },
        {
          sequence: 1,
          at: LATER_EXAMPLE_INSTANT,
          action: 'evaluation_signed',
          status: 'done',
          user_name: doctor.name,
          branch_name: 'Bogotá – Ficticia',
          evaluation: '0197C0DE',
          evaluation_id: EXAMPLE_IDS.evaluation,
          device: 'Chrome en Android',
          read_at: null,
          remarks: ['without_concept'],
        },
      ],
      total_count: 2,
      page: 1,
      page_size: 20,
      chain_intact: true,
      newest: { sequence: 2, hash: EXAMPLE_DIGEST },
    },
  },
  tellReadings: {
    area: 'Insight',
    summary: 'Report records that were opened offline',
    codes: ['session_of_another'],
    body: {
      user_id: EXAMPLE_IDS.user,
      readings: [
        { what: 'evaluation', evaluation_id: EXAMPLE_IDS.evaluation, read_at: EXAMPLE_INSTANT, left_out: 0 },
      ],
    },
    answer: { recorded: 1, skipped: 0 },
  },
  dashboardSummary: {
    area: 'Insight',
    summary: 'Get the figures of the start page',
    details: 'Covers the active branch, or all branches in global mode.',
    codes: ['branch_not_resolved'],
    answer: {
      generated_at: LATER_EXAMPLE_INSTANT,
      periods: {
        today: figures(3, 2),
        this_week: figures(12, 15),
        this_month: figures(48, 51),
        this_year: figures(530, 610),
      },
    },
  },
} as const satisfies Partial<CallDescriptions>;

function figures(total: number, before: number) {
  return {
    total,
    previous_total: before,
    statuses: { pendiente: 1, en_proceso: 1, cerrada: total - 2 },
    new_patients: 1,
    returning_patients: total - 1,
    average_completion_minutes: 42,
  };
}
