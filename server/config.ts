import path from 'node:path';
import { z } from 'zod';
import { ATTACHMENT_MAX_BYTES } from '#contract/limits.ts';
import { CONNECTIONS_MAX } from './database/connection/pool.ts';
import type { DatabaseConfig } from './database/start/open.ts';
import { isLoopback } from './base/loopback.ts';
import type { S3Location } from './files/s3/attempt.ts';
import { type MailConfig, OPTIONAL_TLS } from './mail/mailer.ts';
import {
  type AlertSettings,
  type MetricsPlace,
  MONITORING_VARIABLES,
  monitoringSettingProblems,
  monitoringSettings,
} from './monitoring/settings.ts';
import { type LegalTexts, readLegalTexts } from './reports/input/legal-texts.ts';
import { StartError } from './base/start-error.ts';

export interface Config {
  /** PORT, default 8080. With 0 the operating system chooses the port. */
  readonly port: number;
  /** HOST, default 127.0.0.1, which only this machine can reach. 0.0.0.0 makes the server reachable from the network. */
  readonly host: string;
  /** DATA_DIR, default ./data: folder for photos, signatures, documents and the embedded database. Absolute path. */
  readonly dataDir: string;
  /** DATABASE_URL: PostgreSQL 15 or newer. Without the variable the embedded database is used. */
  readonly database: DatabaseConfig;
  /**
   * S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY; either all are set or none. Null stores the
   * files in DATA_DIR.
   */
  readonly s3: S3Location | null;
  /**
   * DATABASE_POOL, default 20: maximum number of connections of this server. The database must allow the sum of the maximums of
   * all its servers.
   */
  readonly databasePool: number;
  /** DRAIN_SECONDS, default 0: time for which the server still responds after the signal to stop; /ready then is 503. */
  readonly drainSeconds: number;
  /**
   * BACKUP_KEY_FILE: file with the clinic's key that encrypts backups and archived segments. Absolute path; null if the clinic
   * makes no backups.
   */
  readonly backupKeyFile: string | null;
  /** ARCHIVE_DIR: folder for the archived write-ahead log of the embedded database. Absolute path. */
  readonly archiveDir: string | null;
  /**
   * DEMO: loads the demo clinic into an empty database. On by default; off by default with DATABASE_URL or PUBLIC_URL, because
   * these indicate a real clinic.
   */
  readonly demo: boolean;
  /** PUBLIC_URL: address that users open when the server runs behind a proxy. Without a path. */
  readonly publicUrl: URL | null;
  /**
   * PROVIDER_URL: another server that responds to /api/v1, while this process serves only the app. Null if this process also
   * serves the API.
   */
  readonly providerUrl: URL | null;
  /** SMTP_URL and MAIL_FROM: mail server for invitations and resets, and the sender; null without mail. */
  readonly mail: MailConfig | null;
  /** METRICS_PORT and METRICS_HOST (default 127.0.0.1): address of /metrics; null disables metrics. */
  readonly metrics: MetricsPlace | null;
  readonly alerts: AlertSettings;
  /** LOG: 'quiet' (default: warnings and errors) or 'requests' (also one entry a request, without personal data). */
  readonly log: 'quiet' | 'requests';
  /** Maximum size of an exam's file in bytes. ATTACHMENT_MAX_MB, default 15, is in millions of bytes. */
  readonly attachmentMaxBytes: number;
  /** LEGAL_TEXTS_FILE: JSON file with the clinic's own legal sentences for its documents. */
  readonly legalTexts: LegalTexts;
}

function parseUrl(text: string, protocols: readonly string[]): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && protocols.includes(url.protocol) ? url : undefined;
}

const isPostgresUrl = (text: string) => parseUrl(text, ['postgres:', 'postgresql:']) !== undefined;
const isOrigin = (text: string) => {
  const url = parseUrl(text, ['http:', 'https:']);
  return url !== undefined && url.pathname === '/' && url.search === '' && url.hash === '';
};
const hasNoUser = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.username === '' && url.password === '';
};
const isStoreUrl = (text: string) => isOrigin(text) && hasNoUser(text);
/**
 * Returns true if the value of SMTP_URL is valid. After a '?', only PLAIN_RELAY is accepted, because some options of the mail
 * library disable the certificate check.
 */
const isSmtpUrl = (text: string) => {
  const url = parseUrl(text, ['smtp:', 'smtps:']);
  if (url === undefined || url.hostname === '' || !['', OPTIONAL_TLS].includes(url.search) || url.hash !== '')
    return false;
  return ['', '/'].includes(url.pathname) && [url.username, url.password].every(isEncoded);
};
function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== null;
  } catch {
    return false; // The user name or password contains a '%' that is not followed by two hexadecimal digits.
  }
}
const MB = 1_000_000;
const isCount = (text: string, least: number, most: number) =>
  /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most;
