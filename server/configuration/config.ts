import { z } from 'zod';
import type { DatabaseConfig } from '../platform/database/start/open.ts';
import { isLoopback } from '../platform/base/loopback.ts';
import type { S3Location } from '../platform/files/s3/attempt.ts';
import type { MailConfig } from '../platform/mail/mailer.ts';
import {
  type AlertSettings,
  type MetricsAddress,
  findMonitoringSettingProblems,
  toMonitoringSettings,
} from '../monitoring/settings.ts';
import { type LegalTexts, readLegalTexts } from '../platform/settings/legal-texts.ts';
import {
  SETTING_NAMES,
  type IndependentSettings,
  SETTING_SCHEMAS,
  mayBeSecretSetting,
  selectIndependentSettings,
} from '../platform/settings/read.ts';
import { SETTINGS } from '../platform/settings/settings.ts';
import { StartError } from '../platform/base/start-error.ts';

/** Settings of the server. server/platform/settings/settings.ts defines every variable; this file combines some of them. */
export interface Config extends IndependentSettings {
  readonly database: DatabaseConfig;
  /** Null without the five S3 variables; the files are then stored in `dataDir`. */
  readonly s3: S3Location | null;
  /**
   * True if the demo clinic is loaded. If the variable DEMO is absent, this is true only without DATABASE_URL and PUBLIC_URL,
   * because these variables indicate a real clinic.
   */
  readonly demo: boolean;
  /** Null without mail. */
  readonly mail: MailConfig | null;
  /** Null if METRICS_PORT is not set. */
  readonly metrics: MetricsAddress | null;
  readonly alerts: AlertSettings;
  readonly legalTexts: LegalTexts;
}

/** Variables that must not be set together with PROVIDER_URL. They would have no effect, so the start fails. */
const REJECTED_WITH_PROVIDER_URL = SETTING_NAMES.filter((name) => SETTINGS[name].isRejectedWithProvider);

const S3_VARIABLES = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

const Environment = z.object(SETTING_SCHEMAS).superRefine((read, context) => {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL, PROVIDER_URL } = read;
  const addMissingIssue = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (SMTP_URL && !PUBLIC_URL)
    addMissingIssue(
      'SMTP_URL',
      'necesita PUBLIC_URL, la dirección a la que llevan los enlaces de los correos',
    );
  if (SMTP_URL && !MAIL_FROM)
    addMissingIssue('SMTP_URL', 'necesita MAIL_FROM, la dirección de la que salen los correos');
  if (MAIL_FROM && !SMTP_URL)
    addMissingIssue('MAIL_FROM', 'necesita SMTP_URL, el servidor que envía los correos');
  const missing = S3_VARIABLES.filter((name) => !read[name]);
  const [given] = S3_VARIABLES.filter((name) => read[name]);
  if (given && missing.length > 0)
    addMissingIssue(
      given,
      `necesita también ${missing.join(', ')}: los archivos van a S3 con los cinco, a este disco sin ninguno`,
    );
  if (read.ARCHIVE_DIR && !read.BACKUP_KEY_FILE)
    addMissingIssue('ARCHIVE_DIR', 'necesita BACKUP_KEY_FILE, la llave que sella lo que se guarda ahí');
  if (read.ARCHIVE_DIR && read.DATABASE_URL)
    addMissingIssue(
      'ARCHIVE_DIR',
      'es para la base de datos incluida: el servidor de DATABASE_URL tiene que archivar por su cuenta',
    );
  for (const [name, message] of findMonitoringSettingProblems(read)) addMissingIssue(name, message);
  if (!PROVIDER_URL) return;
  for (const name of REJECTED_WITH_PROVIDER_URL)
    if (read[name]) addMissingIssue('PROVIDER_URL', `deja sin uso a ${name}: eso le toca al otro proveedor`);
  if (read.DEMO === '1')
    addMissingIssue('PROVIDER_URL', 'deja sin uso a DEMO=1: no hay base de datos donde cargarla');
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
    throw new StartError(
      `${read.error.issues.map((issue) => formatSettingProblem(issue, given)).join('; ')}.`,
    );
  const { DATABASE_URL: url, DEMO: demo } = read.data;
  const simple = selectIndependentSettings(read.data);
  return {
    ...simple,
    database: url === undefined ? { kind: 'embedded' } : { kind: 'external', url },
    s3: s3LocationOf(read.data),
    demo: demo === undefined ? url === undefined && simple.publicUrl === null : demo === '1',
    mail: mailConfigOf(read.data),
    ...toMonitoringSettings(read.data),
    legalTexts: readLegalTexts(read.data.LEGAL_TEXTS_FILE),
  };
}

const mailConfigOf = ({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Environment): MailConfig | null =>
  SMTP_URL && MAIL_FROM && PUBLIC_URL
    ? { smtpUrl: new URL(SMTP_URL), from: MAIL_FROM, publicUrl: PUBLIC_URL }
    : null;

function s3LocationOf({
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

/** Returns true for a value with 'user:password@' or '//user@', which is an address with a password in the wrong variable. */
function hasCredentials(value: string): boolean {
  const colon = value.indexOf(':');
  return colon !== -1 && value.includes('@', colon);
}

/** Describes the problem of a variable. Includes the variable's value unless it may contain a secret. */
export function formatSettingProblem(
  issue: { path: PropertyKey[]; message: string },
  given: Readonly<Record<string, unknown>>,
): string {
  const name = String(issue.path[0]);
  const value = String(given[name]);
  const isSecret = mayBeSecretSetting(name) || hasCredentials(value);
  return `${name} ${issue.message}${isSecret ? '' : ` (ahora es "${value}")`}`;
}
