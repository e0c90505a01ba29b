import { useSettled } from '#components/use-settled.ts';
import { visitId } from '#domain/registration.ts';
import { usualChoices, type CatalogChoice } from '#sync/catalogs/catalog-source.ts';
import { keepPlaces } from './keep-places.ts';
import { isSameVisit, usePreviousVisit, useUsualVisits, type VisitOffer } from './visit-offers.ts';

const CHOICES_MAX = 4;
/** Besides the one before. */
const VISITS_MAX = 3;
/** Visits on a phone, the one before among them. */
const ON_PHONE = 2;

/** `isMore`: there is no room for it on a phone. */
export type UsualVisit = VisitOffer & { readonly isMore: boolean };

/** What this desk offers by name in its second step. */
export interface Usual {
  /** For a queue of colleagues. */
  readonly previous: VisitOffer | null;
  /** The one before first; all stand where they stood. */
  readonly visits: readonly UsualVisit[];
  readonly types: readonly CatalogChoice[];
  readonly companies: readonly CatalogChoice[];
}

const useChoices = (resource: 'evaluation-types' | 'companies', ownerId: string, branchId: string) =>
  useSettled(
    ['recents', 'catalogs', 'mirrors'],
    async () => {
      const ranked = await usualChoices(resource, ownerId, branchId);
      return keepPlaces({
        place: `${resource} ${ownerId} ${branchId}`,
        ranked,
        max: CHOICES_MAX,
        idOf: ({ id }) => id,
        nameOf: ({ name }) => name,
      });
    },
    [resource, ownerId, branchId],
  );

/** All at once, so that nothing of the step moves when it is here; undefined while the device is asked. */
export function useUsual(ownerId: string, branchId: string): Usual | undefined {
  const previous = usePreviousVisit(ownerId, branchId);
  const visits = useUsualVisits(ownerId, branchId);
  const types = useChoices('evaluation-types', ownerId, branchId);
  const companies = useChoices('companies', ownerId, branchId);
  if (previous === undefined || !visits || !types || !companies) return undefined;
  const ranked = visits.filter((offer) => !(previous && isSameVisit(offer, previous)));
  const others = keepPlaces({
    place: `visits ${ownerId} ${branchId}`,
    ranked,
    max: VISITS_MAX,
    idOf: ({ chosen }) => visitId(chosen),
    nameOf: ({ label }) => label,
  });
  const first = previous ? [previous] : [];
  const onPhone = [...first, ...ranked].slice(0, ON_PHONE);
  const isMore = (offer: VisitOffer) => !onPhone.includes(offer);
  return {
    previous,
    visits: [...first, ...others].map((offer) => ({ ...offer, isMore: isMore(offer) })),
    types,
    companies,
  };
}
