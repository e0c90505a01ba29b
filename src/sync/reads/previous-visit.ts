import type { Evaluation, Note } from '#contract/records/evaluation/evaluations.ts';
import { recordOfflineAccess } from '../reporting/offline-accesses.ts';
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
 * Returns the notes of an earlier visit, from which a doctor copies; never results, files or comments. The access is logged by
 * the server or reported by the device (R4). Returns no notes if the fetched evaluation is open again.
 * @throws Unreachable, Rejected
 */
export async function readPreviousNotes(reader: CacheOwner, visit: PreviousVisit): Promise<readonly Note[]> {
  const cached = await readCachedPreviousVisit(reader, visit);
  if (cached) {
    await recordOfflineAccess(reader.ownerId, { what: 'evaluation', evaluationId: visit.id, fileId: null });
    return cached.notes;
  }
  const { evaluation } = await fetchAndCacheEvaluation(reader, visit.id, true);
  return evaluation.status === 'cerrada' ? evaluation.notes : [];
}
