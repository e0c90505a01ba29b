import { randomUUID } from 'node:crypto';
import { Branch } from '#contract/records/branches.ts';
import { Company, Doctor, EvaluationType, Exam, NotePhrase } from '#contract/records/catalogs.ts';
import { type Example, type Examples, ownBranchExample } from './example.ts';
import type { Part } from './multipart.ts';
import { signature } from './pictures.ts';
import { type Caller, type Server, responseOf } from './server.ts';

type CatalogRoute =
  | 'catalogOverview'
  | 'createEvaluationType'
  | 'replaceEvaluationType'
  | 'setEvaluationTypeStatus'
  | 'getCompany'
  | 'createCompany'
  | 'replaceCompany'
  | 'renameCompany'
  | 'setCompanyStatus'
  | 'createExam'
  | 'replaceExam'
  | 'setExamStatus'
  | 'createDoctor'
  | 'replaceDoctor'
  | 'setDoctorStatus'
  | 'setDoctorSignature'
  | 'doctorSignature'
  | 'listExamPackages'
  | 'setExamPackage'
  | 'getDecisionOptions'
  | 'setDecisionOptions'
  | 'listNotePhrases'
  | 'createNotePhrase'
  | 'replaceNotePhrase'
  | 'setNotePhraseStatus'
  | 'listBranches'
  | 'getBranch'
  | 'createBranch'
  | 'replaceBranch'
  | 'renameBranch'
  | 'setBranchStatus'
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
export const codedRow = (other: object = {}) => ({ code: nextCode(), name: 'De Prueba (DEMO)', ...other });
export const doctorBody = (other: object = {}) => ({
  name: 'Dra. Prueba Demo',
  license_number: 'LIC-9',
  ...other,
});
export const phraseBody = (other: object = {}) => ({
  note_type: 'restricciones',
  name: 'Sin trabajo en alturas.',
  ...other,
});
export const branchBody = ({ clinic }: Pick<Server, 'clinic'>, other: object = {}) => ({
  company_id: clinic.companies.clinic,
  name: 'Sede de Prueba (DEMO)',
  ...other,
});

export const logoParts = (file: Buffer, filename = 'logo.png'): Part[] => [
  { name: 'logo', value: file, filename, type: 'application/octet-stream' },
];
export const signatureParts = (file: Buffer): Part[] => [
  { name: 'file', value: file, filename: 'firma.png', type: 'image/png' },
];

export const rowMakers = {
  evaluationType: async (admin: Caller, other: object = {}) =>
    responseOf(EvaluationType, await admin.post('/evaluation-types', { json: codedRow(other) })),
  company: async (admin: Caller, other: object = {}) =>
    responseOf(Company, await admin.post('/companies', { json: codedRow(other) })),
  exam: async (admin: Caller, other: object = {}) =>
    responseOf(Exam, await admin.post('/exams', { json: codedRow(other) })),
  doctor: async (admin: Caller, other: object = {}) =>
    responseOf(Doctor, await admin.post('/doctors', { json: doctorBody(other) })),
  notePhrase: async (admin: Caller, other: object = {}) =>
    responseOf(NotePhrase, await admin.post('/note-phrases', { json: phraseBody(other) })),
  branch: async (admin: Caller, server: Server, other: object = {}) =>
    responseOf(Branch, await admin.post('/branches', { json: branchBody(server, other) })),
};

const sending = (path: string, json: unknown): Example => ({ path, sent: { json }, otherBranch: 'own' });
const uploading = (path: string, parts: Part[]): Example => ({ path, sent: { parts }, otherBranch: 'own' });
const OFF = { is_active: false };
const RENAMED = { name: 'Otro nombre (DEMO)' };

/**
 * Returns valid requests of the catalogue, branch, own-organization and dashboard routes. `server` is a function because the
 * server starts later.
 */
