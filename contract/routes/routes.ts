import { attendanceRoutes } from './attendance-routes.ts';
import { administrationRoutes } from './administration-routes.ts';
import * as clinical from '../records/evaluation/clinical.ts';
import { receptionRoutes } from './reception-routes.ts';
import * as evaluations from '../records/evaluation/evaluations.ts';
import { OfflineAccessesBody, ReportedAccesses } from '../records/offline-accesses.ts';
import { type RoutesWithLogActions, type Route, idParams } from './definition/route.ts';
import { correctionRoutes } from './correction-routes.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { documentRoutes } from './document-routes.ts';
import { authorisationRoutes } from './authorisation-routes.ts';
import { decisionRoutes } from './catalogs/decision-routes.ts';
import { expectedListRoutes } from './expected-list-routes.ts';
import { packageRoutes } from './catalogs/package-routes.ts';
import { proposalRoutes } from './catalogs/proposal-routes.ts';
import { templateRoutes } from './catalogs/template-routes.ts';
import { catalogRoutes } from './catalogs/catalog-routes.ts';
import { signingRoutes } from './signing-routes.ts';
import { verificationRoutes } from './verification-routes.ts';
import { waitingRoomRoutes } from './waiting-room-routes.ts';

export { API_BASE, type RouteAccess, type Route } from './definition/route.ts';

const routeTable = {
  ...receptionRoutes,
  ...correctionRoutes,
  listEvaluations: {
    method: 'GET',
    path: '/evaluations',
    access: ['register_patients', 'manage_evaluations'],
    query: evaluations.EvaluationsQuery,
    status: 200,
    answer: evaluations.EvaluationList,
    branch: true,
  },
  evaluationsFile: {
    method: 'GET',
    path: '/evaluations/file',
    ours: true,
    access: ['manage_evaluations'],
    query: evaluations.EvaluationsFileQuery,
    status: 200,
    answer: null,
    branch: true,
  },
  getEvaluation: {
    method: 'GET',
    path: '/evaluations/:id',
    access: ['manage_evaluations'],
    params: idParams,
    status: 200,
    answer: evaluations.Evaluation,
    etag: true,
    branch: true,
    logs: 'evaluation_read',
  },
  saveExamOrders: {
    method: 'PATCH',
    path: '/evaluations/:id/exam-orders',
    access: ['manage_evaluations'],
    params: idParams,
    body: clinical.SaveExamOrdersBody,
    status: 200,
    answer: clinical.SavedExamOrders,
    ifMatch: true,
    largeBody: true,
    branch: true,
    logs: 'results_saved',
  },
  saveNotes: {
    method: 'PUT',
    path: '/evaluations/:id/notes',
    access: ['manage_evaluations'],
    params: idParams,
    body: clinical.SaveNotesBody,
    status: 200,
    answer: clinical.SavedNotes,
    ifMatch: true,
    largeBody: true,
    branch: true,
    logs: 'notes_saved',
  },
  signEvaluation: {
    method: 'POST',
    path: '/evaluations/:id/sign',
    access: ['manage_evaluations'],
    params: idParams,
    body: clinical.SignBody,
    status: 200,
    answer: evaluations.Evaluation,
    ifMatch: true,
    branch: true,
    logs: 'evaluation_signed',
  },
  reopenEvaluation: {
    method: 'POST',
    path: '/evaluations/:id/reopen',
    access: ['manage_evaluations'],
    params: idParams,
    body: clinical.ReopenBody,
    bodyMayBeMissing: true,
    status: 200,
    answer: evaluations.Evaluation,
    ifMatch: true,
    branch: true,
    logs: 'evaluation_reopened',
  },
  handOver: {
    method: 'POST',
    path: '/evaluations/:id/receipt',
    ours: true,
    access: ['manage_evaluations'],
    params: idParams,
    body: 'multipart',
    status: 200,
    answer: evaluations.Evaluation,
    ifMatch: true,
    branch: true,
    logs: 'documents_handed_over',
  },
  addClarification: {
    method: 'POST',
    path: '/evaluations/:id/clarifications',
    ours: true,
    access: ['manage_evaluations'],
    params: idParams,
    body: clinical.ClarificationBody,
    status: 201,
    answer: evaluations.Evaluation,
    ifMatch: true,
    branch: true,
    logs: 'clarification_added',
  },
  ...documentRoutes,
  ...deliveryRoutes,
  activity: {
    method: 'GET',
    path: '/activity',
    ours: true,
    access: ['user_management'],
    query: clinical.ActivityQuery,
    status: 200,
    answer: clinical.ActivityList,
  },
  tellReadings: {
    method: 'POST',
    path: '/activity/readings',
    ours: true,
    access: ['manage_evaluations'],
    body: OfflineAccessesBody,
    status: 200,
    answer: ReportedAccesses,
  },
  getFile: {
    method: 'GET',
    path: '/files/*',
    ours: true,
    access: ['register_patients', 'manage_evaluations'],
    status: 200,
    answer: null,
    branch: true,
  },
  ...authorisationRoutes,
  ...decisionRoutes,
  ...verificationRoutes,
  ...signingRoutes,
  ...packageRoutes,
  ...waitingRoomRoutes,
  ...proposalRoutes,
  ...templateRoutes,
  ...expectedListRoutes,
  ...attendanceRoutes,
  ...catalogRoutes,
  ...administrationRoutes,
} as const satisfies Record<string, Route>;

export const routes = routeTable satisfies RoutesWithLogActions<typeof routeTable>;

export type RouteName = keyof typeof routes;
