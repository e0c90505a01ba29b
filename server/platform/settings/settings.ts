import path from 'node:path';
import { z } from 'zod';
import { ATTACHMENT_MAX_BYTES } from '#contract/limits.ts';
import { MAX_CONNECTIONS_DEFAULT } from '../database/connection/pool.ts';
import {
  countSetting,
  hostSetting,
  isPostgresUrl,
  isSmtpUrl,
  isFileStoreUrl,
  optionalMailAddressesSetting,
  optionalPathSetting,
  optionalOriginSetting,
  portSetting,
  optionalS3KeySetting,
} from './kinds.ts';

export interface SettingDefinition {
  /** Schema of the variable's text; an empty variable counts as absent. */
  readonly schema: z.ZodType;
  /** Value that the schema accepts and that is not the default. */
  readonly example: string;
  /** True if the value may contain a secret; messages then omit it. */
  readonly isSecret: boolean;
  /** True if the variable would have no effect with PROVIDER_URL. The start fails if both variables are set. */
  readonly isRejectedWithProvider: boolean;
  /** Source of the value in the containers: deploy/.env.example, deploy/compose.yml or the Dockerfile; 'none' if they do not set it. */
  readonly container: 'asked' | 'compose' | 'image' | 'none';
  /** Name of the value in Config; absent if config.ts combines the variable with others. */
  readonly inConfig?: string;
  /** True if the app's routes read the value, as a property of their context. */
  readonly isForApp?: true;
  /** Cells of the row in docs/reference/settings.md: default | unit or format | meaning. */
  readonly help: string;
}

const MB = 1_000_000;
/** Default of ALERT_COPY_DAYS and ALERT_DEVICE_DAYS, in days. */
export const DEFAULT_ALERT_DAYS = 2;