/** The maximum is low, because a file is held in memory while it is checked. */
const isAttachmentMb = (text: string) => isCount(text, 1, 100);
const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;

const KEY = /^[\x21-\x7e]{1,256}$/;

const Variables = z.object({
  PORT: z
    .string()
    .refine(isPort, 'tiene que ser un número entero de 0 a 65535')
    .default('8080')
    .transform(Number),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'tiene que ser una dirección o un nombre de este equipo, como 127.0.0.1 o 0.0.0.0')
    .default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .refine((dir) => !dir.includes('\0'), 'tiene que ser la ruta de una carpeta')
    .default('data'),
  DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, 'tiene que verse como postgresql://usuario:clave@equipo:5432/nombre')
    .optional(),
  DATABASE_POOL: z
    .string()
    .refine((text) => isCount(text, 4, 500), 'tiene que ser un número entero de conexiones, de 4 a 500')
    .default(String(CONNECTIONS_MAX))
    .transform(Number),
  DRAIN_SECONDS: z
    .string()
    .refine((text) => isCount(text, 0, 300), 'tiene que ser un número entero de segundos, de 0 a 300')
    .default('0')
    .transform(Number),
  DEMO: z.enum(['0', '1'], 'tiene que ser 0 o 1').optional(),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'tiene que ser una dirección web sin ruta, como https://ventanilla.example.com')
    .optional(),
  PROVIDER_URL: z
    .string()
    .refine(
      isOrigin,
      'tiene que ser la dirección web de un proveedor, sin ruta: sus llamadas están bajo /api/v1 de https://api.example.com',
    )
    .optional(),
  ATTACHMENT_MAX_MB: z
    .string()
    .refine(isAttachmentMb, 'tiene que ser un número entero de megabytes, de 1 a 100')
    .default(String(ATTACHMENT_MAX_BYTES / MB))
    .transform(Number),
  LEGAL_TEXTS_FILE: z.string().optional(),
  S3_ENDPOINT: z
    .string()
    .refine(
      isStoreUrl,
      'tiene que ser la dirección web de un almacén, sin bucket, ruta ni llaves, como https://s3.example.com',
    )
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/,
      'tiene que ser el nombre de un bucket: de 3 a 63 de a-z, 0-9, . y -',
    )
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'tiene que ser el nombre de una región, como us-east-1')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().regex(KEY, 'tiene que ser una llave del almacén, sin espacios').optional(),
  S3_SECRET_ACCESS_KEY: z.string().regex(KEY, 'tiene que ser una llave del almacén, sin espacios').optional(),
  BACKUP_KEY_FILE: z.string().optional(),
  ARCHIVE_DIR: z.string().optional(),
  LOG: z.enum(['quiet', 'requests'], 'tiene que ser quiet o requests').default('quiet'),
  SMTP_URL: z
    .string()
    .refine(
      isSmtpUrl,
      'tiene que verse como smtp://usuario:clave@equipo:587 o smtps://usuario:clave@equipo:465',
    )
    .optional(),
  MAIL_FROM: z
    .email('tiene que ser la dirección de la que salen los correos, como avisos@clinica.com')
    .optional(),
  ...MONITORING_VARIABLES,
});

/** Returns the names of all variables. The files in deploy/ use only these names. */
export const settingNames = (): string[] => Object.keys(Variables.shape);

/** Variables that have no effect when PROVIDER_URL is set. */
const LOCAL_SERVER_SETTINGS = [
  'DATABASE_URL',
  'SMTP_URL',
  'LEGAL_TEXTS_FILE',
  'S3_ENDPOINT',
  'ARCHIVE_DIR',
  'METRICS_PORT',
] as const;