export function catalogExamples(server: () => Server): Examples<CatalogRoute> {
  const admin = () => server().as('admin');
  const idOf = async (make: (admin: Caller) => Promise<{ id: string }>) => (await make(await admin())).id;
  const type = async () => `/evaluation-types/${await idOf(rowMakers.evaluationType)}`;
  const company = async () => `/companies/${await idOf(rowMakers.company)}`;
  const exam = async () => `/exams/${await idOf(rowMakers.exam)}`;
  const doctor = async () => `/doctors/${await idOf(rowMakers.doctor)}`;
  const phrase = async () => `/note-phrases/${await idOf(rowMakers.notePhrase)}`;
  const branch = async () => `/branches/${await idOf((caller) => rowMakers.branch(caller, server()))}`;
  const withFile = async (path: string, parts: Part[]) => {
    await (await admin()).post(path, { parts });
    return path;
  };
  const logo = async () => logoParts(await signature());
  const signed = async () => signatureParts(await signature());
  return {
    catalogOverview: () => ownBranchExample('/catalogs/overview'),
    createEvaluationType: () => sending('/evaluation-types', codedRow()),
    replaceEvaluationType: async () => sending(await type(), codedRow()),
    setEvaluationTypeStatus: async () => sending(`${await type()}/status`, OFF),
    getCompany: async () => ownBranchExample(await company()),
    createCompany: () => sending('/companies', codedRow()),
    replaceCompany: async () => sending(await company(), codedRow()),
    renameCompany: async () => sending(await company(), RENAMED),
    setCompanyStatus: async () => sending(`${await company()}/status`, OFF),
    createExam: () => sending('/exams', codedRow()),
    replaceExam: async () => sending(await exam(), codedRow()),
    setExamStatus: async () => sending(`${await exam()}/status`, OFF),
    createDoctor: () => sending('/doctors', doctorBody()),
    replaceDoctor: async () => sending(await doctor(), doctorBody({ specialty: 'Otra' })),
    setDoctorStatus: async () => sending(`${await doctor()}/status`, OFF),
    setDoctorSignature: async () => uploading(`${await doctor()}/signature`, await signed()),
    doctorSignature: async () =>
      ownBranchExample(await withFile(`${await doctor()}/signature`, await signed())),
    listExamPackages: () => ownBranchExample('/exam-packages'),
    setExamPackage: async () =>
      sending('/exam-packages', {
        evaluation_type_id: await idOf(rowMakers.evaluationType),
        job: null,
        exam_ids: [await idOf(rowMakers.exam)],
      }),
    getDecisionOptions: () => ownBranchExample('/decision-options'),
    setDecisionOptions: async () =>
      sending('/decision-options', {
        programmes: ['osteomuscular'],
        aptitudes_off: [
          { evaluation_type_id: await idOf(rowMakers.evaluationType), aptitudes: ['realizado'] },
        ],
      }),
    listNotePhrases: () => ownBranchExample('/note-phrases'),
    createNotePhrase: () => sending('/note-phrases', phraseBody()),
    replaceNotePhrase: async () => sending(await phrase(), phraseBody({ name: 'Usar gafas.' })),
    setNotePhraseStatus: async () => sending(`${await phrase()}/status`, OFF),
    listBranches: () => ownBranchExample('/branches'),
    getBranch: async () => ownBranchExample(await branch()),
    createBranch: () => sending('/branches', branchBody(server())),
    replaceBranch: async () => sending(await branch(), branchBody(server(), { address: 'Calle 2' })),
    renameBranch: async () => sending(await branch(), RENAMED),
    setBranchStatus: async () => sending(`${await branch()}/status`, OFF),
    setBranchLogo: async () => uploading(`${await branch()}/logo`, await logo()),
    removeBranchLogo: async () => ownBranchExample(`${await branch()}/logo`),
    branchLogo: async () => ownBranchExample(await withFile(`${await branch()}/logo`, await logo())),
    ownBranch: () => ownBranchExample('/me/branch'),
    updateOwnBranch: () => sending('/me/branch/branding', { contact_phone: '601 000 0000' }),
    setSigningRule: () => sending('/me/branch/signing', { own_signature_only: false }),
    setOwnLogo: async () => uploading('/me/branch/logo', await logo()),
    removeOwnLogo: () => ownBranchExample('/me/branch/logo'),
    ownLogo: async () => ownBranchExample(await withFile('/me/branch/logo', await logo())),
    dashboardSummary: () => ownBranchExample('/dashboard/summary'),
  };
}
