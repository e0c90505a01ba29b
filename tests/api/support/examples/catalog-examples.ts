import { randomUUID } from 'node:crypto';
import { type CatalogName, buildPerCatalog } from '#contract/catalogs/all.ts';
import { AdditionalField } from '#contract/catalogs/additional-fields.ts';
import { Branch } from '#contract/catalogs/branches.ts';
import { Company } from '#contract/catalogs/companies.ts';
import { Doctor } from '#contract/catalogs/doctors.ts';
import { EvaluationType } from '#contract/catalogs/evaluation-types.ts';
import { Exam } from '#contract/catalogs/exams.ts';
import { NotePhrase } from '#contract/catalogs/note-phrases.ts';
import { exampleOf } from '#server/openapi/examples.ts';
import type { catalogRoutes } from '#contract/routes/catalogs/catalog-routes.ts';
import { EMPTY_TEMPLATE } from '#tests/support/documents/templates.ts';
import { createEvaluation } from '../capture.ts';
import { type RouteExample, type RouteExamples, ownDataExample } from './example.ts';
import type { Part } from '../files/multipart.ts';
import { getSignaturePng } from '../files/pictures.ts';
import { type Caller, type Server, responseOf } from '../server.ts';

type CatalogRoute =
  | keyof typeof catalogRoutes
  | 'catalogOverview'
  | 'setDoctorSignature'
  | 'doctorSignature'
  | 'listExamPackages'
  | 'setExamPackage'
  | 'listEvaluationTemplates'
  | 'setEvaluationTemplate'
  | 'listProposedCompanies'
  | 'confirmCompany'
  | 'mergeCompany'
  | 'getAuthorisationText'
  | 'setAuthorisationText'
  | 'getDecisionOptions'
  | 'setDecisionOptions'
  | 'setBranchLogo'
  | 'removeBranchLogo'
  | 'branchLogo'
  | 'ownBranch'
  | 'updateOwnBranch'
  | 'setSigningRule'
  | 'setOwnLogo'
  | 'removeOwnLogo'
  | 'ownLogo'
  | 'dashboardSummary';

export const nextCode = (): string => `C-${randomUUID().slice(0, 8)}`;
export const codedRowBody = (other: object = {}) => ({
  code: nextCode(),
  name: 'De Prueba (DEMO)',
  ...other,
});
const doctorBody = (other: object = {}) => ({
  name: 'Dra. Prueba Demo',
  license_number: 'LIC-9',
  ...other,
});
export const phraseBody = (other: object = {}) => ({
  note_type: 'restricciones',
  name: 'Sin trabajo en alturas.',
  ...other,
});
const nextFieldName = (): string => `Campo ${randomUUID().slice(0, 8)}`;
export const additionalFieldBody = (other: object = {}) => ({
  // Two active fields about the same subject never have the same name.
  name: nextFieldName(),
  subject: 'patient',
  kind: 'text',
  ...other,
});
export const branchBody = ({ clinic }: Pick<Server, 'clinic'>, other: object = {}) => ({
  company_id: clinic.companies.clinic,
  name: 'Sede de Prueba (DEMO)',
  ...other,
});

type BodyFactory = (server: Server, other?: object) => object;
const BODY_FACTORY_OVERRIDES: Partial<Record<CatalogName, BodyFactory>> = {
  evaluationTypes: (_server, other) => codedRowBody(other),
  companies: (_server, other) => codedRowBody(other),
  branches: branchBody,
  exams: (_server, other) => codedRowBody(other),
  doctors: (_server, other) => doctorBody(other),
  notePhrases: (_server, other) => phraseBody(other),
  additionalFields: (_server, other) => additionalFieldBody(other),
};

/**
 * Functions that make a valid body for each catalogue; `other` replaces or adds fields. A catalogue without an entry in
 * `BODY_FACTORY_OVERRIDES` gets the example of the API description, with a new code.
 */
export const CATALOG_BODY_FACTORIES = buildPerCatalog(
  ({ fields, Body }, name): BodyFactory =>
    BODY_FACTORY_OVERRIDES[name] ??
    ((_server, other) => ({
      ...exampleOf(Body),
      ...('code' in fields && { code: nextCode() }),
      ...other,
    })),
);

export const logoParts = (file: Buffer, filename = 'logo.png'): Part[] => [
  { name: 'logo', value: file, filename, type: 'application/octet-stream' },
];
export const signatureParts = (file: Buffer): Part[] => [
  { name: 'file', value: file, filename: 'firma.png', type: 'image/png' },
];

export const rowMakers = {
  evaluationType: async (admin: Caller, other: object = {}) =>
    responseOf(EvaluationType, await admin.post('/evaluation-types', { json: codedRowBody(other) })),
  company: async (admin: Caller, other: object = {}) =>
    responseOf(Company, await admin.post('/companies', { json: codedRowBody(other) })),
  exam: async (admin: Caller, other: object = {}) =>
    responseOf(Exam, await admin.post('/exams', { json: codedRowBody(other) })),
  doctor: async (admin: Caller, other: object = {}) =>
    responseOf(Doctor, await admin.post('/doctors', { json: doctorBody(other) })),
  notePhrase: async (admin: Caller, other: object = {}) =>
    responseOf(NotePhrase, await admin.post('/note-phrases', { json: phraseBody(other) })),
  additionalField: async (admin: Caller, other: object = {}) =>
    responseOf(AdditionalField, await admin.post('/additional-fields', { json: additionalFieldBody(other) })),
  branch: async (admin: Caller, server: Server, other: object = {}) =>
    responseOf(Branch, await admin.post('/branches', { json: branchBody(server, other) })),
};

