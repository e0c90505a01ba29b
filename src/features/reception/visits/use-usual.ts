import { useState } from 'react';
import { useDelayedLiveQuery } from '#components/connection/use-settled-query.ts';
import { visitChoicesOfKey } from '#domain/registration.ts';
import { startOfBogotaDay } from '#domain/time/clock.ts';
import { listUsualChoiceIds, VISIT_CHOICES_RESOURCE } from '#storage/cache/recents.ts';
import { readLastRegistration } from '#storage/outbox/last-registration.ts';
import { findUsualChoices, type CatalogChoice } from '#sync/catalogs/catalog-source.ts';
import { visitChoicesOf } from '../form/create-body.ts';
import { selectTopInStableOrder } from './stable-order.ts';
import type { WizardStep } from '../form/registration-schema.ts';
import { createVisitOffer, type VisitOffer } from './visit-offers.ts';

const MAX_USUAL_CHOICES = 4;
/** Maximum number of frequent visits to suggest; the previous patient's visit is suggested in addition. */
const MAX_USUAL_VISITS = 3;
/** Maximum number of visits to suggest on a narrow screen, including the previous patient's. */
const MAX_VISITS_ON_PHONE = 2;

export type UsualVisit = VisitOffer & { readonly isMore: boolean };

const readUsualCatalogChoices = async (
  resource: 'evaluation-types' | 'companies',
  ownerId: string,
  branchId: string,
): Promise<readonly CatalogChoice[]> =>
  selectTopInStableOrder(
    `${resource} ${ownerId} ${branchId}`,
    await findUsualChoices(resource, ownerId, branchId),
    MAX_USUAL_CHOICES,
  );

async function readPreviousVisit(ownerId: string, branchId: string): Promise<VisitOffer | null> {
  const last = await readLastRegistration(ownerId, { since: startOfBogotaDay(Date.now()), branchId });
  const offer = last && (await createVisitOffer(visitChoicesOf(last.summary.form)));
  return offer && { ...offer, head: 'Igual que la persona anterior:' };
}

async function readUsualVisits(ownerId: string, branchId: string): Promise<readonly VisitOffer[]> {
  const here = { branchId, at: Date.now() };
  const ids = await listUsualChoiceIds(VISIT_CHOICES_RESOURCE, { ownerId, here });
  const offers = await Promise.all(ids.map((id) => createVisitOffer(visitChoicesOfKey(id))));
  return offers.filter((offer) => offer !== null);
}

export interface UsualChoiceLists {
  readonly branchId: string;
  /** Visit of the previous patient, which is useful for a group from one company. */
  readonly previous: VisitOffer | null;
  readonly visits: readonly UsualVisit[];
  readonly types: readonly CatalogChoice[];
  readonly companies: readonly CatalogChoice[];
}

/** Reads all lists at once, so that the step does not move while they load. */
async function readUsualChoices(ownerId: string, branchId: string): Promise<UsualChoiceLists> {
  const [previous, visits, types, companies] = await Promise.all([
    readPreviousVisit(ownerId, branchId),
    readUsualVisits(ownerId, branchId),
    readUsualCatalogChoices('evaluation-types', ownerId, branchId),
    readUsualCatalogChoices('companies', ownerId, branchId),
  ]);
  const ranked = visits.filter(({ id }) => id !== previous?.id);
  const others = selectTopInStableOrder(`visits ${ownerId} ${branchId}`, ranked, MAX_USUAL_VISITS);
  const first = previous ? [previous] : [];
  const onPhone = [...first, ...ranked].slice(0, MAX_VISITS_ON_PHONE);
  return {
    branchId,
    previous,
    visits: [...first, ...others].map((offer) => ({ ...offer, isMore: !onPhone.includes(offer) })),
    types,
    companies,
  };
}

/**
 * Returns the usual choices; undefined until they are read from the device. They follow the device only in step 1, because the
 * evaluations that arrive from the server add choices: in step 2 their buttons would move 'Siguiente' while the user presses
 * it, and the tap would be lost. In step 1 the notice of the lookup keeps the visits that it showed first.
 */
export function useUsualChoices(
  ownerId: string,
  branchId: string,
  step: WizardStep,
): UsualChoiceLists | undefined {
  const newest = useDelayedLiveQuery(
    ['recents', 'catalogs', 'mirrors', 'entries', 'receipts'],
    () => readUsualChoices(ownerId, branchId),
    [ownerId, branchId],
  );
  const [shown, setShown] = useState(newest);
  const isShownHere = shown?.branchId === branchId;
  if (newest?.branchId === branchId && newest !== shown && (step === 0 || !isShownHere)) setShown(newest);
  return isShownHere ? shown : undefined;
}
