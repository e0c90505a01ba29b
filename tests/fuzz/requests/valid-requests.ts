import { buildPerCatalog } from '#contract/catalogs/all.ts';
import type { catalogRoutes } from '#contract/routes/catalogs/catalog-routes.ts';
import { DOCUMENTS, buildPerDocumentCall } from '#contract/documents.ts';
import { type RouteName, routes } from '#contract/routes/routes.ts';
import { NOTE_TYPES, PERMISSIONS } from '#contract/vocabulary.ts';
import { PASSWORD } from '#tests/api/support/clinic.ts';
import { type Part, mediaParts } from '#tests/api/support/files/multipart.ts';
import type { DraftBody, DraftCall } from '../call.ts';
import { CATALOG_BODY_FACTORIES } from './catalog-rows.ts';
import { ROW_GROUP_BY_CATALOG } from '../row-groups.ts';
import { createRandomCaptureHeaders } from './capture-headers.ts';
import type { Random } from '../random.ts';
import { createStatementHeader } from './statements.ts';
import { PLANTED_PATIENT } from '../values.ts';
import {
  createDecisionOptionsCall,
  createDecisionsBody,
  createPackageCall,
  createTemplateCall,
} from './decided.ts';
import { createCorrectionCall, createIdentityDocument } from './corrected.ts';
import { proposalCallMakers } from './proposed.ts';
import { createRegistrationCall } from './registered.ts';
import { deliveryCallMakers, receiptParts } from './handed-over.ts';
import { attendanceCallMakers } from './attendance-calls.ts';
import { expectedListCallMakers } from './expected-list-calls.ts';
import { waitingRoomCallMakers } from './waiting-room-calls.ts';
import {
  type CallMaker,
  type FuzzInputs,
  pickId,
  jsonCall,
  createLogoParts,
  createIfMatchHeaders,
  createDoctorSignatureParts,
  uploadCall,
  createListCallMaker,
  evaluationCallMaker,
  readCallMaker,
  rowCallMaker,
} from './good.ts';

const createStatusBody = (random: Random) => ({ is_active: random.chance(0.7) });
const createRenamedBody = () => ({ name: 'Otro nombre (DEMO)' });
const createEmail = (random: Random): string => `nueva${random.int(400)}@prueba.demo`;

/** Makers of the calls that every catalogue has. */
const catalogCallMakers = Object.assign(
  {},
  ...Object.values(
    buildPerCatalog(({ path, calls: { one, many }, isReadById }, name) => {
      const [group, body] = [ROW_GROUP_BY_CATALOG[name], CATALOG_BODY_FACTORIES[name]];
      return {
        [`list${many}`]: createListCallMaker(path),
        [`create${one}`]: (random: Random, stock: FuzzInputs) => jsonCall(path, body(random, stock)),
        [`replace${one}`]: rowCallMaker(path, group, body),
        [`set${one}Status`]: rowCallMaker(path, group, createStatusBody, '/status'),
        ...(isReadById && {
          [`get${one}`]: readCallMaker(path, group),
          [`rename${one}`]: rowCallMaker(path, group, createRenamedBody),
        }),
      };
    }),
  ),
) as Record<keyof typeof catalogRoutes, CallMaker>;

