// @module-tag landing
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENTS, buildPerDocumentCall } from '#contract/documents.ts';
import { API_BASE, type Route, type RouteName, routes } from '#contract/routes/routes.ts';
import type { Permission } from '#contract/vocabulary.ts';
import { SIGN_IN_LIMITS } from '#server/platform/http/callers/sign-in-limit.ts';
import { makeKeyedDevice } from '#tests/support/device/device-key.ts';
import { accountExamples } from '../support/examples/account-examples.ts';
import { createEvaluation, evaluationBody } from '../support/capture.ts';
import { catalogExamples } from '../support/examples/catalog-examples.ts';
import {
  type ClinicalFixture,
  attachmentParts,
  receiptParts,
  signedVersionsOf,
  fetchFirstOrderId,
  pdf,
  seedReadyEvaluation,
  seedClinicalFixture,
  seedSignedEvaluation,
} from '../support/clinical.ts';
import { TEST_USERS, type TestUserName } from '../support/clinic.ts';
import { type RouteExample, type RouteExamples, ownDataExample } from '../support/examples/example.ts';
import { mediaParts } from '../support/files/multipart.ts';
import { photo, getSignaturePng } from '../support/files/pictures.ts';
import { type Server, rejectionOf, startServer } from '../support/server.ts';
import { attendanceExamples } from '../support/examples/attendance-examples.ts';
import { expectedListExamples } from '../support/examples/expected-list-examples.ts';
import { servedCalls } from '../support/examples/served-calls.ts';
import { waitingRoomExamples } from '../support/examples/waiting-room-examples.ts';

let server: Server;
let evaluationId: string;
let storagePath: string;
let picture: Buffer;
let clinicalFixture: ClinicalFixture;
beforeAll(async () => {
  server = await startServer('access', {
    signInLimits: { ...SIGN_IN_LIMITS, perAddress: 100, perClient: 400, perAccount: 200 },
  });
  picture = await photo();
  clinicalFixture = await seedClinicalFixture(server);
  const receptionist = await server.as('desk');
  evaluationId = await createEvaluation(server, receptionist, { identification_number: '9999000017' });
  const media = await receptionist.post(`/evaluations/${evaluationId}/media`, {
    parts: mediaParts('photo', picture),
  });
  storagePath = media.json<{ storage_path: string }>().storage_path;
});
afterAll(() => server.stop());

const createReadyEvaluation = () => seedReadyEvaluation(server, clinicalFixture);
const createSignedEvaluation = () => seedSignedEvaluation(server, clinicalFixture);
const createEvaluationCallExample = async (
  id: string,
  tail: string,
  json?: unknown,
): Promise<RouteExample> => ({
  path: `/evaluations/${id}/${tail}`,
  ...(json !== undefined && { sent: { json } }),
  otherBranch: 404,
});

/** Valid call for each route. TypeScript reports a route without an example, so every route is tested. */
const routeExamples: RouteExamples<RouteName> = {
  health: () => ownDataExample('/health'),
  ready: () => ownDataExample('/ready'),
  login: () => ({
    path: '/auth/login',
    sent: { json: { email: 'x@prueba.demo', password: 'x' } },
    otherBranch: 'own',
  }),
  logout: () => ownDataExample('/auth/logout'),
  me: () => ownDataExample('/auth/me'),
  // This call needs a separate session: afterwards the session accepts only requests with this key.
  bindSession: async () => {
    const path = '/auth/device-key';
    return {
      path,
      sent: { headers: await (await makeKeyedDevice()).prove('POST', path) },
      otherBranch: 'own',
    };
  },
  vaultKey: () => ownDataExample('/me/vault-key'),
  setActiveBranch: () => ({
    path: '/me/branch/active',
    sent: { json: { branch_id: null } },
    otherBranch: 'own',
  }),
  branding: () => ownDataExample('/me/branding'),
  searchPatient: () =>
    ownDataExample('/patients/search?identification_type=CC&identification_number=9999000017'),
  listOccupations: () => ownDataExample('/occupations'),
  catalogOptions: () => ownDataExample('/catalogs/companies/options'),
  recentCatalogOptions: () => ownDataExample('/catalogs/companies/recent'),
  createEvaluation: () => ({
    path: '/evaluations',
    sent: { json: evaluationBody(server) },
    otherBranch: 'own',
  }),
  addMedia: () => ({
    path: `/evaluations/${evaluationId}/media`,
    sent: { parts: mediaParts('photo', picture) },
    otherBranch: 404,
  }),
  getRegistration: async () => createEvaluationCallExample(evaluationId, 'registration'),
  correctRegistration: async () =>
    createEvaluationCallExample(await createReadyEvaluation(), 'registration', {
      reason: 'Se escribió otro cargo.',
      patient: { occupation_name: 'Auxiliar' },
    }),
  listEvaluations: () => ownDataExample('/evaluations'),
  evaluationsFile: () => ownDataExample('/evaluations/file?format=csv'),
  getEvaluation: () => ({ path: `/evaluations/${evaluationId}`, otherBranch: 404 }),
  saveExamOrders: async () =>
    createEvaluationCallExample(await createReadyEvaluation(), 'exam-orders', {
      orders: [{ exam_id: clinicalFixture.exams.sight }],
    }),
  addAttachment: async () => {
    const id = await createReadyEvaluation();
    const parts = attachmentParts(await fetchFirstOrderId(await server.as('doctor'), id), pdf());
    return { path: `/evaluations/${id}/attachments`, sent: { parts }, otherBranch: 404 };
  },
  saveNotes: async () =>
    createEvaluationCallExample(await createReadyEvaluation(), 'notes', {
      notes: [{ note_type: 'habitos', content: 'Caminar.' }],
    }),
  signingRules: () => ownDataExample('/me/signing'),
  signEvaluation: async () =>
    createEvaluationCallExample(await createReadyEvaluation(), 'sign', {
      doctor_id: clinicalFixture.doctors.signer,
    }),
  reopenEvaluation: async () => createEvaluationCallExample(await createSignedEvaluation(), 'reopen'),
  handOver: async () => ({
    path: `/evaluations/${await createSignedEvaluation()}/receipt`,
    sent: { parts: receiptParts(await getSignaturePng()) },
    otherBranch: 404,
  }),
  addClarification: async () =>
    createEvaluationCallExample(await createSignedEvaluation(), 'clarifications', { content: 'Se aclara.' }),
  ...buildPerDocumentCall(
    (kind) => async () => createEvaluationCallExample(await createSignedEvaluation(), DOCUMENTS[kind].path),
  ),
  listDeliveries: () => ownDataExample('/deliveries'),
  deliver: async () => ({
    path: `/deliveries/${await createSignedEvaluation()}/receipt`,
    sent: { parts: receiptParts(await getSignaturePng()) },
    otherBranch: 404,
  }),
  issuedConceptPdf: async () =>
    createEvaluationCallExample(await createSignedEvaluation(), 'closings/1/concept-pdf'),
  activity: () => ownDataExample('/activity'),
  tellReadings: () => ({
    path: '/activity/readings',
    sent: {
      json: {
        user_id: server.clinic.users.doctor,
        readings: [{ what: 'evaluation', evaluation_id: evaluationId, read_at: '2026-11-20T12:00:00Z' }],
      },
    },
    otherBranch: 'own',
  }),
  verifyDocument: async () => {
    const [closing] = await signedVersionsOf(server, await createSignedEvaluation());
    return ownDataExample(`/verifications/${closing?.content.document?.code}`);
  },
  verificationKey: () => ownDataExample('/verification-key'),
  getFile: () => ({ path: `/files/${storagePath}`, otherBranch: 404 }),
  ...accountExamples(() => server),
  ...catalogExamples(() => server),
  ...waitingRoomExamples(() => server),
  ...expectedListExamples(() => server),
  ...attendanceExamples(() => server),
};

