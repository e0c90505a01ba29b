import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyError, type FastifyInstance, type FastifySchemaCompiler } from 'fastify';
import type pg from 'pg';
import type * as z from 'zod/mini';
import { ATTACHMENT_MAX_BYTES } from '#contract/limits.ts';
import { usedProofs } from './access/used-proofs.ts';
import { ByteBudget } from './base/byte-budget.ts';
import { toWireJson } from './base/wire-form.ts';
import { findAppFile } from './commands/app-files/app-files.ts';
import { type Database, connect } from './database/connection/client.ts';
import type { FileStore } from './files/store.ts';
import { type ResponseLimits, limitUnreadResponses } from './http/responses/response-budget.ts';
import { createBackgroundWork } from './http/responses/background.ts';
import { openRequestQueues } from './http/responses/request-queues.ts';
import { BODY_BUDGET_LIMITS } from './http/bodies/body-budget.ts';
import { type BodySpeed, rejectSlowBodies } from './http/bodies/body-speed.ts';
import type { Context, SignInLimits } from './http/context/context.ts';
import { serveApiDocumentation } from './http/calls/documentation.ts';
import { type MailSender, startMailSender } from './http/calls/mail-sender.ts';
import { validateHost } from './http/program/edges.ts';
import { respondWithError } from './http/responses/error-handler.ts';
import { rejectLongHeaders } from './http/bodies/header-limits.ts';
import { acceptJson } from './http/bodies/json-body.ts';
import { checkOrigin } from './http/callers/origin.ts';
import { sendRequestId } from './http/responses/request-id.ts';
import { logRequests } from './http/responses/request-log.ts';
import { securityHeaders } from './http/responses/security-headers.ts';
import { serverOptions } from './http/program/server-options.ts';
import { sessionCookie } from './http/context/session-cookie.ts';
import { SIGN_IN_LIMITS } from './http/callers/sign-in-limit.ts';
import { setSpanishMessages } from './base/spanish.ts';
import { serveApp } from './http/program/static-app.ts';
import { serveVerificationPage } from './http/program/verification-page.ts';
import { type DrainingState, closeConnectionsWhenDraining } from './http/program/draining.ts';
import { type MailConfig, smtpMailer } from './mail/mailer.ts';
import { DEFAULT_LEGAL_TEXTS, type LegalTexts } from './reports/input/legal-texts.ts';
import { RememberedTotals } from './queries/evaluations/remembered-totals.ts';
import { type ReportRenderer, createReportRenderer } from './reports/rendering/render.ts';
import { cacheRenderFailures } from './reports/rendering/unprintable.ts';
import { accountRoutes } from './routes/accounts/accounts.ts';
import { activityRoutes } from './routes/oversight/activity.ts';
import { authRoutes } from './routes/accounts/auth.ts';
import { branchRoutes } from './routes/catalogs/branches.ts';
import { catalogChangeRoutes } from './routes/catalogs/catalog-changes.ts';
import { decisionOptionRoutes } from './routes/catalogs/decision-options.ts';
import { examPackageRoutes } from './routes/catalogs/exam-packages.ts';
import { catalogRoutes } from './routes/catalogs/catalogs.ts';
import { clinicalRoutes } from './routes/evaluations/clinical.ts';
import { dashboardRoutes } from './routes/oversight/dashboard.ts';
import { deviceRoutes } from './routes/oversight/devices.ts';
import { documentRoutes } from './routes/evaluations/documents.ts';
import { correctionRoutes } from './routes/evaluations/corrections.ts';
import { evaluationRoutes } from './routes/evaluations/evaluations.ts';
import { fileRoutes } from './routes/evaluations/files.ts';
import { healthRoutes } from './routes/oversight/health.ts';
import { meRoutes } from './routes/accounts/me.ts';
import { ownBranchRoutes } from './routes/catalogs/own-branch.ts';
import { patientRoutes } from './routes/evaluations/patients.ts';
import { systemRoutes } from './routes/oversight/system.ts';
import { userRoutes } from './routes/accounts/users.ts';
import { verificationRoutes } from './routes/evaluations/verification.ts';
import { awaitsAdministrator } from './queries/accounts/awaits-administrator.ts';
import type { Metrics } from './monitoring/metrics.ts';
import { type MonitoringView, UNMONITORED, monitoringViewOf } from './monitoring/view.ts';

export interface AppDependencies {
  readonly pool: pg.Pool;
  readonly files: FileStore;
  /** Folder of the built app; null to serve only the API. */
  readonly staticDir: string | null;
  /** Public address of the server behind a proxy; null without a proxy. */
  readonly publicUrl: URL | null;
  /** False for no log, true for the standard log, or the options of Fastify's logger. */
  readonly logger: boolean | object;
  readonly clock?: () => Date;
  /** Limits of sign-in attempts; SIGN_IN_LIMITS by default. Tests set other limits. */
  readonly signInLimits?: SignInLimits;
  /** Minimum speed at which a request body must arrive; BODY_SPEED by default. Tests set another speed. */
  readonly bodySpeed?: BodySpeed;
  /** Limits of response bytes that clients have not read; ANSWER_LIMITS by default. Tests set other limits. */
  readonly answerLimits?: ResponseLimits;
  /**
   * Renderer of the PDF documents; worker threads of this process by default. It ends with the app. Tests set another renderer.
   */
  readonly reports?: ReportRenderer;
  /**
   * True to generate the documents immediately after signing; false by default, because this takes most of a second of CPU
   * time.
   */
  readonly issuesAfterSigning?: boolean;
  readonly legalTexts?: LegalTexts;
  readonly attachmentMaxBytes?: number;
  /** Settings of the mail server; without them the server sends no mail. */
  readonly mail?: MailConfig | null;
  /** True in local mode (config.ts); false by default. */
  readonly localMode?: boolean;
  /** True if the database contained no user at the start. */
  readonly awaitsAdministrator?: boolean;
  /** Counters and gauges for monitoring: responses, and waiting work, which is measured when the metrics are read. */
  readonly metrics?: Metrics;
  /** Identity of this server process, and the thresholds of its monitoring. */
  readonly viewed?: MonitoringView;
  /** State of the shutdown, which the process begins before it exits. */
  readonly draining?: DrainingState;
}