/** Registers an evaluation of a proposed company, and returns the id of the company. */
async function proposedCompanyId(server: Server): Promise<string> {
  const id = randomUUID();
  const proposed = {
    employer_company_id: id,
    proposed_companies: [{ id, name: 'Propuesta (DEMO)', nit: null }],
  };
  await createEvaluation(server, await server.as('desk'), {}, proposed);
  return id;
}

const jsonExample = (path: string, json: unknown): RouteExample => ({
  path,
  sent: { json },
  otherBranch: 'own',
});
const uploadExample = (path: string, parts: Part[]): RouteExample => ({
  path,
  sent: { parts },
  otherBranch: 'own',
});
const INACTIVE_STATUS_BODY = { is_active: false };
const RENAMED_ROW_FIELDS = { name: 'Otro nombre (DEMO)' };

/** Returns valid requests of the routes that every catalogue has. */
function catalogRowExamples(server: () => Server): RouteExamples<keyof typeof catalogRoutes> {
  const all = buildPerCatalog(({ path, calls: { one, many }, isReadById }, name) => {
    const body = (other?: object) => CATALOG_BODY_FACTORIES[name](server(), other);
    const row = async () => {
      const created = await (await server().as('admin')).post(path, { json: body() });
      return `${path}/${created.json<{ id: string }>().id}`;
    };
    return {
      [`list${many}`]: () => ownDataExample(path),
      [`create${one}`]: () => jsonExample(path, body()),
      [`replace${one}`]: async () => jsonExample(await row(), body({ name: nextFieldName() })),
      [`set${one}Status`]: async () => jsonExample(`${await row()}/status`, INACTIVE_STATUS_BODY),
      ...(isReadById && {
        [`get${one}`]: async () => ownDataExample(await row()),
        [`rename${one}`]: async () => jsonExample(await row(), RENAMED_ROW_FIELDS),
      }),
    };
  });
  return Object.assign({}, ...Object.values(all)) as RouteExamples<keyof typeof catalogRoutes>;
}

/**
 * Returns valid requests of the catalogue, branch, own-organization and dashboard routes. `server` is a function because the
 * server starts later.
 */
export function catalogExamples(server: () => Server): RouteExamples<CatalogRoute> {
  const admin = () => server().as('admin');
  const idOf = async (make: (admin: Caller) => Promise<{ id: string }>) => (await make(await admin())).id;
  const doctor = async () => `/doctors/${await idOf(rowMakers.doctor)}`;
  const branch = async () => `/branches/${await idOf((caller) => rowMakers.branch(caller, server()))}`;
  const withFile = async (path: string, parts: Part[]) => {
    await (await admin()).post(path, { parts });
    return path;
  };
  const logo = async () => logoParts(await getSignaturePng());
  const signatureExampleParts = async () => signatureParts(await getSignaturePng());
  return {
    catalogOverview: () => ownDataExample('/catalogs/overview'),
    ...catalogRowExamples(server),
    setDoctorSignature: async () =>
      uploadExample(`${await doctor()}/signature`, await signatureExampleParts()),
    doctorSignature: async () =>
      ownDataExample(await withFile(`${await doctor()}/signature`, await signatureExampleParts())),
    listExamPackages: () => ownDataExample('/exam-packages'),
    setExamPackage: async () =>
      jsonExample('/exam-packages', {
        evaluation_type_id: await idOf(rowMakers.evaluationType),
        job: null,
        exam_ids: [await idOf(rowMakers.exam)],
      }),
    listEvaluationTemplates: () => ownDataExample('/evaluation-templates'),
    setEvaluationTemplate: async () =>
      jsonExample(`/evaluation-templates/${randomUUID()}`, {
        ...EMPTY_TEMPLATE,
        name: `Plantilla ${randomUUID()}`,
        results: [{ exam_id: await idOf(rowMakers.exam), result_notes: 'Normal.' }],
      }),
    listProposedCompanies: () => ownDataExample('/proposed-companies'),
    confirmCompany: async () =>
      jsonExample(`/companies/${await proposedCompanyId(server())}/confirmation`, codedRowBody()),
    mergeCompany: async () =>
      jsonExample(`/companies/${await proposedCompanyId(server())}/merge`, {
        into: await idOf(rowMakers.company),
      }),
    getAuthorisationText: () => ownDataExample('/authorisation-text'),
    setAuthorisationText: () =>
      jsonExample('/authorisation-text', { text: `Texto ${randomUUID()}`, approved: true }),
    getDecisionOptions: () => ownDataExample('/decision-options'),
    setDecisionOptions: async () =>
      jsonExample('/decision-options', {
        programmes: ['osteomuscular'],
        aptitudes_off: [
          { evaluation_type_id: await idOf(rowMakers.evaluationType), aptitudes: ['realizado'] },
        ],
      }),
    setBranchLogo: async () => uploadExample(`${await branch()}/logo`, await logo()),
    removeBranchLogo: async () => ownDataExample(`${await branch()}/logo`),
    branchLogo: async () => ownDataExample(await withFile(`${await branch()}/logo`, await logo())),
    ownBranch: () => ownDataExample('/me/branch'),
    updateOwnBranch: () => jsonExample('/me/branch/branding', { contact_phone: '601 000 0000' }),
    setSigningRule: () => jsonExample('/me/branch/signing', { own_signature_only: false }),
    setOwnLogo: async () => uploadExample('/me/branch/logo', await logo()),
    removeOwnLogo: () => ownDataExample('/me/branch/logo'),
    ownLogo: async () => ownDataExample(await withFile('/me/branch/logo', await logo())),
    dashboardSummary: () => ownDataExample('/dashboard/summary'),
  };
}
