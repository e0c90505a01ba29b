import { type RouteName, routes } from '#contract/routes/routes.ts';
import { NOTE_TYPES, PERMISSIONS } from '#contract/vocabulary.ts';
import { PASSWORD } from '#tests/api/support/clinic.ts';
import { type Part, mediaParts } from '#tests/api/support/multipart.ts';
import type { DraftBody, DraftCall } from './call.ts';
import { branch, codedRow, doctor, phrase } from './catalog-rows.ts';
import { captureHeaders } from './capture-headers.ts';
import type { Random } from './random.ts';
import { statementHeader } from './statements.ts';
import { PLANTED_PATIENT } from './values.ts';
import { decisionOptions, decisions } from './decided.ts';
import { correctRegistration, document } from './corrected.ts';
import { receiptParts } from './handed-over.ts';
import { type CallMaker, type Stock, drawId, jsonCall, logo, ifMatchOf, sign, uploadCall } from './good.ts';

const listed =
  (path: string): CallMaker =>
  (random) => ({
    path,
    query: random.chance(0.5)
      ? [`page=${random.below(4)}`, `page_size=${random.below(120)}`, 'q=de', 'sort=name']
      : [],
  });
const ofRow =
  (path: string, group: string, value: (random: Random, stock: Stock) => unknown, tail = ''): CallMaker =>
  (random, stock) => ({
    ...jsonCall(`${path}/${drawId(group, random, stock)}${tail}`, value(random, stock)),
    headers: ifMatchOf(random),
  });
const status = (random: Random) => ({ is_active: random.chance(0.7) });
const read =
  (path: string, group: string, tail = ''): CallMaker =>
  (random, stock) => ({ path: `${path}/${drawId(group, random, stock)}${tail}` });
const renamed = () => ({ name: 'Otro nombre (DEMO)' });
const email = (random: Random): string => `nueva${random.below(400)}@prueba.demo`;
const evaluation =
  (tail: string, value?: (random: Random, stock: Stock) => unknown): CallMaker =>
  (random, stock) => {
    const path = `/evaluations/${drawId('evaluations', random, stock)}${tail}`;
    return { path, headers: ifMatchOf(random), ...(value && jsonCall(path, value(random, stock))) };
  };

