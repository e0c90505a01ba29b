import { useLiveQuery } from 'dexie-react-hooks';
import { visitChoicesKey, type RegistrationLabels, type RegistrationChoices } from '#domain/registration.ts';
import { findCatalogRows, type CatalogRowView } from '#storage/cache/catalogs.ts';

/** Text for a chosen row that is no longer in the catalogue. The server decides whether to accept the row. */
const NOT_IN_CATALOG_TEXT = 'Ya no está en el catálogo';

export async function readVisitLabels(chosen: RegistrationChoices): Promise<RegistrationLabels> {
  const { evaluation_type_id, employer_company_id, contractor_company_id } = chosen;
  const [type, employer, contractor] = await findCatalogRows([
    ['evaluation-types', evaluation_type_id],
    ['companies', employer_company_id],
    ['companies', contractor_company_id],
  ]);
  const nameOf = (id: string, row: CatalogRowView | null | undefined) =>
    id === '' ? '' : (row?.name ?? NOT_IN_CATALOG_TEXT);
  return {
    evaluationType: nameOf(evaluation_type_id, type),
    employerCompany: nameOf(employer_company_id, employer),
    contractorCompany: nameOf(contractor_company_id, contractor) || null,
  };
}

/** Returns the labels of the choices in the form; undefined while they are being read from the device. */
export function useVisitLabels(chosen: RegistrationChoices): RegistrationLabels | undefined {
  return useLiveQuery(() => readVisitLabels(chosen), [visitChoicesKey(chosen)]);
}