/** Environment variables of the server, in the order of docs/reference/settings.md. */
export const SETTINGS = {
  PORT: {
    schema: portSetting(0).default('8080').transform(Number),
    example: '9090',
    isSecret: false,
    isRejectedWithProvider: false,
    container: 'image',
    inConfig: 'port',
    help: '`8080` | port, 0–65535 | 0 lets the system choose',
  },
  HOST: {
    schema: hostSetting('127.0.0.1 o 0.0.0.0').default('127.0.0.1'),
    example: '0.0.0.0',
    isSecret: false,
    isRejectedWithProvider: false,
    container: 'image',
    inConfig: 'host',
    help: '`127.0.0.1` | address or host name | `0.0.0.0` serves the network',
  },
  DATA_DIR: {
    schema: z
      .string()
      .refine((dir) => !dir.includes('\0'), 'tiene que ser la ruta de una carpeta')
      .default('data')
      .transform((dir) => path.resolve(dir)),
    example: '/srv/ventanilla',
    isSecret: false,
    isRejectedWithProvider: false,
    container: 'image',
    inConfig: 'dataDir',
    help: '`data` | folder | files and embedded database; one running server per folder',
  },
  DATABASE_URL: {
    schema: z
      .string()
      .refine(isPostgresUrl, 'tiene que verse como postgresql://usuario:clave@equipo:5432/nombre')
      .optional(),
    example: 'postgresql://v:secret@db:5432/v',
    isSecret: true,
    isRejectedWithProvider: true,
    container: 'compose',
    help: '| `postgresql://…` | PostgreSQL 15 or newer; without it the embedded database is used',
  },
  DATABASE_POOL: {
    schema: countSetting({ least: 4, most: 500, usual: MAX_CONNECTIONS_DEFAULT, unit: 'conexiones' }),
    example: '8',
    isSecret: false,
    isRejectedWithProvider: false,
    container: 'asked',
    inConfig: 'databasePool',
    help: '`20` | connections, 4–500 | maximum per server; see [Several servers](../runbooks/several-servers.md)',
  },
  DRAIN_SECONDS: {
    schema: countSetting({ least: 0, most: 300, usual: 0, unit: 'segundos' }),
    example: '10',
    isSecret: false,
    isRejectedWithProvider: false,
    container: 'compose',
    inConfig: 'drainSeconds',
    help: '`0` | seconds, 0–300 | time for which the server still responds after `SIGTERM`, while `/ready` is 503',
  },
  DEMO: {
    schema: z.enum(['0', '1'], 'tiene que ser 0 o 1').optional(),
    example: '0',
    isSecret: false,
    isRejectedWithProvider: false,
    container: 'image',
    help: '`1` if neither `DATABASE_URL` nor `PUBLIC_URL` is set, otherwise `0` | `0` or `1` | `1` loads the demo clinic into an empty database; its passwords are public',
  },
  PUBLIC_URL: {
    schema: optionalOriginSetting(
      'tiene que ser una dirección web sin ruta, como https://ventanilla.example.com',
    ),
    example: 'https://v.example.com',
    isSecret: true,
    isRejectedWithProvider: false,
    container: 'compose',
    inConfig: 'publicUrl',
    isForApp: true,
    help: '| URL without path | address that users open when a proxy is in front',
  },
  // The containers do not set this variable: a server with PROVIDER_URL serves only the app and needs none of the other
  // containers.
  PROVIDER_URL: {
    schema: optionalOriginSetting(
      'tiene que ser la dirección web de un proveedor, sin ruta: sus llamadas están bajo /api/v1 de https://api.example.com',
    ),
    example: 'https://api.example.com',
    isSecret: true,
    isRejectedWithProvider: false,
    container: 'none',
    inConfig: 'providerUrl',
    help: '| URL without path | [another server](../runbooks/several-servers.md#app-in-front-of-another-server) of `/api/v1`; this process then serves only the app',
  },
  SMTP_URL: {
    schema: z
      .string()
      .refine(
        isSmtpUrl,
        'tiene que verse como smtp://usuario:clave@equipo:587 o smtps://usuario:clave@equipo:465',
      )
      .optional(),
    example: 'smtps://v:secret@mail.example.com:465',
    isSecret: true,
    isRejectedWithProvider: true,
    container: 'asked',
    help: '| `smtp://…`, `smtps://…` | mail server for invitations, resets and absence notices; `user:password@host:port`. Requires `MAIL_FROM` and `PUBLIC_URL`. Only `?tls=optional`, without a password, permits mail without TLS',
  },
  MAIL_FROM: {
    schema: z
      .email('tiene que ser la dirección de la que salen los correos, como avisos@clinica.com')
      .optional(),
    example: 'avisos@clinica.com',
    isSecret: false,
    isRejectedWithProvider: false,
    container: 'asked',
    help: " | mail address | sender; its name is the clinic's. Requires `SMTP_URL`",
  },
  LOG: {
    schema: z.enum(['quiet', 'requests'], 'tiene que ser quiet o requests').default('quiet'),
    example: 'requests',
    isSecret: false,
    isRejectedWithProvider: false,
    container: 'asked',
    inConfig: 'log',
    help: '`quiet` | `quiet`, `requests` | JSON lines are logged per request with `requests`; queries, names and bodies are omitted',
  },
  // The maximum is low, because a file is held in memory while it is checked.
  ATTACHMENT_MAX_MB: {
    schema: countSetting({
      least: 1,
      most: 100,
      usual: ATTACHMENT_MAX_BYTES / MB,
      unit: 'megabytes',
    }).transform((megabytes) => megabytes * MB),
    example: '40',
    isSecret: false,
    isRejectedWithProvider: false,
    container: 'asked',
    inConfig: 'attachmentMaxBytes',
    isForApp: true,
    help: '`15` | MB (10⁶ bytes), 1–100 | largest attachment; devices read it at sign-in and start',
  },
  LEGAL_TEXTS_FILE: {
    schema: z.string().optional(),
    example: '/texts/legal-texts.json',
    isSecret: false,
    isRejectedWithProvider: true,
    container: 'asked',
    help: '| JSON file | [legal texts](#legal-texts) of the clinic',
  },
  S3_ENDPOINT: {
    schema: z
      .string()
      .refine(
        isFileStoreUrl,
        'tiene que ser la dirección web de un almacén, sin bucket, ruta ni llaves, como https://s3.example.com',
      )
      .optional(),
    example: 'https://s3.example.com',
    isSecret: false,
    isRejectedWithProvider: true,
    container: 'asked',
    help: '| URL without path or keys | [S3 storage](../runbooks/several-servers.md#files-in-s3)',
  },
  S3_BUCKET: {
    schema: z
      .string()
      .regex(
        /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/,
        'tiene que ser el nombre de un bucket: de 3 a 63 de a-z, 0-9, . y -',
      )
      .optional(),
    example: 'clinica',
    isSecret: false,
    isRejectedWithProvider: false,
    container: 'asked',
    help: '| 3–63 of `a-z 0-9 . -` | bucket of this clinic alone: the sweep deletes files that its database does not reference',
  },
  S3_REGION: {
    schema: z
      .string()
      .regex(/^[\w-]{1,64}$/, 'tiene que ser el nombre de una región, como us-east-1')
      .optional(),
    example: 'us-east-1',
    isSecret: false,
    isRejectedWithProvider: false,
    container: 'asked',
    help: '| name | region of the bucket; `us-east-1` if the storage has none',
  },
  S3_ACCESS_KEY_ID: {
    schema: optionalS3KeySetting(),
    example: 'acceso',
    isSecret: true,
    isRejectedWithProvider: false,
    container: 'asked',
    help: '| 1–256 characters | key that may list, read, write and delete in this bucket only; not logged',
  },
  S3_SECRET_ACCESS_KEY: {
    schema: optionalS3KeySetting(),
    example: 'secreto',
    isSecret: true,
    isRejectedWithProvider: false,
    container: 'asked',
    help: '| 1–256 characters | its secret; not logged',
  },
  BACKUP_KEY_FILE: {
    schema: optionalPathSetting(),
    example: '/run/secrets/copies_key',
    isSecret: true,
    isRejectedWithProvider: false,
    container: 'compose',
    inConfig: 'backupKeyFile',
    help: '| file | key that encrypts [backups](../runbooks/backup-and-restore.md) and archived segments',
  },
  // The containers do not set this variable: their database runs in a separate container, which would have to archive its own
  // write-ahead log.
  ARCHIVE_DIR: {
    schema: optionalPathSetting(),
    example: '/mnt/archive',
    isSecret: false,
    isRejectedWithProvider: true,
    container: 'none',
    inConfig: 'archiveDir',
    help: '| folder | archive of the embedded database, for a [restore to a moment](../runbooks/backup-and-restore.md#restore-to-a-moment). Requires `BACKUP_KEY_FILE`',
  },
  METRICS_PORT: {
    schema: portSetting(1).transform(Number).optional(),
    example: '9464',
    isSecret: false,
    isRejectedWithProvider: true,
    container: 'asked',
    help: '| port, 1–65535 | [metrics](../runbooks/incident.md#metrics) for Prometheus; differs from `PORT`',
  },
  METRICS_HOST: {
    schema: hostSetting('127.0.0.1').optional(),
    example: '0.0.0.0',
    isSecret: false,
    isRejectedWithProvider: false,
    container: 'asked',
    help: '`127.0.0.1` | address or host name | address of that port. Requires `METRICS_PORT`',
  },
  ALERT_MAILS: {
    schema: optionalMailAddressesSetting(),
    example: 'ana@clinica.com',
    isSecret: false,
    isRejectedWithProvider: false,
    container: 'asked',
    help: 'users who manage users | up to 20, commas | recipients of alerts. Requires `SMTP_URL`',
  },
  ALERT_COPY_DAYS: {
    schema: countSetting({ least: 1, most: 90, usual: DEFAULT_ALERT_DAYS, unit: 'días' }),
    example: '3',
    isSecret: false,
    isRejectedWithProvider: false,
    container: 'asked',
    help: '`2` | days, 1–90 | alert when no backup was verified for this time',
  },
  ALERT_DEVICE_DAYS: {
    schema: countSetting({ least: 1, most: 90, usual: DEFAULT_ALERT_DAYS, unit: 'días' }),
    example: '3',
    isSecret: false,
    isRejectedWithProvider: false,
    container: 'asked',
    help: '`2` | days, 1–90 | alert when a tablet with unsent entries was silent for this time',
  },
} as const satisfies Record<string, SettingDefinition>;