const SETTLE_WITHIN_MS = 5_000;

/**
 * Validates requests with the schemas of the contract. Errors are reported in Fastify's form; error-handler.ts adds the field
 * names.
 */
const validatorCompiler: FastifySchemaCompiler<z.ZodMiniType> =
  ({ schema }) =>
  (data: unknown) => {
    const { success, data: value, error } = schema.safeParse(data);
    if (success) return { value };
    const problems = error.issues.map(({ path, message }) => ({
      instancePath: `/${path.join('/')}`,
      message,
    }));
    // Fastify accepts a list of problems, although its type requires an Error.
    return { error: problems as unknown as Error };
  };

/** Serialises responses by the schemas of the contract, without additional fields. */
const serializerCompiler =
  ({ schema }: { schema: unknown }) =>
  (answer: unknown) =>
    // Fastify passes bytes on unchanged, although its type requires a string.
    toWireJson(schema as z.ZodMiniType, answer) as string;

async function addPlugins(
  app: FastifyInstance,
  { publicUrl, bodySpeed, draining, metrics, staticDir }: AppDependencies,
): Promise<void> {
  app.setErrorHandler<FastifyError>(respondWithError);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  sendRequestId(app);
  acceptJson(app);
  logRequests(app);
  validateHost(app);
  rejectSlowBodies(app, bodySpeed);
  rejectLongHeaders(app);
  if (draining) closeConnectionsWhenDraining(app, draining);
  metrics?.count(app);
  await securityHeaders(app, publicUrl?.protocol === 'https:', staticDir);
  checkOrigin(app, publicUrl);
  await app.register(cookie);
  await app.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'] });
  // The plugin truncates a file at the limit instead of throwing, so that upload.ts can report which limit was exceeded.
  await app.register(multipart, { throwFileSizeLimit: false });
}

function addRoutes(app: FastifyInstance, context: Context): void {
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
    catalogChangeRoutes,
    examPackageRoutes,
    decisionOptionRoutes,
    branchRoutes,
    ownBranchRoutes,
    dashboardRoutes,
    deviceRoutes,
    systemRoutes,
    evaluationRoutes,
    correctionRoutes,
    clinicalRoutes,
    documentRoutes,
    verificationRoutes,
    fileRoutes,
    activityRoutes,
    serveApiDocumentation,
  ])
    area(app, context);
}

function mailSenderOf(
  { log }: FastifyInstance,
  db: Database,
  { mail, clock }: Pick<AppDependencies, 'mail'> & Pick<Context, 'clock'>,
): MailSender | null {
  if (!mail) return null;
  return startMailSender({ db, clock, mailer: smtpMailer(mail), publicUrl: mail.publicUrl, log });
}

function contextOf(app: FastifyInstance, deps: AppDependencies): Context {
  const reports = cacheRenderFailures(deps.reports ?? createReportRenderer());
  const afterwards = createBackgroundWork(app.log);
  const db = connect(deps.pool);
  const clock = deps.clock ?? (() => new Date());
  const mail = mailSenderOf(app, db, { ...deps, clock });
  const bodyBudget = new ByteBudget(BODY_BUDGET_LIMITS);
  const view = monitoringViewOf({ db, ...(deps.viewed ?? UNMONITORED), sendsMail: mail !== null });
  deps.metrics?.watch(view.sources({ clock, bodyRoom: bodyBudget, reports }));
  app.addHook('onClose', async () => {
    await Promise.all([reports.close(), afterwards.settled(SETTLE_WITHIN_MS), mail?.close(SETTLE_WITHIN_MS)]);
  });
  return {
    db,
    totals: new RememberedTotals(),
    files: deps.files,
    cookie: sessionCookie(deps.publicUrl?.protocol === 'https:'),
    clock,
    usedProofs: usedProofs(),
    signInLimits: deps.signInLimits ?? SIGN_IN_LIMITS,
    bodyRoom: bodyBudget,
    answerRoom: limitUnreadResponses(app, deps.answerLimits),
    lanes: openRequestQueues(),
    reports,
    issuesAfterSigning: deps.issuesAfterSigning ?? false,
    legalTexts: deps.legalTexts ?? DEFAULT_LEGAL_TEXTS,
    publicUrl: deps.publicUrl,
    attachmentMaxBytes: deps.attachmentMaxBytes ?? ATTACHMENT_MAX_BYTES,
    background: afterwards,
    mail,
    systemState: view.state,
    isDraining: () => deps.draining?.isOn ?? false,
    localMode: deps.localMode ?? false,
    awaitsAdministrator: awaitsAdministrator(db, deps.awaitsAdministrator ?? false),
  };
}

/** Creates the server of /api/v1 and of the built app. It does not listen yet. The caller must close the database pool. */
export async function buildApp(deps: AppDependencies): Promise<FastifyInstance> {
  setSpanishMessages();
  const app = Fastify(serverOptions(deps));
  await addPlugins(app, deps);
  const context = contextOf(app, deps);
  addRoutes(app, context);
  serveVerificationPage(app);
  await serveApp(app, deps.staticDir, (name) => findAppFile(context.db, name));
  return app;
}
