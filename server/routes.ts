import type { FastifyInstance } from 'fastify';
import { accountRoutes, authRoutes, meRoutes, userRoutes } from './accounts/index.ts';
import {
  type EvaluationContext,
  clinicalRoutes,
  dashboardRoutes,
  correctionRoutes,
  evaluationRoutes,
  fileRoutes,
  listFileRoute,
} from './evaluations/index.ts';
import {
  type DocumentContext,
  signingRoutes,
  deliveryRoutes,
  documentRoutes,
  verificationRoutes,
} from './documents/index.ts';
import { activityRoutes } from './audit/index.ts';
import { serveApiDocumentation } from './openapi/documentation.ts';
import {
  branchLogoRoutes,
  doctorSignatureRoutes,
  authorisationTextRoutes,
  decisionOptionRoutes,
  evaluationTemplateRoutes,
  examPackageRoutes,
  catalogRoutes,
  ownBranchRoutes,
} from './catalogs/index.ts';
import { deviceRoutes } from './devices/index.ts';
import { healthRoutes } from './monitoring/routes/health.ts';
import { systemRoutes } from './monitoring/routes/system.ts';
import { patientRoutes } from './patients/index.ts';
import { expectedListRoutes, expectedPersonRoutes } from './expected-lists/index.ts';
import { attendanceRoutes } from './attendance/index.ts';
import { waitingBoardRoutes, waitingCallRoutes } from './waiting-room/index.ts';

export type AppContext = EvaluationContext & DocumentContext;

/** Registers the routes of every module. */
export function addRoutes(app: FastifyInstance, context: AppContext): void {
  app.decorateRequest('actor', null);
  app.decorateRequest('branchId', null);
  for (const area of [
    healthRoutes,
    authRoutes,
    accountRoutes,
    userRoutes,
    meRoutes,
    patientRoutes,
    catalogRoutes,
    doctorSignatureRoutes,
    evaluationTemplateRoutes,
    examPackageRoutes,
    authorisationTextRoutes,
    decisionOptionRoutes,
    branchLogoRoutes,
    ownBranchRoutes,
    dashboardRoutes,
    deviceRoutes,
    systemRoutes,
    expectedListRoutes,
    expectedPersonRoutes,
    evaluationRoutes,
    listFileRoute,
    correctionRoutes,
    clinicalRoutes,
    signingRoutes,
    deliveryRoutes,
    documentRoutes,
    verificationRoutes,
    attendanceRoutes,
    waitingBoardRoutes,
    waitingCallRoutes,
    fileRoutes,
    activityRoutes,
    serveApiDocumentation,
  ])
    area(app, context);
}
