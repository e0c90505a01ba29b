import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { buildApp } from './app.ts';
import { shareAndPruneAppFiles } from './platform/http/program/app-files.ts';
import { applyAuthorisationOfFile } from './catalogs/index.ts';
import { issueTokenIfNoUsers } from './accounts/index.ts';
import { type Config, isLocalMode } from './configuration/config.ts';
import { requireBackupKey } from './platform/backup/encryption/key.ts';
import { toDatabase } from './platform/database/connection/client.ts';
import { LOCK_KEYS } from './platform/database/connection/lock-keys.ts';
import { runUnlessLocked } from './platform/database/connection/unless-locked.ts';
import { applyMissingMigrations, migrations } from './platform/database/start/migrate.ts';
import type { IncidentHandlers, OpenDatabase } from './platform/database/start/open.ts';
import { openDatabaseWithArchiving } from './open-archived.ts';
import { type DemoLoadResult, loadDemoData } from './demo/load.ts';
import { type FileStore, FilesUnavailable } from './platform/files/store.ts';
import { sweepOrphans } from './sweep-files.ts';
import { firstAdministratorLink } from './platform/base/links.ts';
import { DrainingState } from './platform/http/program/draining.ts';
import { type RecurringJob, startRecurringJob } from './platform/jobs/recurring-job.ts';
import { publicAddressOf, finishRequestsAndClose, listenOn } from './listen.ts';
import { type FileStoreDescription, openFileStore } from './open-files.ts';
import { completeRouteSettings } from './platform/settings/read.ts';
import { StartError } from './platform/base/start-error.ts';
import { toStartError } from './start-fault.ts';
import { createStorageMonitor } from './monitoring/facts/places.ts';
import { type ServerMonitoring, openMetricsAndMonitoring } from './monitored-server.ts';

export interface StartedServer {
  readonly address: string;
  readonly database: string;
  readonly place: FileStoreDescription;
  /** Result of loading the demo clinic; null if the server runs without it. */
  readonly demo: DemoLoadResult | null;
  /** Link that creates the first administrator and works once; null if a user exists. */
  readonly firstAdministrator: string | null;
  /** Address of /metrics; null when metrics are disabled. */
  readonly metrics: string | null;
  /** Waits for the running requests, then closes everything that the start has opened. */
  stop(): Promise<void>;
}

/**
 * Opens files and database, migrates the database, loads the demo clinic, and serves API and app on one port. If the start
 * fails, closes everything that it has opened.
 * @param staticDir folder of the built app; null to serve only the API
 * @throws StartError with a message for the operator
 */
export async function startServer(
  config: Config,
  staticDir: string | null,
  incidents: IncidentHandlers,
): Promise<StartedServer> {
  // Checks the key now, because otherwise only the nightly backup would notice a wrong key.
  if (config.backupKeyFile !== null) requireBackupKey(config.backupKeyFile);
  const { files, place, look } = await openFileStore(config);
  const database = await openDatabaseWithArchiving(config, incidents);
  let watched: ServerMonitoring | null = null;
  try {
    const kind = place.kind === 's3' ? 'bucket' : 'disk';
    watched = await openMetricsAndMonitoring(config, createStorageMonitor(kind, look, database.behind));
    const { demo, token } = await prepareDatabase(config, database, files, incidents);
    if (staticDir !== null) await shareAndPruneAppFiles(toDatabase(database.pool), staticDir);
    const draining = new DrainingState();
    const app = await buildAndListen(config, staticDir, {
      pool: database.pool,
      files,
      demo,
      token,
      draining,
      watched,
    });
    const sweep = startSweep(app, database.pool, files);
    const stopMonitor = watched.begin(app, database.pool);
    const close = watched.close;
    const stop = async () => {
      await sweep.stop(0);
      await draining.begin(config.drainSeconds);
      await Promise.all([finishRequestsAndClose(app), stopMonitor(), close()]);
      await database.close();
    };
    const address = publicAddressOf(app, config);
    const firstAdministrator = token === null ? null : firstAdministratorLink(address, token);
    const metrics = watched.metricsAddress;
    return { address, database: database.description, place, demo, firstAdministrator, metrics, stop };
  } catch (error) {
    await watched?.close();
    await database.close();
    throw toStartError(error, config);
  }
}

interface PreparedData {
  readonly demo: DemoLoadResult | null;
  /** Token of the link that creates the first administrator; null if a user exists. */
  readonly token: string | null;
}

async function prepareDatabase(
  config: Config,
  { pool }: OpenDatabase,
  files: FileStore,
  { updateWaits }: IncidentHandlers,
): Promise<PreparedData> {
  await applyMissingMigrations(pool, migrations, updateWaits);
  const { authorisation } = config.legalTexts;
  if (authorisation) await applyAuthorisationOfFile(toDatabase(pool), authorisation);
  const demo = config.demo ? await prepareDemo(config, pool, files) : null;
  return { demo, token: await issueTokenIfNoUsers(toDatabase(pool), new Date()) };
}

async function prepareDemo({ s3 }: Config, pool: Pool, files: FileStore): Promise<DemoLoadResult> {
  try {
    return await loadDemoData(pool, files);
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error;
    if (s3 === null) throw error.cause; // The cause is an error of the disk, which toStartError converts into instructions for the operator.
    const message =
      'La clínica de muestra no se puede cargar mientras el bucket no responde: inicia de nuevo cuando responda, o con DEMO=0.';
    throw new StartError(message, { cause: error });
  }
}

/**
 * Starts the sweep in the background, so that an unreachable bucket does not delay the start: the sweep makes many requests to
 * a bucket. The sweep runs once per start; if several servers start at the same time, only one of them runs it.
 */
const startSweep = ({ log }: FastifyInstance, pool: Pool, files: FileStore): RecurringJob =>
  startRecurringJob(
    {
      name: 'deletion of unreferenced files',
      everyMs: null,
      work: (ended) =>
        runUnlessLocked(pool, LOCK_KEYS.sweep, () => sweepOrphans(pool, files, new Date(), ended)),
    },
    log,
  );

async function buildAndListen(
  config: Config,
  staticDir: string | null,
  {
    pool,
    files,
    demo,
    token,
    draining,
    watched,
  }: Pick<OpenDatabase, 'pool'> &
    PreparedData & {
      readonly files: FileStore;
      readonly draining: DrainingState;
      readonly watched: ServerMonitoring;
    },
): Promise<FastifyInstance> {
  const app = await buildApp({
    ...completeRouteSettings(config),
    pool,
    files,
    staticDir,
    issuesAfterSigning: true,
    draining,
    viewed: watched.viewed,
    ...(watched.metrics && { metrics: watched.metrics }),
    mail: config.mail,
    localMode: isLocalMode(config, demo === 'loaded' || demo === 'present'),
    awaitsAdministrator: token !== null,
    logger: { level: config.log === 'requests' ? 'info' : 'warn' },
  });
  await listenOn(app, config);
  return app;
}
