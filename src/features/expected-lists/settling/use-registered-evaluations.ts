import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { EVALUATION_STATUSES } from '#contract/vocabulary.ts';
import { fetchEvaluationList } from '#sync/reads/evaluations/evaluations.ts';
import type { Account } from '#sync/session/session.ts';
import { useReadDisplay } from '#components/connection/use-read-display.ts';

/** Filters that find one evaluation by its id, whatever its state is. */
const filtersFor = (id: string) => ({
  filters: { statuses: EVALUATION_STATUSES, search: id, from: '', to: '', companyId: '' },
  page: 1,
});

const NOTHING_READ = { problem: null, age: null };

/**
 * Reads the evaluations of a person as the list of evaluations shows them. Users without access to that list, and other
 * branches, see the decisions only.
 */
export function useRegisteredEvaluations(account: Account, registered: readonly string[]) {
  const { userId, branchId, actions } = account;
  const isAllowed = actions.includes('register_patients') || actions.includes('manage_evaluations');
  const reader = { ownerId: userId, branchId: branchId ?? '' };
  // A decision changes the order of the evaluations, which are the same as before.
  const ids = registered.toSorted();
  const query = useQuery({
    queryKey: ['registered-evaluations', userId, branchId, ids],
    queryFn: async () => {
      const lists = await Promise.all(ids.map((id) => fetchEvaluationList(reader, filtersFor(id))));
      return lists.flatMap(({ items }) => items);
    },
    enabled: isAllowed,
    placeholderData: keepPreviousData,
  });
  const display = useReadDisplay(query, account, 'No se pudieron cargar los datos de las evaluaciones.');
  const { problem, age } = isAllowed ? display : NOTHING_READ;
  return {
    itemById: new Map(query.data?.map((item) => [item.id, item])),
    isLoading: query.isLoading && !problem,
    problem,
    age,
    refetch: query.refetch,
  };
}