const OF_S3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const Environment = Variables.superRefine((read, context) => {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL, PROVIDER_URL } = read;
  const need = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
  if (SMTP_URL && !PUBLIC_URL)
    need('SMTP_URL', 'necesita PUBLIC_URL, la dirección a la que llevan los enlaces de los correos');
  if (SMTP_URL && !MAIL_FROM)
    need('SMTP_URL', 'necesita MAIL_FROM, la dirección de la que salen los correos');
  if (MAIL_FROM && !SMTP_URL) need('MAIL_FROM', 'necesita SMTP_URL, el servidor que envía los correos');
  const missing = OF_S3.filter((name) => !read[name]);
  const [given] = OF_S3.filter((name) => read[name]);
  if (given && missing.length > 0)
    need(
      given,
      `necesita también ${missing.join(', ')}: los archivos van a S3 con los cinco, a este disco sin ninguno`,
    );
  if (read.ARCHIVE_DIR && !read.BACKUP_KEY_FILE)
    need('ARCHIVE_DIR', 'necesita BACKUP_KEY_FILE, la llave que sella lo que se guarda ahí');
  if (read.ARCHIVE_DIR && read.DATABASE_URL)
    need(
      'ARCHIVE_DIR',
      'es para la base de datos incluida: el servidor de DATABASE_URL tiene que archivar por su cuenta',
    );
  for (const [name, message] of monitoringSettingProblems(read)) need(name, message);
  if (!PROVIDER_URL) return;
  for (const name of LOCAL_SERVER_SETTINGS)
    if (read[name]) need('PROVIDER_URL', `deja sin uso a ${name}: eso le toca al otro proveedor`);
  if (read.DEMO === '1') need('PROVIDER_URL', 'deja sin uso a DEMO=1: no hay base de datos donde cargarla');
});
type Environment = z.output<typeof Environment>;

/**
 * Reads the configuration from the environment. An empty variable counts as absent.
 * @throws StartError with one message that names every wrong variable
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim()),
  );
  const read = Environment.safeParse(given);
  if (!read.success)
    throw new StartError(`${read.error.issues.map((issue) => sentencePart(issue, given)).join('; ')}.`);
  const { DATABASE_URL: url, DEMO: demo, PUBLIC_URL: publicUrl, PROVIDER_URL: serverUrl } = read.data;
  return {
    port: read.data.PORT,
    host: read.data.HOST,
    dataDir: path.resolve(read.data.DATA_DIR),
    database: url === undefined ? { kind: 'embedded' } : { kind: 'external', url },
    s3: s3Of(read.data),
    databasePool: read.data.DATABASE_POOL,
    drainSeconds: read.data.DRAIN_SECONDS,
    backupKeyFile: pathOf(read.data.BACKUP_KEY_FILE),
    archiveDir: pathOf(read.data.ARCHIVE_DIR),
    demo: demo === undefined ? url === undefined && publicUrl === undefined : demo === '1',
    publicUrl: publicUrl === undefined ? null : new URL(publicUrl),
    providerUrl: serverUrl === undefined ? null : new URL(serverUrl),
    mail: mailOf(read.data),
    ...monitoringSettings(read.data),
    log: read.data.LOG,
    attachmentMaxBytes: read.data.ATTACHMENT_MAX_MB * MB,
    legalTexts: readLegalTexts(read.data.LEGAL_TEXTS_FILE),
  };
}

const pathOf = (given: string | undefined): string | null =>
  given === undefined ? null : path.resolve(given);

const mailOf = ({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Environment): MailConfig | null =>
  SMTP_URL && MAIL_FROM && PUBLIC_URL
    ? { smtpUrl: new URL(SMTP_URL), from: MAIL_FROM, publicUrl: new URL(PUBLIC_URL) }
    : null;

function s3Of({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}: Environment): S3Location | null {
  if (!endpoint || !bucket || !region || !accessKeyId || !secretAccessKey) return null;
  return { endpoint: new URL(endpoint), bucket, region, accessKeyId, secretAccessKey };
}

/**
 * Returns true in local mode, in which the response of /auth/password-reset contains the token. Local mode requires the demo
 * clinic, a host that only this machine can reach, no public address and no mail.
 */
export const isLocalMode = ({ host, publicUrl, mail }: Config, demoIsServed: boolean): boolean =>
  demoIsServed && isLoopback(host) && publicUrl === null && mail === null;

/** Pattern for names of variables that may contain a secret; a new variable needs one of these words. */
const SECRET_NAME = /SECRET|PASS|KEY|TOKEN|CREDENTIAL|URL/;
/** Returns true for a value with 'user:password@' or '//user@', which is an address with a password in the wrong variable. */
function hasCredentials(value: string): boolean {
  const colon = value.indexOf(':');
  return colon !== -1 && value.includes('@', colon);
}

/** Describes the problem of a variable. Includes the variable's value unless it may contain a secret. */
export function sentencePart(
  issue: { path: PropertyKey[]; message: string },
  given: Readonly<Record<string, unknown>>,
): string {
  const name = String(issue.path[0]);
  const value = String(given[name]);
  const isSecret = SECRET_NAME.test(name) || hasCredentials(value);
  return `${name} ${issue.message}${isSecret ? '' : ` (ahora es "${value}")`}`;
}
