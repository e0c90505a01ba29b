import { useLiveQuery } from 'dexie-react-hooks';
import { useDelayedLiveQuery } from '#components/use-settled-query.ts';
import { visitChoicesOfKey, type RegistrationChoices } from '#domain/registration.ts';
import { startOfBogotaDay } from '#domain/time/clock.ts';
import { findCatalogRows } from '#storage/cache/catalogs.ts';
import { listUsualChoiceIds, VISIT_CHOICES_RESOURCE } from '#storage/cache/recents.ts';
import { readLastRegistration } from '#storage/outbox/last-registration.ts';
import { visitChoicesOf } from '../form/create-body.ts';

export interface VisitOffer {
  readonly chosen: RegistrationChoices;
  /** Text such as 'Ingreso · Flores del Páramo', with the contractor, so that the user reads all that will be filled in. */
  readonly label: string;
  readonly head?: string;
}

/** Returns the offer of a visit; null if its type or employer is no longer active. An inactive contractor is left out. */
async function createVisitOffer(chosen: RegistrationChoices): Promise<VisitOffer | null> {
  const [type, employer, contractor] = await findCatalogRows([
    ['evaluation-types', chosen.evaluation_type_id],
    ['companies', chosen.employer_company_id],
    ['companies', chosen.contractor_company_id],
  ]);
  if (!type?.active || !employer?.active) return null;
  const contractorOf = contractor?.active ? contractor : null;
  const names = [type.name, employer.name, ...(contractorOf ? [`contratista ${contractorOf.name}`] : [])];
  return {
    chosen: { ...visitChoicesOf(chosen), contractor_company_id: contractorOf?.id ?? '' },
    label: names.join(' · '),
  };
}

/** Returns the visit of the last patient registered today at this branch; undefined while being read from the device. */
export const usePreviousPatientVisit = (ownerId: string, branchId: string): VisitOffer | null | undefined =>
  useDelayedLiveQuery(
    ['entries', 'receipts', 'catalogs'],
    async () => {
      const previous = await readLastRegistration(ownerId, { since: startOfBogotaDay(Date.now()), branchId });
      const offer = previous && (await createVisitOffer(visitChoicesOf(previous.summary.form)));
      return offer && { ...offer, head: 'Igual que la persona anterior:' };
    },
    [ownerId, branchId],
  );

/** Returns the usual visits of this branch at this hour, by rank; undefined while being read from the device. */
export const useUsualVisits = (ownerId: string, branchId: string): readonly VisitOffer[] | undefined =>
  useDelayedLiveQuery(
    ['recents', 'catalogs'],
    async () => {
      const ids = await listUsualChoiceIds(VISIT_CHOICES_RESOURCE, {
        ownerId,
        here: { branchId, at: Date.now() },
      });
      const offers = await Promise.all(ids.map((id) => createVisitOffer(visitChoicesOfKey(id))));
      return offers.filter((offer) => offer !== null);
    },
    [ownerId, branchId],
  );

export const useVisitOffer = (chosen: RegistrationChoices | null): VisitOffer | null =>
  useLiveQuery(() => chosen && createVisitOffer(chosen), [chosen]) ?? null;

export const isSameVisit = ({ chosen: one }: VisitOffer, { chosen: other }: VisitOffer): boolean =>
  Object.entries(one).toString() === Object.entries(other).toString();