/** Maker of a valid call for each route. The type requires an entry for every route. */
const goods: Record<RouteName, CallMaker> = {
  health: () => ({ path: '/health' }),
  ready: () => ({ path: '/ready' }),
  verifyDocument: (random, stock) => ({
    path: `/verifications/${random.pick(['7KQ2-9M4X-HJ3T', PLANTED_PATIENT.number, drawId('codes', random, stock)])}`,
  }),
  verificationKey: () => ({ path: '/verification-key' }),
  login: (random) =>
    jsonCall('/auth/login', {
      email: `desk${random.below(40)}@prueba.demo`,
      password: random.chance(0.5) ? PASSWORD : 'x',
    }),
  logout: () => ({ path: '/auth/logout' }),
  me: () => ({ path: '/auth/me' }),
  // The call contains no proof, because a session bound to a random key would make every later call fail.
  bindSession: () => ({ path: '/auth/device-key' }),
  vaultKey: () => ({ path: '/me/vault-key' }),
  setActiveBranch: (random, stock) =>
    jsonCall('/me/branch/active', { branch_id: drawId('branches', random, stock) }),
  branding: () => ({ path: '/me/branding' }),
  searchPatient: (random) => ({
    path: '/patients/search',
    query: Object.entries(document(random)).map(([name, value]) => `${name}=${value}`),
  }),
  listEvaluationTypes: listed('/evaluation-types'),
  listCompanies: listed('/companies'),
  listExams: listed('/exams'),
  listDoctors: listed('/doctors'),
  listOccupations: (random) => ({ path: '/occupations', query: [`q=sol`, `limit=${random.below(120)}`] }),
  catalogOptions: (random, stock) => ({
    path: `/catalogs/${random.pick(['companies', 'exams', 'doctors', 'branches', 'users'])}/options`,
    query: [`ids=${drawId('companies', random, stock)}`, 'q=a', 'limit=5'],
  }),
  recentCatalogOptions: () => ({ path: '/catalogs/companies/recent', query: ['limit=5'] }),
  createEvaluation: (random, stock) => ({
    ...jsonCall('/evaluations', {
      evaluation_type_id: drawId('types', random, stock),
      employer_company_id: drawId('companies', random, stock),
      contractor_company_id: null,
      additional_info: 'Turno de noche',
      patient: {
        ...document(random),
        first_name: PLANTED_PATIENT.name,
        last_name: 'Gil',
        birth_date: '1990-05-17',
        ...random.pick([{ gender: 'M' }, { gender: 'F' }, { cleared: ['gender', 'middle_name'] }]),
        occupation_name: `Oficio ${random.below(30)}`,
      },
    }),
    headers: captureHeaders(random, stock),
  }),
  addMedia: (random, stock) => {
    const file = random.chance(0.4) ? stock.files.photo : stock.files.any(random);
    const path = `/evaluations/${drawId('evaluations', random, stock)}/media`;
    return {
      ...uploadCall(path, mediaParts(random.pick(['photo', 'signature']), file)),
      headers: [...captureHeaders(random, stock), ...statementHeader(random)],
    };
  },
  getRegistration: evaluation('/registration'),
  correctRegistration,
  listEvaluations: (random) => ({
    path: '/evaluations',
    query: [`q=${PLANTED_PATIENT.number}`, `page=${random.below(3)}`, 'status=pendiente'].filter(() =>
      random.chance(0.6),
    ),
  }),
  getEvaluation: evaluation(''),
  saveExamOrders: evaluation('/exam-orders', (random, stock) => ({
    orders: [{ exam_id: drawId('exams', random, stock), result_notes: 'Normal.' }],
  })),
  addAttachment: (random, stock) => {
    const value = random.chance(0.4) ? stock.files.pdf : stock.files.any(random);
    const parts: Part[] = [
      { name: 'exam_order_id', value: drawId('orders', random, stock) },
      { name: 'file', value, filename: 'informe.pdf', type: 'application/pdf' },
    ];
    const path = `/evaluations/${drawId('evaluations', random, stock)}/attachments`;
    return { ...uploadCall(path, parts), headers: captureHeaders(random, stock) };
  },
  saveNotes: evaluation('/notes', (random) => ({
    notes: [{ note_type: random.pick(NOTE_TYPES), content: `Reposo ${random.below(9)}` }],
    ...(random.chance(0.5) && { decisions: decisions(random) }),
  })),
  signingRules: () => ({ path: '/me/signing' }),
  signEvaluation: evaluation('/sign', (random, stock) => ({
    doctor_id: drawId('doctors', random, stock),
    ...(random.chance(0.4) && { as_another: { password: PASSWORD, reason: `De turno ${random.below(9)}` } }),
    ...(random.chance(0.5) && {
      confirmed: { without_concept: random.chance(0.5), disclosure_reason: 'Lo pidió el empleador' },
    }),
  })),
  reopenEvaluation: evaluation('/reopen', (random) => ({ reason: `Faltó el examen ${random.below(9)}` })),
  handOver: (random, stock) =>
    uploadCall(
      `/evaluations/${drawId('evaluations', random, stock)}/receipt`,
      receiptParts(stock.files.any(random)),
    ),
  addClarification: evaluation('/clarifications', (random) => ({ content: `Se aclara ${random.below(9)}` })),
  conceptPdf: evaluation('/concept-pdf'),
  issuedConceptPdf: (random, stock) => ({
    path: `/evaluations/${drawId('evaluations', random, stock)}/closings/${random.below(4)}/concept-pdf`,
  }),
  clinicalHistory: evaluation('/clinical-history'),
  activity: (random) => ({
    path: '/activity',
    query: [`q=${PLANTED_PATIENT.name}`, 'actions=sign_in,media_added', `page=${random.below(3)}`].map(
      encodeURI,
    ),
  }),
  getFile: (random, stock) => ({ path: `/files/${drawId('files', random, stock)}` }),
  changePassword: () =>
    jsonCall('/auth/change-password', { current_password: 'no-es-esta', new_password: PASSWORD }),
  requestPasswordReset: (random) => jsonCall('/auth/password-reset', { email: email(random) }),
  completePasswordReset: (random) =>
    jsonCall('/auth/password-reset/complete', { token: random.uuid(), new_password: PASSWORD }),
  createFirstAdministrator: (random) =>
    jsonCall('/setup/administrator', {
      token: 'x',
      email: email(random),
      display_name: 'Prueba',
      password: PASSWORD,
    }),
  ownBranch: () => ({ path: '/me/branch' }),
  updateOwnBranch: (random) => ({
    ...jsonCall('/me/branch/branding', { contact_phone: `601 ${random.below(999)}`, contact_website: null }),
    headers: ifMatchOf(random),
  }),
  setSigningRule: (random) => ({
    ...jsonCall('/me/branch/signing', { own_signature_only: random.chance(0.2), unlinked_signatures: true }),
    headers: ifMatchOf(random),
  }),
  setOwnLogo: (random, stock) => uploadCall('/me/branch/logo', logo(random, stock)),
  removeOwnLogo: () => ({ path: '/me/branch/logo' }),
  ownLogo: () => ({ path: '/me/branch/logo' }),
  catalogOverview: () => ({ path: '/catalogs/overview', query: ['q=a'] }),
  createEvaluationType: (random) => jsonCall('/evaluation-types', codedRow(random)),
  replaceEvaluationType: ofRow('/evaluation-types', 'types', codedRow),
  setEvaluationTypeStatus: ofRow('/evaluation-types', 'types', status, '/status'),
  getCompany: read('/companies', 'companies'),
  createCompany: (random) => jsonCall('/companies', codedRow(random)),
  replaceCompany: ofRow('/companies', 'companies', codedRow),
  renameCompany: ofRow('/companies', 'companies', renamed),
  setCompanyStatus: ofRow('/companies', 'companies', status, '/status'),
  listExamPackages: () => ({ path: '/exam-packages' }),
  setExamPackage: (random, stock) => ({
    ...jsonCall('/exam-packages', {
      evaluation_type_id: drawId('types', random, stock),
      job: random.chance(0.5) ? null : `Cargo ${random.below(9)}`,
      exam_ids: random.chance(0.2) ? [] : [drawId('exams', random, stock)],
    }),
    headers: ifMatchOf(random),
  }),
  getDecisionOptions: () => ({ path: '/decision-options' }),
  setDecisionOptions: decisionOptions,
  createExam: (random) => jsonCall('/exams', codedRow(random)),
  replaceExam: ofRow('/exams', 'exams', codedRow),
  setExamStatus: ofRow('/exams', 'exams', status, '/status'),
  createDoctor: () => jsonCall('/doctors', doctor()),
  replaceDoctor: ofRow('/doctors', 'doctors', doctor),
  setDoctorStatus: ofRow('/doctors', 'doctors', status, '/status'),
  setDoctorSignature: (random, stock) =>
    uploadCall(`/doctors/${drawId('doctors', random, stock)}/signature`, sign(random, stock)),
  doctorSignature: read('/doctors', 'doctors', '/signature'),
  listNotePhrases: listed('/note-phrases'),
  createNotePhrase: (random) => jsonCall('/note-phrases', phrase(random)),
  replaceNotePhrase: ofRow('/note-phrases', 'phrases', phrase),
  setNotePhraseStatus: ofRow('/note-phrases', 'phrases', status, '/status'),
  listBranches: listed('/branches'),
  getBranch: read('/branches', 'branches'),
  createBranch: (random, stock) => jsonCall('/branches', branch(random, stock)),
  replaceBranch: ofRow('/branches', 'branches', branch),
  renameBranch: ofRow('/branches', 'branches', renamed),
  setBranchStatus: ofRow('/branches', 'branches', status, '/status'),
  setBranchLogo: (random, stock) =>
    uploadCall(`/branches/${drawId('branches', random, stock)}/logo`, logo(random, stock)),
  removeBranchLogo: read('/branches', 'branches', '/logo'),
  branchLogo: read('/branches', 'branches', '/logo'),
  dashboardSummary: (random, stock) => ({
    path: '/dashboard/summary',
    query: random.chance(0.5) ? [`employer_company_id=${drawId('companies', random, stock)}`] : [],
  }),
  tellReadings: (random, stock) =>
    jsonCall('/activity/readings', {
      user_id: drawId('users', random, stock),
      readings: [
        {
          what: 'evaluation',
          evaluation_id: drawId('evaluations', random, stock),
          read_at: '2026-11-20T12:00:00.000Z',
        },
      ],
    }),
  reportDevice: (random) =>
    jsonCall(`/devices/${random.uuid()}`, {
      unsent: random.below(9),
      attention: 0,
      oldest_captured_at: '2026-11-20T12:00:00.000Z',
      storage_used: 5,
      storage_quota: null,
      storage_persisted: true,
      ...(random.chance(0.5) && { turn_counter: random.uuid() }),
      ...(random.chance(0.5) && { asks_copies: random.chance(0.5) }),
    }),
  systemState: () => ({ path: '/admin/system' }),
  listDevices: (random) => ({
    path: '/admin/devices',
    query: [`standing=${random.pick(['quiet', 'all', 'clear'])}`],
  }),
  changeDevice: (random) => ({
    ...jsonCall(`/admin/devices/${random.uuid()}`, { name: 'Recepción', is_retired: random.chance(0.5) }),
    headers: ifMatchOf(random),
  }),
  listUsers: listed('/admin/users'),
  createUser: (random, stock) =>
    jsonCall('/admin/users', {
      email: email(random),
      display_name: PLANTED_PATIENT.name,
      actions: [random.pick(PERMISSIONS)],
      branch_id: drawId('branches', random, stock),
    }),
  setUserStatus: ofRow(
    '/admin/users',
    'users',
    (random) => ({ status: random.pick(['active', 'suspended']) }),
    '/status',
  ),
  setUserPermissions: ofRow(
    '/admin/users',
    'users',
    (random) => ({ actions: [random.pick(PERMISSIONS)] }),
    '/permissions',
  ),
  setUserBranch: ofRow(
    '/admin/users',
    'users',
    (random, stock) => ({ branch_id: drawId('branches', random, stock) }),
    '/branch',
  ),
  setUserDoctor: ofRow(
    '/admin/users',
    'users',
    (random, stock) => ({ doctor_id: random.chance(0.8) ? drawId('doctors', random, stock) : null }),
    '/doctor',
  ),
  resetUserPassword: read('/admin/users', 'users', '/reset-password'),
};

const NAMES = Object.keys(goods) as RouteName[];
const NO_BODY: DraftBody = { kind: 'none' };

/** Returns a valid call of the route number `index` (modulo the number of routes). The user may lack the permission for it. */
export function makeValidCall(index: number, random: Random, stock: Stock): DraftCall {
  const route = NAMES[index % NAMES.length] ?? 'health';
  const who = random.chance(0.55)
    ? random.pick(['admin', 'admin', 'global', 'doctorMedellin'] as const)
    : random.pick([
        'anonymous',
        'catalogs',
        'desk',
        'deskMedellin',
        'doctor',
        'branchless',
        'nobody',
        'suspended',
        'invited',
      ] as const);
  const good = goods[route](random, stock);
  const { method } = routes[route];
  return { route, who, method, query: [], headers: [], body: NO_BODY, framing: { kind: 'true' }, ...good };
}