/** Maker of a valid call for each route. The type requires an entry for every route. */
const validCallMakers: Record<RouteName, CallMaker> = {
  ...catalogCallMakers,
  health: () => ({ path: '/health' }),
  ready: () => ({ path: '/ready' }),
  verifyDocument: (random, stock) => ({
    path: `/verifications/${random.pick(['7KQ2-9M4X-HJ3T', PLANTED_PATIENT.number, pickId('codes', random, stock)])}`,
  }),
  verificationKey: () => ({ path: '/verification-key' }),
  login: (random) =>
    jsonCall('/auth/login', {
      email: `desk${random.int(40)}@prueba.demo`,
      password: random.chance(0.5) ? PASSWORD : 'x',
    }),
  logout: () => ({ path: '/auth/logout' }),
  me: () => ({ path: '/auth/me' }),
  // The call contains no proof, because a session bound to a random key would make every later call fail.
  bindSession: () => ({ path: '/auth/device-key' }),
  vaultKey: () => ({ path: '/me/vault-key' }),
  setActiveBranch: (random, stock) =>
    jsonCall('/me/branch/active', { branch_id: pickId('branches', random, stock) }),
  branding: () => ({ path: '/me/branding' }),
  searchPatient: (random) => ({
    path: '/patients/search',
    query: Object.entries(createIdentityDocument(random)).map(([name, value]) => `${name}=${value}`),
  }),
  listOccupations: (random) => ({ path: '/occupations', query: [`q=sol`, `limit=${random.int(120)}`] }),
  catalogOptions: (random, stock) => ({
    path: `/catalogs/${random.pick(['companies', 'exams', 'doctors', 'branches', 'users'])}/options`,
    query: [`ids=${pickId('companies', random, stock)}`, 'q=a', 'limit=5'],
  }),
  recentCatalogOptions: () => ({ path: '/catalogs/companies/recent', query: ['limit=5'] }),
  createEvaluation: createRegistrationCall,
  addMedia: (random, stock) => {
    const file = random.chance(0.4) ? stock.files.photo : stock.files.any(random);
    const path = `/evaluations/${pickId('evaluations', random, stock)}/media`;
    return {
      ...uploadCall(path, mediaParts(random.pick(['photo', 'signature']), file)),
      headers: [...createRandomCaptureHeaders(random, stock), ...createStatementHeader(random)],
    };
  },
  getRegistration: evaluationCallMaker('/registration'),
  correctRegistration: createCorrectionCall,
  listEvaluations: (random) => ({
    path: '/evaluations',
    query: [`q=${PLANTED_PATIENT.number}`, `page=${random.int(3)}`, 'status=pendiente'].filter(() =>
      random.chance(0.6),
    ),
  }),
  evaluationsFile: (random) => ({
    path: '/evaluations/file',
    query: [
      `format=${random.pick(['xlsx', 'csv'])}`,
      `search=${PLANTED_PATIENT.number}`,
      'status=pendiente',
    ].filter((_, index) => index === 0 || random.chance(0.5)),
  }),
  getEvaluation: evaluationCallMaker(''),
  saveExamOrders: evaluationCallMaker('/exam-orders', (random, stock) => ({
    orders: [{ exam_id: pickId('exams', random, stock), result_notes: 'Normal.' }],
  })),
  addAttachment: (random, stock) => {
    const value = random.chance(0.4) ? stock.files.pdf : stock.files.any(random);
    const parts: Part[] = [
      { name: 'exam_order_id', value: pickId('orders', random, stock) },
      { name: 'file', value, filename: 'informe.pdf', type: 'application/pdf' },
    ];
    const path = `/evaluations/${pickId('evaluations', random, stock)}/attachments`;
    return { ...uploadCall(path, parts), headers: createRandomCaptureHeaders(random, stock) };
  },
  saveNotes: evaluationCallMaker('/notes', (random) => ({
    notes: [{ note_type: random.pick(NOTE_TYPES), content: `Reposo ${random.int(9)}` }],
    ...(random.chance(0.5) && { decisions: createDecisionsBody(random) }),
  })),
  signingRules: () => ({ path: '/me/signing' }),
  signEvaluation: evaluationCallMaker('/sign', (random, stock) => ({
    doctor_id: pickId('doctors', random, stock),
    ...(random.chance(0.4) && { as_another: { password: PASSWORD, reason: `De turno ${random.int(9)}` } }),
    ...(random.chance(0.5) && {
      confirmed: { without_concept: random.chance(0.5), disclosure_reason: 'Lo pidió el empleador' },
    }),
  })),
  reopenEvaluation: evaluationCallMaker('/reopen', (random) => ({
    reason: `Faltó el examen ${random.int(9)}`,
  })),
  handOver: (random, stock) =>
    uploadCall(
      `/evaluations/${pickId('evaluations', random, stock)}/receipt`,
      receiptParts(stock.files.any(random)),
    ),
  ...deliveryCallMakers,
  addClarification: evaluationCallMaker('/clarifications', (random) => ({
    content: `Se aclara ${random.int(9)}`,
  })),
  ...buildPerDocumentCall((kind) => evaluationCallMaker(`/${DOCUMENTS[kind].path}`)),
  issuedConceptPdf: (random, stock) => ({
    path: `/evaluations/${pickId('evaluations', random, stock)}/closings/${random.int(4)}/concept-pdf`,
  }),
  activity: (random) => ({
    path: '/activity',
    query: [`q=${PLANTED_PATIENT.name}`, 'actions=sign_in,media_added', `page=${random.int(3)}`].map(
      encodeURI,
    ),
  }),
  getFile: (random, stock) => ({ path: `/files/${pickId('files', random, stock)}` }),
  changePassword: () =>
    jsonCall('/auth/change-password', { current_password: 'no-es-esta', new_password: PASSWORD }),
  requestPasswordReset: (random) => jsonCall('/auth/password-reset', { email: createEmail(random) }),
  completePasswordReset: (random) =>
    jsonCall('/auth/password-reset/complete', { token: random.uuid(), new_password: PASSWORD }),
  createFirstAdministrator: (random) =>
    jsonCall('/setup/administrator', {
      token: 'x',
      email: createEmail(random),
      display_name: 'Prueba',
      password: PASSWORD,
    }),
  ownBranch: () => ({ path: '/me/branch' }),
  updateOwnBranch: (random) => ({
    ...jsonCall('/me/branch/branding', { contact_phone: `601 ${random.int(999)}`, contact_website: null }),
    headers: createIfMatchHeaders(random),
  }),
  setSigningRule: (random) => ({
    ...jsonCall('/me/branch/signing', { own_signature_only: random.chance(0.2), unlinked_signatures: true }),
    headers: createIfMatchHeaders(random),
  }),
  setOwnLogo: (random, stock) => uploadCall('/me/branch/logo', createLogoParts(random, stock)),
  removeOwnLogo: () => ({ path: '/me/branch/logo' }),
  ownLogo: () => ({ path: '/me/branch/logo' }),
  catalogOverview: () => ({ path: '/catalogs/overview', query: ['q=a'] }),
  listExamPackages: () => ({ path: '/exam-packages' }),
  setExamPackage: createPackageCall,
  listEvaluationTemplates: () => ({ path: '/evaluation-templates' }),
  setEvaluationTemplate: createTemplateCall,
  ...proposalCallMakers,
  getAuthorisationText: () => ({ path: '/authorisation-text' }),
  setAuthorisationText: (random) =>
    jsonCall('/authorisation-text', {
      text: random.chance(0.2) ? null : `Texto ${random.int(9)}`,
      approved: true,
    }),
  getDecisionOptions: () => ({ path: '/decision-options' }),
  setDecisionOptions: createDecisionOptionsCall,
  setDoctorSignature: (random, stock) =>
    uploadCall(
      `/doctors/${pickId('doctors', random, stock)}/signature`,
      createDoctorSignatureParts(random, stock),
    ),
  doctorSignature: readCallMaker('/doctors', 'doctors', '/signature'),
  setBranchLogo: (random, stock) =>
    uploadCall(`/branches/${pickId('branches', random, stock)}/logo`, createLogoParts(random, stock)),
  removeBranchLogo: readCallMaker('/branches', 'branches', '/logo'),
  branchLogo: readCallMaker('/branches', 'branches', '/logo'),
  dashboardSummary: (random, stock) => ({
    path: '/dashboard/summary',
    query: random.chance(0.5) ? [`employer_company_id=${pickId('companies', random, stock)}`] : [],
  }),
  tellReadings: (random, stock) =>
    jsonCall('/activity/readings', {
      user_id: pickId('users', random, stock),
      readings: [
        {
          what: 'evaluation',
          evaluation_id: pickId('evaluations', random, stock),
          read_at: '2026-11-20T12:00:00.000Z',
        },
      ],
    }),
  reportDevice: (random) =>
    jsonCall(`/devices/${random.uuid()}`, {
      unsent: random.int(9),
      attention: 0,
      oldest_captured_at: '2026-11-20T12:00:00.000Z',
      storage_used: 5,
      storage_quota: null,
      storage_persisted: true,
      ...(random.chance(0.5) && { turn_counter: random.uuid() }),
      ...(random.chance(0.5) && { asks_copies: random.chance(0.5) }),
    }),
  listUnsentDevices: () => ({ path: '/devices', query: ['day=2026-11-20'] }),
  systemState: () => ({ path: '/admin/system' }),
  listDevices: (random) => ({
    path: '/admin/devices',
    query: [`standing=${random.pick(['quiet', 'all', 'clear'])}`],
  }),
  changeDevice: (random) => ({
    ...jsonCall(`/admin/devices/${random.uuid()}`, { name: 'Recepción', is_retired: random.chance(0.5) }),
    headers: createIfMatchHeaders(random),
  }),
  listUsers: createListCallMaker('/admin/users'),
  createUser: (random, stock) =>
    jsonCall('/admin/users', {
      email: createEmail(random),
      display_name: PLANTED_PATIENT.name,
      actions: [random.pick(PERMISSIONS)],
      branch_id: pickId('branches', random, stock),
    }),
  setUserStatus: rowCallMaker(
    '/admin/users',
    'users',
    (random) => ({ status: random.pick(['active', 'suspended']) }),
    '/status',
  ),
  setUserPermissions: rowCallMaker(
    '/admin/users',
    'users',
    (random) => ({ actions: [random.pick(PERMISSIONS)] }),
    '/permissions',
  ),
  setUserBranch: rowCallMaker(
    '/admin/users',
    'users',
    (random, stock) => ({ branch_id: pickId('branches', random, stock) }),
    '/branch',
  ),
  setUserDoctor: rowCallMaker(
    '/admin/users',
    'users',
    (random, stock) => ({ doctor_id: random.chance(0.8) ? pickId('doctors', random, stock) : null }),
    '/doctor',
  ),
  ...waitingRoomCallMakers,
  ...expectedListCallMakers,
  ...attendanceCallMakers,
  resetUserPassword: readCallMaker('/admin/users', 'users', '/reset-password'),
};

const ROUTE_NAMES = Object.keys(validCallMakers) as RouteName[];
const NO_BODY: DraftBody = { kind: 'none' };

/**
 * Returns a valid call of the route with the number `index` (modulo the number of routes). The user may lack the permission for
 * the call.
 */
export function makeValidCall(index: number, random: Random, stock: FuzzInputs): DraftCall {
  const route = ROUTE_NAMES[index % ROUTE_NAMES.length] ?? 'health';
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
  const good = validCallMakers[route](random, stock);
  const { method } = routes[route];
  return { route, who, method, query: [], headers: [], body: NO_BODY, framing: { kind: 'true' }, ...good };
}
