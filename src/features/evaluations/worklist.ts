import * as z from 'zod/mini';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import { Instant, Uuid } from '#contract/primitives.ts';
import { EVALUATION_STATUSES, type EvaluationStatus } from '#contract/vocabulary.ts';
import { hasOnlyOpenStatuses, isRepetition } from '#domain/evaluation/list-query.ts';
import type { DatedEvaluationList, EvaluationListQuery } from '#sync/reads/evaluations/evaluations.ts';

/** Address of today's list; `?status=` selects the tab. */
export const WORKLIST_PATH = '/evaluations/today';
export const WAITING_STATUS: EvaluationStatus = 'pendiente';
/** Status of evaluations that a doctor has begun and not signed. */
export const IN_PROGRESS_STATUS: EvaluationStatus = 'en_proceso';

const isEvaluationStatus = (text: string | null): text is EvaluationStatus =>
  EVALUATION_STATUSES.some((status) => status === text);

/** Returns the status in the address; without one, the status of waiting patients. */
export function parseWorklistStatus(params: URLSearchParams): EvaluationStatus {
  const named = params.get('status');
  return isEvaluationStatus(named) ? named : WAITING_STATUS;
}

export const worklistAddress = (status: EvaluationStatus): string =>
  status === WAITING_STATUS ? WORKLIST_PATH : `${WORKLIST_PATH}?status=${status}`;

/**
 * Returns the query for the evaluations of a day (YYYY-MM-DD in Bogotá) with a status. It uses the list call of the base
 * contract and requests one page of maximum size.
 */
export const worklistQuery = (status: EvaluationStatus, day: string): EvaluationListQuery => ({
  filters: { statuses: [status], search: '', from: day, to: day, companyId: '' },
  page: 1,
  size: PAGE_SIZE_MAX,
});

export interface Worklist {
  readonly items: readonly EvaluationListItem[];
  /** Number of the branch's evaluations with this status; larger than the number of `items` if these fill a page. */
  readonly total: number;
}

/**
 * Sorts open evaluations by waiting time and closed ones newest first, because a base-contract server returns all evaluations
 * newest first. Leaves out evaluations that this device opened or signed after the cached response, and
 * waiting ones that repeat another evaluation, because their patients do not wait.
 */
export function toWorklist({ items, total }: DatedEvaluationList, status: EvaluationStatus): Worklist {
  const now = items.filter(
    (item) => item.status === status && (status !== WAITING_STATUS || !isRepetition(item)),
  );
  const direction = hasOnlyOpenStatuses({ statuses: [status] }) ? 1 : -1;
  const sorted = now.toSorted(
    (a, b) => direction * (Date.parse(a.started_at) - Date.parse(b.started_at)) || a.id.localeCompare(b.id),
  );
  return { items: sorted, total: total - (items.length - now.length) };
}

/** Navigation state of an evaluation page: address of the list from which it was opened, and its row in today's list. */
const WorklistOrigin = z.object({
  from: z.catch(z.nullable(z.string()), null),
  left: z.catch(z.nullable(z.object({ id: Uuid, startedAt: Instant })), null),
});
export type WorklistOrigin = z.infer<typeof WorklistOrigin>;

/** Validates the navigation state, because the browser's history may contain that of an older app version. */
export const parseWorklistOrigin = (state: unknown): WorklistOrigin =>
  WorklistOrigin.safeParse(state).data ?? { from: null, left: null };

export const worklistOriginOf = (
  { id, started_at: startedAt }: EvaluationListItem,
  from: string,
): WorklistOrigin => ({
  from,
  left: { id, startedAt },
});
