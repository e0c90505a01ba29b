import path from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../package.json';
import { StartError } from './platform/base/start-error.ts';
import { type Config, readConfig } from './configuration/config.ts';
import { createBackupAndPrune } from './platform/backup/backup.ts';
import { type FileSource, diskFileSource, bucketFileSource } from './platform/backup/files/source.ts';
import { restoreBackup } from './platform/backup/restore.ts';
import { createBackupKeyFile, requireBackupKey } from './platform/backup/encryption/key.ts';
import { verifyBackup } from './platform/backup/verify.ts';
import { filesDirOf, openFileStore } from './open-files.ts';

type PrintLine = (line: string) => void;

const BACKUP_COMMANDS = ['backup', 'restore', 'verify'] as const;
type BackupCommand = (typeof BACKUP_COMMANDS)[number];
export const isBackupCommand = (word: string | undefined): word is BackupCommand =>
  (BACKUP_COMMANDS as readonly (string | undefined)[]).includes(word);

const USAGE_PER_COMMAND: Record<BackupCommand, string> = {
  backup: 'npm run backup -- CARPETA [--keep 7] [--logical], o npm run backup -- new-key ARCHIVO',
  restore: 'npm run restore -- CARPETA [--until MOMENTO] [--copy NOMBRE]',
  verify: 'npm run verify -- CARPETA [--copy NOMBRE]',
};

const CLI_OPTIONS = {
  keep: { type: 'string' },
  logical: { type: 'boolean' },
  until: { type: 'string' },
  copy: { type: 'string' },
} as const;
const OPTIONS_OF_COMMAND: Record<BackupCommand, readonly (keyof typeof CLI_OPTIONS)[]> = {
  backup: ['keep', 'logical'],
  restore: ['until', 'copy'],
  verify: ['copy'],
};

interface ParsedArguments {
  readonly positionals: readonly string[];
  readonly values: { keep?: string; logical?: boolean; until?: string; copy?: string };
}

/**
 * Parses the arguments of a command.
 * @throws StartError that contains the usage of the command
 */
function parseCommandArguments(command: BackupCommand, args: readonly string[]): ParsedArguments {
  const usageError = (cause?: unknown) => new StartError(`Escribe ${USAGE_PER_COMMAND[command]}.`, { cause });
  const read = () => {
    try {
      return parseArgs({ args: [...args], options: CLI_OPTIONS, allowPositionals: true });
    } catch (cause) {
      throw usageError(cause);
    }
  };
  const { positionals, values } = read();
  const given = Object.keys(values) as (keyof typeof CLI_OPTIONS)[];
  if (!positionals[0] || given.some((name) => !OPTIONS_OF_COMMAND[command].includes(name)))
    throw usageError();
  return { positionals, values };
}

const PROGRESS_INTERVAL_MS = 2_000;

function throttlePrint(print: PrintLine): PrintLine {
  let lastProgressAt = 0;
  return (line) => {
    if (Date.now() - lastProgressAt < PROGRESS_INTERVAL_MS) return;
    lastProgressAt = Date.now();
    print(line);
  };
}

const DEFAULT_KEPT_BACKUPS = '7';
function parseKeptBackups(given = DEFAULT_KEPT_BACKUPS): number {
  const keep = Number(given);
  if (Number.isInteger(keep) && keep >= 1 && keep <= 1_000) return keep;
  throw new StartError(`--keep tiene que ser un número entero de 1 a 1000 (ahora es "${given}").`);
}

/** UTC offset of Colombia since 1993. */
const BOGOTA_OFFSET = '-05:00';
const MOMENT_PATTERN = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?$/;

function parseMoment(given: string): Date {
  const [, day, time, zone] = MOMENT_PATTERN.exec(given) ?? [];
  const moment = new Date(`${day}T${time}${zone ?? BOGOTA_OFFSET}`);
  if (day && !Number.isNaN(moment.getTime())) return moment;
  throw new StartError(
    `--until tiene que ser un momento como "2026-11-23 14:05" (de Bogotá) o 2026-11-23T19:05:00Z (ahora es "${given}").`,
  );
}

