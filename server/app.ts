import compress from '@fastify/compress';
import cookiePlugin from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyError, type FastifyInstance, type FastifySchemaCompiler } from 'fastify';
import type pg from 'pg';
import type * as z from 'zod/mini';
import { createUsedProofs } from './platform/access/used-proofs.ts';
import { ByteBudget } from './platform/base/byte-budget.ts';
import { toWireJson } from './platform/base/wire-form.ts';
import { findAppFile } from './platform/http/program/app-files.ts';
import { type Database, toDatabase } from './platform/database/connection/client.ts';
import type { FileStore } from './platform/files/store.ts';
import { type ResponseLimits, limitUnreadResponses } from './platform/http/responses/response-budget.ts';
import { createBackgroundWork } from './platform/http/responses/background.ts';
import { openRequestQueues, type RequestQueues } from './platform/http/responses/request-queues.ts';
import { BODY_BUDGET_LIMITS } from './platform/http/bodies/body-budget.ts';
import { type BodySpeedLimits, rejectSlowBodies } from './platform/http/bodies/body-speed.ts';
import type { Context, Guards, SignInLimits } from './platform/http/context/context.ts';
import { authenticateAndAuthorize, createLinkMailHandler, createNoUsersCheck } from './accounts/index.ts';
import { createNoticeMailHandler } from './attendance/index.ts';
import { maySendCorrectionImage, RememberedTotals } from './evaluations/index.ts';
import { type ReportRenderer, createReportRenderer, cacheRenderFailures } from './documents/index.ts';
import { withRejectionLog } from './audit/index.ts';
import { startMailSender } from './mails/index.ts';
import { sessionQueueServerFactory } from './platform/http/program/fair-server.ts';
import { rejectInvalidHosts } from './platform/http/program/edges.ts';
import { respondWithError } from './platform/http/responses/error-handler.ts';
import { rejectLongHeaders } from './platform/http/bodies/header-limits.ts';
import { addJsonBodyParser } from './platform/http/bodies/json-body.ts';
import { rejectCrossOriginChanges } from './platform/http/callers/origin.ts';
import { addRequestIdToResponses } from './platform/http/responses/request-id.ts';
import { logRequests } from './platform/http/responses/request-log.ts';
import { addSecurityHeaders } from './platform/http/responses/security-headers.ts';
import { createFastifyOptions } from './platform/http/program/server-options.ts';
import { type SessionCookie, createSessionCookieAccess } from './platform/http/context/session-cookie.ts';
import { SIGN_IN_LIMITS } from './platform/http/callers/sign-in-limit.ts';
import { setSpanishMessages } from './platform/base/spanish.ts';
import { type AppContext, addRoutes } from './routes.ts';
import { serveApp } from './platform/http/program/static-app.ts';
import { serveBoardPage } from './platform/http/program/board-page.ts';
import { serveVerificationPage } from './platform/http/program/verification-page.ts';
import { type DrainingState, closeConnectionsWhenDraining } from './platform/http/program/draining.ts';
import type { RecurringJob } from './platform/jobs/recurring-job.ts';
import { type MailConfig, createSmtpMailer } from './platform/mail/mailer.ts';
import { type RouteSettings, completeRouteSettings } from './platform/settings/read.ts';
import type { Metrics } from './monitoring/metrics.ts';
import {
  type ReplicaMonitoring,
  INACTIVE_REPLICA_MONITORING,
  createStateAndMetricsSources,
} from './monitoring/view.ts';

export interface AppDependencies extends Partial<RouteSettings> {
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
  /** Minimum speed at which the body of a request must arrive; BODY_SPEED_LIMITS by default. Tests set another speed. */
  readonly bodySpeed?: BodySpeedLimits;
  /** Limits of response bytes that clients have not read; RESPONSE_LIMITS by default. Tests set other limits. */
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
  /** Settings of the mail server; without them the server sends no mail. */
  readonly mail?: MailConfig | null;
  /** True in local mode (config.ts); false by default. */
  readonly localMode?: boolean;
  /** True if the database contained no user at the start. */
  readonly awaitsAdministrator?: boolean;
  /** Counters and gauges for monitoring. Waiting work is measured when the metrics are read. */
  readonly metrics?: Metrics;
  /** Identity of this server process, and the thresholds of its monitoring. */
  readonly viewed?: ReplicaMonitoring;
  /** State of the shutdown, which the process begins before it exits. */
  readonly draining?: DrainingState;
}

const BACKGROUND_FINISH_TIMEOUT_MS = 5_000;

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