const routeEntries = Object.entries(routes) as [RouteName, Route][];
/** Calls that end their session, bind it to a key or remove its branch. Each gets a separate session. */
const CALLS_CHANGING_SESSION: readonly RouteName[] = [
  'logout',
  'completePasswordReset',
  'setActiveBranch',
  'bindSession',
];
/**
 * Expected statuses of calls that cannot succeed here: sign-in with a wrong password, and a first administrator when users
 * exist.
 */
const EXPECTED_REJECTIONS: Partial<Record<RouteName, number>> = { login: 401, createFirstAdministrator: 400 };
/**
 * Users for calls that need more than a permission. The user `renewer` changes the password, so no other test uses that
 * session.
 */
const USER_BY_ROUTE: Partial<Record<RouteName, TestUserName>> = {
  setActiveBranch: 'admin',
  setUserBranch: 'global',
  changePassword: 'renewer',
};
function userWithAccess(name: RouteName, access: Route['access']): TestUserName {
  const named = USER_BY_ROUTE[name];
  if (named) return named;
  if (typeof access === 'string') return 'nobody';
  const hasAccess = (user: TestUserName) =>
    (TEST_USERS[user].permissions as readonly Permission[]).some((held) => access.includes(held));
  return (['desk', 'doctor'] as const).find(hasAccess) ?? 'admin';
}

describe('access to every route', () => {
  it.each(routeEntries)(
    'P2.14 P6.9 P7.1 the route %s serves only the users that the contract names',
    async (name, route) => {
      const { access, branch, method } = route;
      const { path, sent, otherBranch } = await routeExamples[name]();
      const sendAsUser = async (person: TestUserName) => (await server.as(person)).send(method, path, sent);
      if (access !== 'public')
        expect(rejectionOf(await server.anonymous.send(method, path, sent))).toEqual([
          401,
          'unauthenticated',
        ]);
      if (typeof access !== 'string')
        expect(rejectionOf(await sendAsUser('nobody'))).toEqual([403, 'forbidden']);
      if (branch === true) {
        const isForManagers = typeof access !== 'string' && access.includes('user_management');
        const reply = await sendAsUser(isForManagers ? 'global' : 'branchless');
        expect(rejectionOf(reply)).toEqual([403, 'branch_not_resolved']);
        expect(reply.json()).toMatchObject({ message: 'branch not resolved' });
        const elsewhere = await sendAsUser('doctorMedellin');
        if (otherBranch === 404) expect(rejectionOf(elsewhere)).toEqual([404, 'not_found']);
        else expect(elsewhere.body).not.toContain(evaluationId);
      }

      const person = userWithAccess(name, access);
      const caller = await (CALLS_CHANGING_SESSION.includes(name)
        ? server.signIn(person)
        : server.as(person));
      const reply = await caller.send(method, path, sent);
      expect(reply.statusCode).toBe(EXPECTED_REJECTIONS[name] ?? route.status);
      if (route.answer && !EXPECTED_REJECTIONS[name]) route.answer.parse(reply.json());
      expect(reply.headers['etag'] !== undefined).toBe(route.etag === true || route.ifMatch === true);
    },
  );

  it('P7.1 the server has exactly the routes of the route table, the OpenAPI document and the two public pages', async () => {
    const promised = routeEntries.map(([, { method, path }]) => `${method} ${API_BASE}${path}`);
    const beside = [
      `GET ${API_BASE}/docs/json`,
      'GET /v',
      'GET /v/',
      'GET /v/:code',
      'GET /board',
      'GET /board/',
    ];
    expect(servedCalls(server.app).sort()).toEqual([...promised, ...beside].sort());
  });
});
