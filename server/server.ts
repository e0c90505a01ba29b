import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { buildApp } from './app.ts';
import { shareAppFiles } from './commands/app-files/app-files.ts';
import { storeAuthorisation } from './commands/capture/store-authorisation.ts';
import { offerFirstAdministrator } from './commands/users/first-administrator.ts';
import { type Config, isLocalMode } from './config.ts';
import { requireKey } from './backup/encryption/key.ts';
import { connect } from './database/connection/client.ts';
import { LOCK_KEYS } from './database/connection/lock-keys.ts';
import { unlessLocked } from './database/connection/unless-locked.ts';
import { migrate, migrations } from './database/start/migrate.ts';
import type { Incidents, OpenDatabase } from './database/start/open.ts';
import { openArchived } from './open-archived.ts';
import { type DemoState, loadDemo } from './demo/load.ts';
import { type FileStore, FilesUnavailable } from './files/store.ts';
import { sweepOrphans } from './files/sweep.ts';
import { describeFault } from './http/responses/error-handler.ts';
import { firstAdministratorLink } from './base/links.ts';
import { Draining } from './http/program/draining.ts';
import { addressOf, finish, listenOn } from './listen.ts';
import { type FileStorage, openFiles } from './open-files.ts';
import { StartError } from './base/start-error.ts';
import { startFault } from './start-fault.ts';
import { storageMonitorOf } from './monitoring/places.ts';
import { type MonitoredServer, openMonitoredServer } from './monitored-server.ts';

/** Running server. */
export interface Server {
  /** Address of the server, as users type it. */
  readonly address: string;
  readonly database: string;
  readonly place: FileStorage;
  /** State of the demo clinic; null if the server was started without it. */
  readonly demo: DemoState | null;
  /** Link that creates the first administrator, usable once; null when a user exists. */
  readonly firstAdministrator: string | null;
  /** Address of the metrics; null when they are disabled. */
  readonly metrics: string | null;
  /** Waits for the running requests, then closes everything that the start opened. */
  stop(): Promise<void>;
}

/**
 * Opens the files and the database, migrates the database, loads the demo clinic, and serves the API and the app on one port.
 * If the start fails, everything that was opened is closed again.
 * @param staticDir folder of the built app, or null to serve only the API
 * @throws StartError with a message for the operator
 */
export async function startServer(
  config: Config,
  staticDir: string | null,
  incidents: Incidents,
): Promise<Server> {
  // The key is checked at the start, because otherwise a wrong key is noticed only by the nightly backup.
  if (config.backupKeyFile !== null) requireKey(config.backupKeyFile);
  const { files, place, look } = await openFiles(config);
  const database = await openArchived(config, incidents);
  let watched: MonitoredServer | null = null;
  try {
    const kind = place.kind === 's3' ? 'bucket' : 'disk';
    watched = await openMonitoredServer(config, storageMonitorOf(kind, look, database.behind));
    const { demo, token } = await prepare(config, database, files, incidents);
    if (staticDir !== null) await shareAppFiles(connect(database.pool), staticDir);
    const draining = new Draining();
    const app = await serve(config, staticDir, {
      pool: database.pool,
      files,
      demo,
      token,
      draining,
      watched,
    });
    const stopSweep = sweepBeside(app, database.pool, files);
    const stopMonitor = watched.begin(app, database.pool);
    const close = watched.close;
    const stop = async () => {
      stopSweep();
      await draining.begin(config.drainSeconds);
      await Promise.all([finish(app), stopMonitor(), close()]);
      await database.close();
    };
    const address = addressOf(app, config);
    const firstAdministrator = token === null ? null : firstAdministratorLink(address, token);
    const metrics = watched.metricsAddress;
    return { address, database: database.description, place, demo, firstAdministrator, metrics, stop };
  } catch (error) {
    await watched?.close();
    await database.close();
    throw startFault(error, config);
  }
}

/** Lock that lets only one of several servers run the sweep when they start together. */
const SWEEP_LOCK = LOCK_KEYS.sweep;

interface Prepared {
  readonly demo: DemoState | null;
  /** Token of the link that creates the first administrator. */
  readonly token: string | null;
}

async function prepare(
  config: Config,
  { pool }: OpenDatabase,
  files: FileStore,
  { updateWaits }: Incidents,
): Promise<Prepared> {
  await migrate(pool, migrations, updateWaits);
  if (config.legalTexts.authorisation)
    await storeAuthorisation(connect(pool), config.legalTexts.authorisation);
  const demo = config.demo ? await prepareDemo(config, pool, files) : null;
  return { demo, token: await offerFirstAdministrator(connect(pool), new Date()) };
}

async function prepareDemo({ s3 }: Config, pool: Pool, files: FileStore): Promise<DemoState> {
  try {
    return await loadDemo(pool, files);
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error;
    if (s3 === null) throw error.cause; // The cause is an error of the disk, for which startFault has a message.
    const message =
      'La clínica de muestra no se puede cargar mientras el bucket no responde: inicia de nuevo cuando responda, o con DEMO=0.';
    throw new StartError(message, { cause: error });
  }
}

/**
 * Starts the sweep in the background, because it makes many requests to a bucket and an unreachable bucket must not delay the
 * start. The sweep runs once per start.
 * @returns a function that ends the sweep early
 */
function sweepBeside(app: FastifyInstance, pool: Pool, files: FileStore): () => void {
  const ended = new AbortController();
  const sweep = () => sweepOrphans(pool, files, new Date(), ended.signal);
  unlessLocked(pool, SWEEP_LOCK, sweep).catch((error: unknown) => {
    if (!ended.signal.aborted)
      app.log.warn({ faults: describeFault(error) }, 'deletion of unreferenced files failed');
  });
  return () => ended.abort();
}

async function serve(
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
    Prepared & {
      readonly files: FileStore;
      readonly draining: Draining;
      readonly watched: MonitoredServer;
    },
): Promise<FastifyInstance> {
  const app = await buildApp({
    pool,
    files,
    staticDir,
    publicUrl: config.publicUrl,
    attachmentMaxBytes: config.attachmentMaxBytes,
    legalTexts: config.legalTexts,
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