async function addHandlersAndPlugins(
  app: FastifyInstance,
  { publicUrl, bodySpeed, draining, metrics, staticDir }: AppDependencies,
): Promise<void> {
  app.setErrorHandler<FastifyError>(respondWithError);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  addRequestIdToResponses(app);
  addJsonBodyParser(app);
  logRequests(app);
  rejectInvalidHosts(app);
  rejectSlowBodies(app, bodySpeed);
  rejectLongHeaders(app);
  if (draining) closeConnectionsWhenDraining(app, draining);
  metrics?.count(app);
  addSecurityHeaders(app, publicUrl?.protocol === 'https:', staticDir);
  rejectCrossOriginChanges(app, publicUrl);
  await app.register(cookiePlugin);
  await app.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'] });
  // The plugin truncates a file that exceeds the limit and throws no error, so that upload.ts can report which limit was
  // exceeded.
  await app.register(multipart, { throwFileSizeLimit: false });
}

function startMailSenderIfConfigured(
  { log }: FastifyInstance,
  db: Database,
  { mail, clock }: Pick<AppDependencies, 'mail'> & Pick<Context, 'clock'>,
): RecurringJob | null {
  if (!mail) return null;
  const links = { db, publicUrl: mail.publicUrl };
  const handlers = {
    invitation: createLinkMailHandler(links, 'invitation'),
    password_reset: createLinkMailHandler(links, 'password_reset'),
    absence_notice: createNoticeMailHandler(db),
  };
  return startMailSender({ db, clock, mailer: createSmtpMailer(mail), handlers, log });
}

/** Objects that the routes and the HTTP server, which queues the requests of each session, both use. */
interface SharedParts {
  readonly cookie: SessionCookie;
  readonly queues: RequestQueues;
}

/** Returns the guards; they are called after the context is complete. */
const createGuards = (context: () => Context): Guards => ({
  authorize: (route, request, reply) =>
    authenticateAndAuthorize(
      context(),
      (special, actor, call) => maySendCorrectionImage(context().db, special, actor, call),
      route,
      { request, reply },
    ),
  withRejectionLog: (route, request, work) => withRejectionLog(context(), route, request, work),
});

function createContextAndStartJobs(
  app: FastifyInstance,
  deps: AppDependencies,
  { cookie, queues }: SharedParts,
): AppContext {
  const reports = cacheRenderFailures(deps.reports ?? createReportRenderer());
  const afterwards = createBackgroundWork(app.log);
  const db = toDatabase(deps.pool);
  const clock = deps.clock ?? (() => new Date());
  const mail = startMailSenderIfConfigured(app, db, { ...deps, clock });
  const bodyBudget = new ByteBudget(BODY_BUDGET_LIMITS);
  const view = createStateAndMetricsSources({
    db,
    ...(deps.viewed ?? INACTIVE_REPLICA_MONITORING),
    sendsMail: mail !== null,
  });
  deps.metrics?.registerSources(view.sources({ clock, bodyRoom: bodyBudget, reports }));
  app.addHook('onClose', async () => {
    await Promise.all([
      reports.close(),
      afterwards.waitUntilDone(BACKGROUND_FINISH_TIMEOUT_MS),
      mail?.stop(BACKGROUND_FINISH_TIMEOUT_MS),
    ]);
  });
  const context: AppContext = {
    db,
    guards: createGuards(() => context),
    totals: new RememberedTotals(),
    files: deps.files,
    cookie,
    clock,
    usedProofs: createUsedProofs(),
    signInLimits: deps.signInLimits ?? SIGN_IN_LIMITS,
    bodyRoom: bodyBudget,
    answerRoom: limitUnreadResponses(app, deps.answerLimits),
    queues,
    reports,
    issuesAfterSigning: deps.issuesAfterSigning ?? false,
    ...completeRouteSettings(deps),
    background: afterwards,
    mail,
    systemState: view.state,
    isDraining: () => deps.draining?.isOn ?? false,
    localMode: deps.localMode ?? false,
    awaitsAdministrator: createNoUsersCheck(db, deps.awaitsAdministrator ?? false),
  };
  return context;
}

/** Creates the server of /api/v1 and of the built app. The caller makes it listen, and closes the database pool. */
export async function buildApp(deps: AppDependencies): Promise<FastifyInstance> {
  setSpanishMessages();
  const shared = {
    cookie: createSessionCookieAccess(deps.publicUrl?.protocol === 'https:'),
    queues: openRequestQueues(),
  };
  const serverFactory = sessionQueueServerFactory({
    queue: shared.queues.sessions,
    cookieName: shared.cookie.name,
    // These requests are rejected before they have a route. Their log entry is written here, with the fields of request-log.ts.
    onRejected: ({ method }, status, ms) => {
      app.log.info({ method, route: 'none', status, ms: Math.round(ms) });
      deps.metrics?.countWithoutRoute(status, ms);
    },
  });
  const app: FastifyInstance = Fastify({ ...createFastifyOptions(deps), serverFactory });
  await addHandlersAndPlugins(app, deps);
  const context = createContextAndStartJobs(app, deps, shared);
  addRoutes(app, context);
  serveVerificationPage(app);
  serveBoardPage(app);
  await serveApp(app, deps.staticDir, (name) => findAppFile(context.db, name));
  return app;
}
