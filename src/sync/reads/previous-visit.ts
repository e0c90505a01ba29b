import type { Evaluation, Note } from '#contract/records/evaluation/evaluations.ts';
import { noteOpened } from '../telling/readings.ts';
import { fetchEvaluation, recallEvaluation, type Reader } from './evaluations.ts';

export type PreviousVisit = NonNullable<Evaluation['previous_visit']>;

/** Of one signed anew since the device has its copy of it, the copy is not what was signed. */
async function copyOf(
  reader: Reader,
  { id, closed_at: closedAt }: PreviousVisit,
): Promise<Evaluation | null> {
  const kept = await recallEvaluation(reader, id);
  return kept?.evaluation.closed_at === closedAt ? kept.evaluation : null;
}

/**
 * What was written at an earlier visit, for whoever takes a note of it over: it is a reading of that evaluation, told by the
 * provider that answers or by the device (R4). Its notes alone: results, files and comments stay where they are. None where
 * it was opened again meanwhile.
 * @throws Unreachable, Refused
 */
export async function readPreviousNotes(reader: Reader, visit: PreviousVisit): Promise<readonly Note[]> {
  const kept = await copyOf(reader, visit);
  if (kept) {
    await noteOpened(reader.ownerId, { what: 'evaluation', evaluationId: visit.id, fileId: null });
    return kept.notes;
  }
  const { evaluation } = await fetchEvaluation(reader, visit.id, true);
  return evaluation.status === 'cerrada' ? evaluation.notes : [];
}
