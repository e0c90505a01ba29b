import * as z from 'zod/mini';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import { Instant, Uuid } from '#contract/primitives.ts';
import { EVALUATION_STATUSES, type EvaluationStatus } from '#contract/vocabulary.ts';
import { isQueue } from '#domain/evaluation/listing.ts';
import type { DatedList, EvaluationListQuery } from '#sync/reads/evaluations.ts';

/** Address of the list of today; `?status=` selects the tab. */
export const WORKLIST = '/evaluations/today';
/** Status of patients that no doctor has seen yet. */
export const WAITING: EvaluationStatus = 'pendiente';

const isStatus = (text: string | null): text is EvaluationStatus =>
  EVALUATION_STATUSES.some((status) => status === text);

/** Returns the status in the address. Any other value means the queue. */
export function shownIn(params: URLSearchParams): EvaluationStatus {
  const named = params.get('status');
  return isStatus(named) ? named : WAITING;
}

export const worklistAddress = (status: EvaluationStatus): string =>
  status === WAITING ? WORKLIST : `${WORKLIST}?status=${status}`;

/**
 * Returns the query for the patients of a day (YYYY-MM-DD of Bogotá) with a status. It uses the ordinary list call, so that
 * every server supports the list of today, and requests one page of the maximum size.
 */
export const worklistQuery = (status: EvaluationStatus, day: string): EvaluationListQuery => ({
  filters: { statuses: [status], search: '', from: day, to: day, companyId: '' },
  page: 1,
  size: PAGE_SIZE_MAX,
});

export interface Worklist {
  readonly items: readonly EvaluationListItem[];
  /** Total of the branch; more than `items` when they do not fit on one page. */
  readonly total: number;
}

/**
 * Sorts open evaluations by waiting time and closed ones by the newest, because a base-contract server sorts all by the newest.
 * Evaluations that were seen or signed after a cached response are not shown as waiting.
 */
export function worklistOf({ items, total }: DatedList, status: EvaluationStatus): Worklist {
  const now = items.filter((item) => item.status === status);
  const direction = isQueue({ statuses: [status] }) ? 1 : -1;
  const sorted = now.toSorted(
    (a, b) => direction * (Date.parse(a.started_at) - Date.parse(b.started_at)) || a.id.localeCompare(b.id),
  );
  return { items: sorted, total: total - (items.length - now.length) };
}

/** Navigation state of an evaluation: the list from which it was opened, and its place in the list of today. */
const CameFrom = z.object({
  from: z.catch(z.nullable(z.string()), null),
  left: z.catch(z.nullable(z.object({ id: Uuid, startedAt: Instant })), null),
});
export type CameFrom = z.infer<typeof CameFrom>;

/** Parses the state, because the browser's history outlives a version of the app. */
export const cameFrom = (state: unknown): CameFrom =>
  CameFrom.safeParse(state).data ?? { from: null, left: null };

export const placeOf = ({ id, started_at: startedAt }: EvaluationListItem, from: string): CameFrom => ({
  from,
  left: { id, startedAt },
});
