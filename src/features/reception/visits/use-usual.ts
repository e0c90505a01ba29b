import { useLiveQuery } from 'dexie-react-hooks';
import { usualChoices, type CatalogChoice } from '#sync/catalogs/catalog-source.ts';
import { isSameVisit, usePreviousVisit, useUsualVisits, type VisitOffer } from './visit-offers.ts';

const CHOICES_MAX = 4;
/** Besides the one before. */
const VISITS_MAX = 3;

/** What this desk offers by name in its second step. */
export interface Usual {
  /** For a queue of colleagues. */
  readonly previous: VisitOffer | null;
  /** The one before first; on a phone fewer are shown. */
  readonly visits: readonly VisitOffer[];
  readonly types: readonly CatalogChoice[];
  readonly companies: readonly CatalogChoice[];
}

const useChoices = (resource: 'evaluation-types' | 'companies', ownerId: string, branchId: string) =>
  useLiveQuery(() => usualChoices(resource, ownerId, branchId), [resource, ownerId, branchId]);

/** All at once, so that nothing of the step moves when it is here; undefined while the device is asked. */
export function useUsual(ownerId: string, branchId: string): Usual | undefined {
  const previous = usePreviousVisit(ownerId, branchId);
  const visits = useUsualVisits(ownerId, branchId);
  const types = useChoices('evaluation-types', ownerId, branchId);
  const companies = useChoices('companies', ownerId, branchId);
  if (previous === undefined || !visits || !types || !companies) return undefined;
  const others = visits.filter((offer) => !(previous && isSameVisit(offer, previous)));
  return {
    previous,
    visits: [...(previous ? [previous] : []), ...others.slice(0, VISITS_MAX)],
    types: types.slice(0, CHOICES_MAX),
    companies: companies.slice(0, CHOICES_MAX),
  };
}
