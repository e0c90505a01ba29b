import { useLiveQuery } from 'dexie-react-hooks';
import { useSettled } from '#components/use-settled.ts';
import { visitOfId, type VisitChoices } from '#domain/registration.ts';
import { startOfBogotaDay } from '#domain/time/clock.ts';
import { catalogRows } from '#storage/cache/catalogs.ts';
import { usualIds, VISITS } from '#storage/cache/recents.ts';
import { lastRegistration } from '#storage/outbox/last-registration.ts';
import { choicesOf } from '../form/create-body.ts';

/** Type and companies of another visit, to be taken over with one tap. */
export interface VisitOffer {
  readonly chosen: VisitChoices;
  /** 'Ingreso · Flores del Páramo', and whose contractor, so that nothing is taken over unread. */
  readonly label: string;
  /** Line above the label. */
  readonly head?: string;
}

/** Null where type or employer can no longer be chosen; a contractor that cannot is left out. */
async function offerOf(chosen: VisitChoices): Promise<VisitOffer | null> {
  const [type, employer, contractor] = await catalogRows([
    ['evaluation-types', chosen.evaluationTypeId],
    ['companies', chosen.employerCompanyId],
    ['companies', chosen.contractorCompanyId],
  ]);
  if (!type?.active || !employer?.active) return null;
  const contractorOf = contractor?.active ? contractor : null;
  const names = [type.name, employer.name, ...(contractorOf ? [`contratista ${contractorOf.name}`] : [])];
  return {
    chosen: { ...choicesOf(chosen), contractorCompanyId: contractorOf?.id ?? '' },
    label: names.join(' · '),
  };
}

/** What the person who was at this branch's desk before this one came for; of today alone. Undefined while the device is asked. */
export const usePreviousVisit = (ownerId: string, branchId: string): VisitOffer | null | undefined =>
  useSettled(
    ['entries', 'receipts', 'catalogs'],
    async () => {
      const previous = await lastRegistration(ownerId, { since: startOfBogotaDay(Date.now()), branchId });
      const offer = previous && (await offerOf(choicesOf(previous.summary.form)));
      return offer && { ...offer, head: 'Igual que la persona anterior:' };
    },
    [ownerId, branchId],
  );

/** What people usually come for to this branch at this hour, the most usual first. Undefined while the device is asked. */
export const useUsualVisits = (ownerId: string, branchId: string): readonly VisitOffer[] | undefined =>
  useSettled(
    ['recents', 'catalogs'],
    async () => {
      const ids = await usualIds(VISITS, { ownerId, here: { branchId, at: Date.now() } });
      const offers = await Promise.all(ids.map((id) => offerOf(visitOfId(id))));
      return offers.filter((offer) => offer !== null);
    },
    [ownerId, branchId],
  );

/** What somebody known came for last. */
export const useLastVisit = (chosen: VisitChoices | null): VisitOffer | null =>
  useLiveQuery(() => chosen && offerOf(chosen), [chosen]) ?? null;

export const isSameVisit = ({ chosen: one }: VisitOffer, { chosen: other }: VisitOffer): boolean =>
  Object.entries(one).toString() === Object.entries(other).toString();
