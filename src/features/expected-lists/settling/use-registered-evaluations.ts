import { useQuery } from '@tanstack/react-query';
import { EVALUATION_STATUSES } from '#contract/vocabulary.ts';
import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import { fetchEvaluationList } from '#sync/reads/evaluations/evaluations.ts';
import type { Account } from '#sync/session/session.ts';

/** Filters that find one evaluation by its id, whatever its state is. */
const filtersFor = (id: string) => ({
  filters: { statuses: EVALUATION_STATUSES, search: id, from: '', to: '', companyId: '' },
  page: 1,
});

/**
 * Reads the evaluations of a person as the list of evaluations shows them. Users without access to that list, and other
 * branches, see the decisions only.
 */
export function useRegisteredEvaluations(
  { userId, branchId, actions }: Account,
  ids: readonly string[],
): ReadonlyMap<string, EvaluationListItem> {
  const isAllowed = actions.includes('register_patients') || actions.includes('manage_evaluations');
  const reader = { ownerId: userId, branchId: branchId ?? '' };
  const { data = [] } = useQuery({
    queryKey: ['registered-evaluations', userId, branchId, ids],
    queryFn: async () => {
      const lists = await Promise.all(ids.map((id) => fetchEvaluationList(reader, filtersFor(id))));
      return lists.flatMap(({ items }) => items);
    },
    enabled: isAllowed,
  });
  return new Map(data.map((item) => [item.id, item]));
}
