import type { RegistrationLabels, VisitChoices } from '#domain/registration.ts';
import { catalogRow } from '#storage/cache/catalogs.ts';

/** A row that left the catalogue after it was chosen; the server decides about it. */
const GONE = 'Ya no está en el catálogo';

/** The names of what was chosen; empty where nothing is. */
export async function readLabels(chosen: VisitChoices): Promise<RegistrationLabels> {
  const name = async (resource: 'evaluation-types' | 'companies', id: string) =>
    id === '' ? '' : ((await catalogRow(resource, id))?.name ?? GONE);
  const [evaluationType, employerCompany, contractorCompany] = await Promise.all([
    name('evaluation-types', chosen.evaluationTypeId),
    name('companies', chosen.employerCompanyId),
    name('companies', chosen.contractorCompanyId),
  ]);
  return { evaluationType, employerCompany, contractorCompany: contractorCompany || null };
}
