import { useLiveQuery } from 'dexie-react-hooks';
import { visitChoicesKey, type RegistrationLabels, type RegistrationChoices } from '#domain/registration.ts';
import type { CatalogRowView } from '#storage/cache/catalogs.ts';
import { findVisitRows } from '../visits/visit-offers.ts';

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

/** Returns the labels of the choices in the form; undefined while they are being read from the device. */
export function useVisitLabels(chosen: RegistrationChoices): RegistrationLabels | undefined {
  return useLiveQuery(() => readVisitLabels(chosen), [visitChoicesKey(chosen)]);
}
