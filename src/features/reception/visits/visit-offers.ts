import { useLiveQuery } from 'dexie-react-hooks';
import type { ProposedCompany } from '#contract/records/evaluation/capture.ts';
import {
  visitChoicesKey,
  type RegistrationChoices,
  type RegistrationForm,
  type RegistrationLabels,
} from '#domain/registration.ts';
import { findCatalogRows, type CatalogRowView } from '#storage/cache/catalogs.ts';
import { visitChoicesOf } from '../form/create-body.ts';

/** Returns the catalogue rows of type, employer and contractor, in this order. */
const findVisitRows = (chosen: RegistrationChoices) =>
  findCatalogRows([
    ['evaluation-types', chosen.evaluation_type_id],
    ['companies', chosen.employer_company_id],
    ['companies', chosen.contractor_company_id],
  ]);

/** Text for a chosen row that is no longer in the catalogue. The server decides whether to accept the row. */
const NOT_IN_CATALOG_TEXT = 'Ya no está en el catálogo';

export async function readVisitLabels(chosen: RegistrationChoices): Promise<RegistrationLabels> {
  const [type, employer, contractor] = await findVisitRows(chosen);
  const nameOf = (id: string, row: CatalogRowView | null | undefined) =>
    id === '' ? '' : (row?.name ?? NOT_IN_CATALOG_TEXT);
  return {
    evaluationType: nameOf(chosen.evaluation_type_id, type),
    employerCompany: nameOf(chosen.employer_company_id, employer),
    contractorCompany: nameOf(chosen.contractor_company_id, contractor) || null,
  };
}

/**
 * Returns the chosen companies that no administrator has confirmed. The server may lack also those that it once had, because it
 * may have been restored from an older backup.
 */
export async function readProposedCompanies(form: RegistrationForm): Promise<ProposedCompany[]> {
  const ids = [form.employer_company_id, form.contractor_company_id];
  const rows = await findVisitRows(form);
  return [...new Set(ids)].flatMap((id) => {
    const row = rows.find((one) => one?.id === id);
    if (row?.isProposed) return { id, name: row.name, nit: row.code || null };
    return row ? [] : form.proposed_companies.filter((proposal) => proposal.id === id);
  });
}

/** Returns the labels of the choices in the form; undefined while they are being read from the device. */
export function useVisitLabels(chosen: RegistrationChoices): RegistrationLabels | undefined {
  return useLiveQuery(() => readVisitLabels(chosen), [visitChoicesKey(chosen)]);
}

export interface VisitOffer {
  readonly id: string;
  readonly chosen: RegistrationChoices;
  /** Text such as 'Ingreso · Flores del Páramo', with the contractor, so that the user reads all that will be filled in. */
  readonly name: string;
  readonly head?: string;
}

/** Returns the offer of a visit; null if its type or employer is no longer active. An inactive contractor is left out. */
export async function createVisitOffer(chosen: RegistrationChoices): Promise<VisitOffer | null> {
  const [type, employer, contractor] = await findVisitRows(chosen);
  if (!type?.active || !employer?.active) return null;
  const contractorOf = contractor?.active ? contractor : null;
  const names = [type.name, employer.name, ...(contractorOf ? [`contratista ${contractorOf.name}`] : [])];
  const offered = { ...visitChoicesOf(chosen), contractor_company_id: contractorOf?.id ?? '' };
  return { id: visitChoicesKey(offered), chosen: offered, name: names.join(' · ') };
}

export const useVisitOffer = (chosen: RegistrationChoices | null): VisitOffer | null =>
  useLiveQuery(() => chosen && createVisitOffer(chosen), [chosen]) ?? null;
