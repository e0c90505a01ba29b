import type { Evaluation, Note } from '#contract/records/evaluation/evaluations.ts';
import { recordOfflineAccess } from '../../reporting/offline-accesses.ts';
import { fetchAndCacheEvaluation, readCachedEvaluation, type CacheOwner } from './evaluations.ts';

export type PreviousVisit = NonNullable<Evaluation['previous_visit']>;

/** Returns the cached evaluation; null if it is outdated because the evaluation was signed again later. */
async function readCachedPreviousVisit(
  reader: CacheOwner,
  { id, closed_at: closedAt }: PreviousVisit,
): Promise<Evaluation | null> {
  const cached = await readCachedEvaluation(reader, id);
  return cached?.evaluation.closed_at === closedAt ? cached.evaluation : null;
}

/**
 * Returns an earlier visit, from the device if it has the present version. The access is logged by the server or reported by
 * the device (R4). Returns null if the fetched evaluation is open again.
 * @throws Unreachable, Rejected
 */
async function readPreviousVisit(reader: CacheOwner, visit: PreviousVisit): Promise<Evaluation | null> {
  const cached = await readCachedPreviousVisit(reader, visit);
  if (cached) {
    await recordOfflineAccess(reader.ownerId, { what: 'evaluation', evaluationId: visit.id, fileId: null });
    return cached;
  }
  const { evaluation } = await fetchAndCacheEvaluation(reader, visit.id, true);
  return evaluation.status === 'cerrada' ? evaluation : null;
}

/** Returns the notes of an earlier visit, from which a doctor copies; no notes if the visit is open again. */
export const readPreviousNotes = async (reader: CacheOwner, visit: PreviousVisit): Promise<readonly Note[]> =>
  (await readPreviousVisit(reader, visit))?.notes ?? [];

/** Texts of the results of an earlier visit, by the exam's id. */
export type PreviousResults = Readonly<Record<string, string>>;

/** Returns the results of an earlier visit, which the page shows next to today's; no results if the visit is open again. */
export async function readPreviousResults(
  reader: CacheOwner,
  visit: PreviousVisit,
): Promise<PreviousResults> {
  const orders = (await readPreviousVisit(reader, visit))?.exam_orders ?? [];
  return Object.fromEntries(
    orders.flatMap(({ exam, result_notes: result }) => (result ? [[exam.id, result]] : [])),
  );
}