const MB = 1_000_000;
const formatMegabytes = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`;

const MAX_LISTED_NAMES = 20;
function printFirstNames(print: PrintLine, names: readonly string[], line: (name: string) => string): void {
  for (const name of names.slice(0, MAX_LISTED_NAMES)) print(line(name));
  if (names.length > MAX_LISTED_NAMES) print(`  … y ${names.length - MAX_LISTED_NAMES} más.`);
}

function excludedFilesClause(damaged: number): string {
  if (damaged === 0) return '';
  const which = damaged === 1 ? 'archivo que está dañado o falta' : 'archivos que están dañados o faltan';
  return `menos ${damaged} ${which} en la carpeta de las copias, `;
}

async function openFileSource(config: Config): Promise<FileSource> {
  const disk = diskFileSource(filesDirOf(config));
  return config.s3 === null ? disk : bucketFileSource((await openFileStore(config)).files, disk);
}

async function runBackup(
  config: Config,
  { positionals, values }: ParsedArguments,
  print: PrintLine,
): Promise<void> {
  const made = await createBackupAndPrune({
    ...config,
    source: await openFileSource(config),
    dir: path.resolve(positionals[0] ?? ''),
    key: requireBackupKey(config.backupKeyFile),
    keep: parseKeptBackups(values.keep),
    logical: values.logical ?? false,
    program: version,
    tell: throttlePrint(print),
  });
  const { files, heldUntil } = made.manifest;
  print(
    `  ${made.copy.name}: la base de datos (${formatMegabytes(made.databaseBytes)} sellados) y ${files.count} archivos (${formatMegabytes(files.bytes)}), todo lo confirmado hasta ${heldUntil}.`,
  );
  printFirstNames(
    print,
    made.mended,
    (name) => `  Se selló de nuevo, desde los datos, el archivo ${name}, que estaba dañado o faltaba.`,
  );
  if (made.removed.length > 0) print(`  Se borraron: ${made.removed.join(', ')}.`);
  print(`  Si se puede restaurar lo dice npm run verify -- ${made.copy.dir}`);
}

async function runRestore(
  config: Config,
  { positionals, values }: ParsedArguments,
  print: PrintLine,
): Promise<void> {
  const { copy, manifest, missing, damaged } = await restoreBackup({
    ...config,
    dir: path.resolve(positionals[0] ?? ''),
    key: requireBackupKey(config.backupKeyFile),
    name: values.copy ?? null,
    until: values.until === undefined ? null : parseMoment(values.until),
    tell: throttlePrint(print),
    warn: (sentence) => print(`  ${sentence}`),
  });
  print(
    `  ${copy.name} está restaurada en ${config.dataDir}, ${excludedFilesClause(damaged.length)}con todo lo confirmado hasta ${values.until ?? manifest.heldUntil}.`,
  );
  printFirstNames(print, missing, (name) => `  Ninguna copia tiene el archivo ${name}, que una fila nombra.`);
  printFirstNames(
    print,
    damaged,
    (name) => `  Ninguna copia tiene entero el archivo ${name}: está dañado o falta, y no se restauró.`,
  );
  print('  Inicia el proveedor, entra, abre una evaluación cerrada con sus PDF, y haz una copia.');
}

async function runVerify(
  config: Config,
  { positionals, values }: ParsedArguments,
  print: PrintLine,
): Promise<void> {
  const found = await verifyBackup({
    ...config,
    dir: path.resolve(positionals[0] ?? ''),
    key: requireBackupKey(config.backupKeyFile),
    name: values.copy ?? null,
    tell: throttlePrint(print),
    warn: (sentence) => print(`  ${sentence}`),
  });
  print(
    `  ${found.copy.name} se puede restaurar: ${found.rows} filas, ${found.files} archivos y el registro de actividad son lo que se copió, todo lo confirmado hasta ${found.manifest.heldUntil}.`,
  );
  const { lines, since } = found.unlinked;
  if (since !== null)
    print(
      `  ${lines} líneas del registro de actividad esperaban su enlace cuando se hizo la copia, la primera desde ${since.toISOString()}: están en ella y se enlazan al iniciar.`,
    );
  if (found.untold !== null) print(`  El proveedor no lo supo: ${found.untold}`);
}

/**
 * Runs the command backup, restore or verify.
 * @param words the command and its arguments
 * @throws StartError with a message for the operator
 */
export async function runBackupCommand(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: PrintLine,
): Promise<void> {
  const [command, ...args] = words;
  if (!isBackupCommand(command))
    throw new StartError(`Escribe uno de: ${Object.values(USAGE_PER_COMMAND).join('; ')}.`);
  const given = parseCommandArguments(command, args);
  if (command === 'backup' && given.positionals[0] === 'new-key') return createKeyFile(given, print);
  if (given.positionals.length > 1) throw new StartError(`Escribe ${USAGE_PER_COMMAND[command]}.`);
  const config = readConfig(env);
  switch (command) {
    case 'backup':
      return runBackup(config, given, print);
    case 'restore':
      return runRestore(config, given, print);
    case 'verify':
      return runVerify(config, given, print);
  }
}

function createKeyFile({ positionals }: ParsedArguments, print: PrintLine): void {
  const file = path.resolve(positionals[1] ?? 'ventanilla.key');
  const { id } = createBackupKeyFile(file);
  print(
    `  ${file} tiene la llave ${id}. Indícala en BACKUP_KEY_FILE, para estos comandos y para el proveedor.`,
  );
  print(
    '  Escríbela en papel y guárdala donde no están las copias: sin ella nadie puede abrir ninguna copia.',
  );
}
