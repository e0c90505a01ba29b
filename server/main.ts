/**
 * Server program: `node --enable-source-maps dist/server/main.js`, configured by environment variables (config.ts).
 * With the arguments `files move` the program copies the files into a bucket (move-files.ts) and exits. With backup, restore or
 * verify as first argument it runs this command (backup-commands.ts) and exits.
 * SIGINT and SIGTERM stop the program in an orderly way, with exit code 0; a second signal ends it immediately. A failed start
 * prints the reason in one sentence and exits with code 1. After kill -9, the next start uses the database server that is still
 * running.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from './configuration/config.ts';
import { isBackupCommand, runBackupCommand } from './backup-commands.ts';
import { listInsecureAddressWarnings } from './configuration/insecure-addresses.ts';
import { listMisspeltSettingWarnings } from './configuration/misspelt-settings.ts';
import { copyAllFilesToBucket } from './move-files.ts';
import { startReverseProxy } from './reverse-proxy.ts';
import { reverseProxyStartMessage, formatStartMessage } from './startup-banner.ts';
import { startServer } from './server.ts';
import { StartError, errorCode } from './platform/base/start-error.ts';

/** Time in ms within which a second signal is ignored, because Ctrl-C arrives twice: from the terminal and from npm. */
const IGNORED_SIGNAL_PERIOD_MS = 700;

function findAppFolder(): string | null {
  const folder = fileURLToPath(new URL('../app', import.meta.url));
  return fs.existsSync(path.join(folder, 'index.html')) ? folder : null;
}

function exitWithError(error: unknown): never {
  const unexpected = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(error instanceof StartError ? `Ventanilla: ${error.message}` : unexpected);
  process.exit(1);
}

/**
 * Ends the program on a signal, even during the start.
 * @returns a function that returns true once a signal was received
 */
function stopOnSignal(starting: Promise<RunningProgram>): () => boolean {
  let toldAt: number | undefined;
  const stop = () => {
    if (toldAt === undefined) {
      toldAt = Date.now();
      console.log('\n  Deteniendo…');
      stopProgramAndExit(starting).catch(exitWithError);
    } else if (Date.now() - toldAt > IGNORED_SIGNAL_PERIOD_MS) process.exit(1);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return () => toldAt !== undefined;
}

async function stopProgramAndExit(starting: Promise<RunningProgram>): Promise<void> {
  // If the same Ctrl-C interrupted the start, the start has already released its resources.
  const running = await starting.catch(() => null);
  await running?.stop();
  process.exit(0);
}

interface RunningProgram {
  readonly greeting: string;
  stop(): Promise<void>;
}

async function startConfiguredProgram(config: Config): Promise<RunningProgram> {
  if (config.providerUrl) {
    const front = await startReverseProxy(config, config.providerUrl, findAppFolder());
    return { greeting: reverseProxyStartMessage(front), stop: () => front.stop() };
  }
  const server = await startServer(config, findAppFolder(), {
    connectionLost: (error) =>
      console.error(
        `Se perdió una conexión con la base de datos (${errorCode(error) || 'sin código'}): el programa abre otra en cuanto ella responda.`,
      ),
    archiveBehind: (sentence) => console.error(sentence),
    updateWaits: (sentence) => console.error(sentence),
    databaseLost: exitWithError,
  });
  return { greeting: formatStartMessage(server), stop: () => server.stop() };
}

async function runServer(): Promise<void> {
  const warn = (sentence: string) => console.error(`Ventanilla: ${sentence}`);
  listMisspeltSettingWarnings(process.env).forEach(warn);
  const config = readConfig(process.env);
  listInsecureAddressWarnings(config).forEach(warn);
  const starting = startConfiguredProgram(config);
  const isStopping = stopOnSignal(starting);
  try {
    console.log((await starting).greeting);
  } catch (error) {
    if (!isStopping()) exitWithError(error);
  }
}

async function runFilesCommand(words: readonly string[]): Promise<void> {
  if (words.join(' ') !== 'files move')
    throw new StartError(
      'Hay un solo comando para los archivos: npm run files -- move. Los lleva a un bucket.',
    );
  await copyAllFilesToBucket(readConfig(process.env), console.log);
}

const cliArguments = process.argv.slice(2);

/**
 * Runs the command in the arguments; without arguments, runs the server. An unknown command is an error, so that an operator
 * who mistypes 'restore' does not start a server on the data folder.
 */
async function runCliCommand(): Promise<void> {
  const [first] = cliArguments;
  if (first === undefined) return runServer();
  if (isBackupCommand(first)) return runBackupCommand(cliArguments, process.env, console.log);
  if (first === 'files') return runFilesCommand(cliArguments);
  throw new StartError(
    `No hay un comando "${first}": escribe backup, restore, verify o files move, o nada para iniciar el proveedor.`,
  );
}

runCliCommand().catch(exitWithError);
