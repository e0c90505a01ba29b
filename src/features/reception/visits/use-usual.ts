import { useDelayedLiveQuery } from '#components/use-settled-query.ts';
import { visitChoicesKey, visitChoicesOfKey } from '#domain/registration.ts';
import { startOfBogotaDay } from '#domain/time/clock.ts';
import { listUsualChoiceIds, VISIT_CHOICES_RESOURCE } from '#storage/cache/recents.ts';
import { readLastRegistration } from '#storage/outbox/last-registration.ts';
import { findUsualChoices, type CatalogChoice } from '#sync/catalogs/catalog-source.ts';
import { visitChoicesOf } from '../form/create-body.ts';
import { selectTopInStableOrder } from './stable-order.ts';
import { createVisitOffer, isSameVisit, type VisitOffer } from './visit-offers.ts';

const MAX_USUAL_CHOICES = 4;
/** Maximum number of frequent visits to suggest; the previous patient's visit is suggested in addition. */
const MAX_USUAL_VISITS = 3;
/** Maximum number of visits to suggest on a narrow screen, including the previous patient's. */
const MAX_VISITS_ON_PHONE = 2;

export type UsualVisit = VisitOffer & { readonly isMore: boolean };

const useUsualCatalogChoices = (
  resource: 'evaluation-types' | 'companies',
  ownerId: string,
  branchId: string,
): readonly CatalogChoice[] | undefined =>
  useDelayedLiveQuery(
    ['recents', 'catalogs', 'mirrors'],
    async () =>
      selectTopInStableOrder({
        place: `${resource} ${ownerId} ${branchId}`,
        ranked: await findUsualChoices(resource, ownerId, branchId),
        max: MAX_USUAL_CHOICES,
        idOf: ({ id }) => id,
        nameOf: ({ name }) => name,
      }),
    [resource, ownerId, branchId],
  );

/**
 * Returns all choices at once, so that the step does not move while they load. Undefined until all are read from the device.
 */
export function useUsualChoices(ownerId: string, branchId: string) {
  const previous = useDelayedLiveQuery(
    ['entries', 'receipts', 'catalogs'],
    async () => {
      const last = await readLastRegistration(ownerId, { since: startOfBogotaDay(Date.now()), branchId });
      const offer = last && (await createVisitOffer(visitChoicesOf(last.summary.form)));
      return offer && { ...offer, head: 'Igual que la persona anterior:' };
    },
    [ownerId, branchId],
  );
  const visits = useDelayedLiveQuery(
    ['recents', 'catalogs'],
    async () => {
      const here = { branchId, at: Date.now() };
      const ids = await listUsualChoiceIds(VISIT_CHOICES_RESOURCE, { ownerId, here });
      const offers = await Promise.all(ids.map((id) => createVisitOffer(visitChoicesOfKey(id))));
      return offers.filter((offer) => offer !== null);
    },
    [ownerId, branchId],
  );
  const types = useUsualCatalogChoices('evaluation-types', ownerId, branchId);
  const companies = useUsualCatalogChoices('companies', ownerId, branchId);
  if (previous === undefined || !visits || !types || !companies) return undefined;
  const ranked = visits.filter((offer) => !(previous && isSameVisit(offer, previous)));
  const others = selectTopInStableOrder({
    place: `visits ${ownerId} ${branchId}`,
    ranked,
    max: MAX_USUAL_VISITS,
    idOf: ({ chosen }) => visitChoicesKey(chosen),
    nameOf: ({ label }) => label,
  });
  const first = previous ? [previous] : [];
  const onPhone = [...first, ...ranked].slice(0, MAX_VISITS_ON_PHONE);
  return {
    /** Visit of the previous patient, which is useful for a group from one company. */
    previous,
    visits: [...first, ...others].map((offer): UsualVisit => ({
      ...offer,
      isMore: !onPhone.includes(offer),
    })),
    types,
    companies,
  };
}

export type UsualChoiceLists = NonNullable<ReturnType<typeof useUsualChoices>>;
