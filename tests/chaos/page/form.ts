import { emptyRegistration, type RegistrationForm } from '#domain/registration.ts';
import { searchCatalog } from '#storage/cache/catalogs.ts';

async function findFirstCatalogRowId(
  resource: 'evaluation-types' | 'companies',
  ownerId: string,
): Promise<string> {
  const id = (await searchCatalog(resource, '', { ownerId, limit: 1 }))[0]?.id;
  if (!id) throw new Error(`no ${resource} on the device`);
  return id;
}

/**
 * Returns additional values that contain the document number, so that the run can verify them on the server. Their fields need
 * no definition, because the server also stores values of unknown fields.
 */
const createAdditionalValues = (document: string) => {
  const text = (name: string, id: string, subject: 'patient' | 'visit') =>
    ({ field_id: id, name, subject, kind: 'text', value: document }) as const;
  return {
    patient_additional: [text('EPS', '0197c0de-0000-7000-8000-0000000000e1', 'patient')],
    visit_additional: [text('ARL', '0197c0de-0000-7000-8000-0000000000e2', 'visit')],
  };
};

export const createRegistrationFormFor = async (
  document: string,
  ownerId: string,
): Promise<RegistrationForm> => ({
  ...emptyRegistration,
  ...createAdditionalValues(document),
  identification_number: document,
  first_name: 'Zoraida',
  last_name: 'Quiñones',
  evaluation_type_id: await findFirstCatalogRowId('evaluation-types', ownerId),
  employer_company_id: await findFirstCatalogRowId('companies', ownerId),
});
