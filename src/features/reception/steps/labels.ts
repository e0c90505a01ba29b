import type { RegistrationLabels, VisitChoices } from '#domain/registration.ts';
import { findCatalogRows, type CatalogRow } from '#storage/cache/catalogs.ts';

/** Text for a chosen row that is no longer in the catalogue; the server decides whether it accepts the row. */
const GONE = 'Ya no está en el catálogo';

/** Returns the names of the chosen rows; empty if none is chosen. */
export async function readVisitLabels(chosen: VisitChoices): Promise<RegistrationLabels> {
  const { evaluationTypeId, employerCompanyId, contractorCompanyId } = chosen;
  const [type, employer, contractor] = await findCatalogRows([
    ['evaluation-types', evaluationTypeId],
    ['companies', employerCompanyId],
    ['companies', contractorCompanyId],
  ]);
  const nameOf = (id: string, row: CatalogRow | null | undefined) => (id === '' ? '' : (row?.name ?? GONE));
  return {
    evaluationType: nameOf(evaluationTypeId, type),
    employerCompany: nameOf(employerCompanyId, employer),
    contractorCompany: nameOf(contractorCompanyId, contractor) || null,
  };
}
