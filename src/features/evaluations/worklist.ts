import * as z from 'zod/mini';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import { Instant, Uuid } from '#contract/primitives.ts';
import { EVALUATION_STATUSES, type EvaluationStatus } from '#contract/vocabulary.ts';
import { isQueue } from '#domain/evaluation/listing.ts';
import type { DatedList, ListQuestion } from '#sync/reads/evaluations.ts';

/** Where the list of today stands; `?status=` names what is shown of it. */
export const WORKLIST = '/evaluations/today';
/** Who has not been seen yet. */
export const WAITING: EvaluationStatus = 'pendiente';

const isStatus = (text: string | null): text is EvaluationStatus =>
  EVALUATION_STATUSES.some((status) => status === text);

/** Whatever else the address says is the queue. */
export function shownIn(params: URLSearchParams): EvaluationStatus {
  const named = params.get('status');
  return isStatus(named) ? named : WAITING;
}

export const worklistAddress = (status: EvaluationStatus): string =>
  status === WAITING ? WORKLIST : `${WORKLIST}?status=${status}`;

/**
 * Who came on a day (YYYY-MM-DD of Bogotá) and stands so, by the list's own call: whatever provider has that has the list of
 * today. In one page, as large as a list call answers.
 */
export const worklistQuestion = (status: EvaluationStatus, day: string): ListQuestion => ({
  filters: { statuses: [status], search: '', from: day, to: day, companyId: '' },
  page: 1,
  size: PAGE_SIZE_MAX,
});

export interface Worklist {
  readonly items: readonly EvaluationListItem[];
  /** Of the branch; more than `items` where a page is too small for them. */
  readonly total: number;
}

/**
 * The open by who waits longest, the closed by the newest: a provider of the base contract sorts all by the newest. Who has
 * been seen or signed since a kept answer was given is not shown as waiting.
 */
export function worklistOf({ items, total }: DatedList, status: EvaluationStatus): Worklist {
  const now = items.filter((item) => item.status === status);
  const direction = isQueue({ statuses: [status] }) ? 1 : -1;
  const sorted = now.toSorted(
    (a, b) => direction * (Date.parse(a.started_at) - Date.parse(b.started_at)) || a.id.localeCompare(b.id),
  );
  return { items: sorted, total: total - (items.length - now.length) };
}

/** What an evaluation's address carries along: the list that it was opened from, and its place in the list of today. */
const CameFrom = z.object({
  from: z.catch(z.nullable(z.string()), null),
  left: z.catch(z.nullable(z.object({ id: Uuid, startedAt: Instant })), null),
});
export type CameFrom = z.infer<typeof CameFrom>;

/** Out of the browser's history, which outlives a version. */
export const cameFrom = (state: unknown): CameFrom =>
  CameFrom.safeParse(state).data ?? { from: null, left: null };

export const placeOf = ({ id, started_at: startedAt }: EvaluationListItem, from: string): CameFrom => ({
  from,
  left: { id, startedAt },
});
