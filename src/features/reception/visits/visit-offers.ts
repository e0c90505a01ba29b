import { useLiveQuery } from 'dexie-react-hooks';
import type { RegistrationChoices } from '#domain/registration.ts';
import { findCatalogRows } from '#storage/cache/catalogs.ts';
import { visitChoicesOf } from '../form/create-body.ts';

export interface VisitOffer {
  readonly chosen: RegistrationChoices;
  /** Text such as 'Ingreso · Flores del Páramo', with the contractor, so that the user reads all that will be filled in. */
  readonly label: string;
  readonly head?: string;
}

/** Returns the catalogue rows of type, employer and contractor, in this order. */
export const findVisitRows = (chosen: RegistrationChoices) =>
  findCatalogRows([
    ['evaluation-types', chosen.evaluation_type_id],
    ['companies', chosen.employer_company_id],
    ['companies', chosen.contractor_company_id],
  ]);

/** Returns the offer of a visit; null if its type or employer is no longer active. An inactive contractor is left out. */
export async function createVisitOffer(chosen: RegistrationChoices): Promise<VisitOffer | null> {
  const [type, employer, contractor] = await findVisitRows(chosen);
  if (!type?.active || !employer?.active) return null;
  const contractorOf = contractor?.active ? contractor : null;
  const names = [type.name, employer.name, ...(contractorOf ? [`contratista ${contractorOf.name}`] : [])];
  return {
    chosen: { ...visitChoicesOf(chosen), contractor_company_id: contractorOf?.id ?? '' },
    label: names.join(' · '),
  };
}

export const useVisitOffer = (chosen: RegistrationChoices | null): VisitOffer | null =>
  useLiveQuery(() => chosen && createVisitOffer(chosen), [chosen]) ?? null;

export const isSameVisit = ({ chosen: one }: VisitOffer, { chosen: other }: VisitOffer): boolean =>
  Object.entries(one).toString() === Object.entries(other).toString();
