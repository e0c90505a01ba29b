import { useDelayedLiveQuery } from '#components/use-settled-query.ts';
import { visitChoicesKey } from '#domain/registration.ts';
import { findUsualChoices, type CatalogChoice } from '#sync/catalogs/catalog-source.ts';
import { keepStableOrder } from './stable-order.ts';
import { isSameVisit, usePreviousVisit, useUsualVisits, type VisitOffer } from './visit-offers.ts';

const CHOICES_MAX = 4;
/** Maximum number of frequent visits to suggest; the previous patient's visit is suggested in addition. */
const VISITS_MAX = 3;
/** Maximum number of visits that a phone suggests, including the previous patient's. */
const PHONE_VISITS_MAX = 2;

export type UsualVisit = VisitOffer & { readonly isMore: boolean };

export interface UsualChoiceLists {
  /** Visit of the previous patient, which is useful for a group from one company. */
  readonly previous: VisitOffer | null;
  readonly visits: readonly UsualVisit[];
  readonly types: readonly CatalogChoice[];
  readonly companies: readonly CatalogChoice[];
}

const useChoices = (resource: 'evaluation-types' | 'companies', ownerId: string, branchId: string) =>
  useDelayedLiveQuery(
    ['recents', 'catalogs', 'mirrors'],
    async () => {
      const ranked = await findUsualChoices(resource, ownerId, branchId);
      return keepStableOrder({
        place: `${resource} ${ownerId} ${branchId}`,
        ranked,
        max: CHOICES_MAX,
        idOf: ({ id }) => id,
        nameOf: ({ name }) => name,
      });
    },
    [resource, ownerId, branchId],
  );

/**
 * Returns all choices at once, so that the step does not move while they load. Undefined until all are read from the device.
 */
export function useUsualChoices(ownerId: string, branchId: string): UsualChoiceLists | undefined {
  const previous = usePreviousVisit(ownerId, branchId);
  const visits = useUsualVisits(ownerId, branchId);
  const types = useChoices('evaluation-types', ownerId, branchId);
  const companies = useChoices('companies', ownerId, branchId);
  if (previous === undefined || !visits || !types || !companies) return undefined;
  const ranked = visits.filter((offer) => !(previous && isSameVisit(offer, previous)));
  const others = keepStableOrder({
    place: `visits ${ownerId} ${branchId}`,
    ranked,
    max: VISITS_MAX,
    idOf: ({ chosen }) => visitChoicesKey(chosen),
    nameOf: ({ label }) => label,
  });
  const first = previous ? [previous] : [];
  const onPhone = [...first, ...ranked].slice(0, PHONE_VISITS_MAX);
  const isNotOnPhone = (offer: VisitOffer) => !onPhone.includes(offer);
  return {
    previous,
    visits: [...first, ...others].map((offer) => ({ ...offer, isMore: isNotOnPhone(offer) })),
    types,
    companies,
  };
}
