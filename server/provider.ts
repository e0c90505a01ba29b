import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { offerFirstAdministrator } from './commands/users/first-administrator.ts';
import { type Config, isLocalMode } from './config.ts';
import { connect } from './database/connection/client.ts';
import { migrate } from './database/start/migrate.ts';
import { type Incidents, type OpenDatabase, openDatabase } from './database/start/open.ts';
import { type DemoState, loadDemo } from './demo/load.ts';
import { diskFiles } from './files/store.ts';
import { sweepOrphans } from './files/sweep.ts';
import { firstAdministratorLink } from './base/links.ts';
import { addressOf, finish, listenOn } from './listen.ts';
import { StartError, errorCode } from './base/start-error.ts';

/** The provider while it serves. */
export interface Provider {
  /** Where it listens, as people type it. */
  readonly address: string;
  readonly database: string;
  /** Null when the demo clinic was not asked for. */
  readonly demo: DemoState | null;
  /** Makes the first administrator, once; null as soon as there is any user. */
  readonly firstAdministrator: string | null;
  /** Answers what is being answered, then closes everything that the start opened. */
  stop(): Promise<void>;
}

/**
 * Opens the database, brings it up to date, loads the demo clinic, and serves API and app on one port.
 * Whatever fails, nothing that it started keeps running.
 * @param staticDir folder of the built app, or null to serve the API alone
 * @throws StartError with a sentence for the operator
 */
export async function startProvider(
  config: Config,
  staticDir: string | null,
  incidents: Incidents,
): Promise<Provider> {
  const database = await openDatabase(config, incidents);
  try {
    const { demo, token } = await prepare(config, database);
    const app = await serve(config, staticDir, { pool: database.pool, demo });
    const stop = async () => {
      await finish(app);
      await database.close();
    };
    const address = addressOf(app, config);
    const firstAdministrator = token === null ? null : firstAdministratorLink(address, token);
    return { address, database: database.description, demo, firstAdministrator, stop };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const filesDirOf = (config: Config) => path.join(config.dataDir, 'files');

interface Prepared {
  readonly demo: DemoState | null;
  /** Of the link that makes the first administrator. */
  readonly token: string | null;
}

async function prepare(config: Config, { pool }: OpenDatabase): Promise<Prepared> {
  const filesDir = filesDirOf(config);
  makeFilesDir(filesDir);
  await migrate(pool);
  const demo = config.demo ? await loadDemo(pool, diskFiles(filesDir)) : null;
  await sweepOrphans(pool, filesDir);
  return { demo, token: await offerFirstAdministrator(connect(pool), new Date()) };
}

function makeFilesDir(filesDir: string): void {
  try {
    fs.mkdirSync(filesDir, { recursive: true, mode: 0o700 });
    fs.accessSync(filesDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (cause) {
    throw new StartError(
      `The folder of the pictures ${filesDir} cannot be written (${errorCode(cause)}): choose another DATA_DIR or change its owner.`,
      { cause },
    );
  }
}

async function serve(
  config: Config,
  staticDir: string | null,
  { pool, demo }: Pick<OpenDatabase, 'pool'> & Pick<Prepared, 'demo'>,
): Promise<FastifyInstance> {
  const app = await buildApp({
    pool,
    filesDir: filesDirOf(config),
    staticDir,
    publicUrl: config.publicUrl,
    attachmentMaxBytes: config.attachmentMaxBytes,
    legalTexts: config.legalTexts,
    rehearsesDocuments: true,
    mail: config.mail,
    localMode: isLocalMode(config, demo === 'loaded' || demo === 'present'),
    logger: { level: config.log === 'requests' ? 'info' : 'warn' },
  });
  await listenOn(app, config);
  return app;
}
