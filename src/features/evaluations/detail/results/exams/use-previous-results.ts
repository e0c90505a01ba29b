import { skipToken, useQuery, type QueryKey } from '@tanstack/react-query';
import { readPreviousResults } from '#sync/reads/evaluations/previous-visit.ts';
import { failureText } from '../../../messages.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';

const LOAD_PREVIOUS_RESULTS_FAILED_TEXT = 'No se pudieron traer los resultados de la visita anterior.';

/**
 * Reads the results of the patient's previous visit, once the open evaluation has an exam to compare. `resultOf`: text by the
 * exam's id; null without one.
 */
export function usePreviousResults({ reader, evaluation, typing, closed }: EvaluationContext) {
  const visit = evaluation.previous_visit;
  const hasExams = evaluation.exam_orders.length + typing.sheet.added.length > 0;
  const { data, error } = useQuery({
    queryKey: ['previous-results', reader.ownerId, reader.branchId, visit] satisfies QueryKey,
    queryFn: visit && hasExams && !closed ? () => readPreviousResults(reader, visit) : skipToken,
    staleTime: Infinity,
    // A page that is opened again reads them again, so that each access is logged.
    gcTime: 0,
  });
  return {
    resultOf: (examId: string): string | null => data?.[examId] ?? null,
    failure: error && failureText(error, LOAD_PREVIOUS_RESULTS_FAILED_TEXT),
  };
}
