import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ATTACHMENT_MAX_BYTES } from '#contract/limits.ts';
import { DEFAULT_LEGAL_TEXTS } from '../platform/settings/legal-texts.ts';
import { isLocalMode, readConfig, formatSettingProblem } from './config.ts';
import { StartError } from '../platform/base/start-error.ts';

describe('P2.4 local mode, in which the response to a reset request contains the token', () => {
  const isLocal = (env: Record<string, string>, demoIsServed = true) =>
    isLocalMode(readConfig(env), demoIsServed);

  test.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])(
    'the server is in local mode when it serves the demo clinic and HOST is %s',
    (HOST) => {
      expect(isLocal({ HOST })).toBe(true);
    },
  );

  test.each(['0.0.0.0', '::', '192.168.1.5', 'clinica.local', '127.0.0.1.example.com'])(
    'the server is not in local mode when HOST is %s, because other machines can then reach the server',
    (HOST) => {
      expect(isLocal({ HOST })).toBe(false);
    },
  );

  test('the server is not in local mode with a public address, with mail, or without the demo clinic', () => {
    const PUBLIC_URL = 'https://v.example.com';
    expect(isLocal({ PUBLIC_URL })).toBe(false);
    expect(isLocal({ PUBLIC_URL, SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@example.com' })).toBe(false);
    expect(isLocal({}, false)).toBe(false);
  });
});

describe('P10.20 readConfig', () => {
  test('`readConfig` returns the defaults when no variable is set: local host, ./data, the embedded database and the demo clinic', () => {
    expect(readConfig({ HOME: '/somewhere' })).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      metrics: null,
      alerts: { mails: [], copyDays: 2, deviceDays: 2 },
      dataDir: path.resolve('data'),
      database: { kind: 'embedded' },
      s3: null,
      backupKeyFile: null,
      archiveDir: null,
      databasePool: 20,
      drainSeconds: 0,
      demo: true,
      publicUrl: null,
      providerUrl: null,
      mail: null,
      log: 'quiet',
      attachmentMaxBytes: ATTACHMENT_MAX_BYTES,
      legalTexts: DEFAULT_LEGAL_TEXTS,
    });
  });

  test('`readConfig` treats an empty environment variable as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', DEMO: '', PUBLIC_URL: '' })).toEqual(readConfig({}));
  });

  test('`readConfig` disables the demo clinic when DATABASE_URL is set, unless DEMO is 1', () => {
    const url = 'postgresql://v:secret@db:5432/v';
    expect(readConfig({ DATABASE_URL: url })).toMatchObject({
      database: { kind: 'external', url },
      demo: false,
    });
    expect(readConfig({ DATABASE_URL: url, DEMO: '1' })).toMatchObject({ demo: true });
    expect(readConfig({ DEMO: '0' })).toMatchObject({ database: { kind: 'embedded' }, demo: false });
  });

  test('P10.153 `readConfig` disables the demo clinic when PUBLIC_URL is set, because the demo passwords are public and the demo data cannot be removed', () => {
    const PUBLIC_URL = 'https://v.example.com';
    expect(readConfig({ PUBLIC_URL })).toMatchObject({ database: { kind: 'embedded' }, demo: false });
    expect(readConfig({ PUBLIC_URL, DEMO: '1' })).toMatchObject({ demo: true });
  });

  test('`readConfig` returns the value of every environment variable', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '::',
      DATA_DIR: '/srv/ventanilla',
      PUBLIC_URL: 'https://v.example.com',
      LOG: 'requests',
    });
    expect(config).toMatchObject({ port: 0, host: '::', dataDir: '/srv/ventanilla', log: 'requests' });
    expect(readConfig({ ATTACHMENT_MAX_MB: '40' }).attachmentMaxBytes).toBe(40_000_000);
    const several = readConfig({ DATABASE_POOL: '8', DRAIN_SECONDS: '10' });
    expect([several.databasePool, several.drainSeconds]).toEqual([8, 10]);
    expect(config.publicUrl?.origin).toBe('https://v.example.com');
  });

  const S3 = {
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'clinica',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'acceso',
    S3_SECRET_ACCESS_KEY: 'secreto',
  };

  test('`readConfig` chooses S3 as file store when all five S3 variables are set', () => {
    expect(readConfig({}).s3).toBeNull();
    expect(readConfig(S3).s3).toEqual({
      endpoint: new URL('https://s3.example.com'),
      bucket: 'clinica',
      region: 'us-east-1',
      accessKeyId: 'acceso',
      secretAccessKey: 'secreto',
    });
  });

  test.each(Object.keys(S3))(
    'P10.58 `readConfig` fails with a one-sentence message when the S3 variable %s is missing',
    (missing) => {
      const readIncompleteConfig = () => readConfig({ ...S3, [missing]: '' });
      expect(readIncompleteConfig).toThrow(StartError);
      expect(readIncompleteConfig).toThrow(
        new RegExp(`^S3_\\w+ necesita también ${missing}: los archivos van a S3 con los cinco`),
      );
      expect(readIncompleteConfig).not.toThrow(/secreto|acceso/);
    },
  );

  test.each([
    ['S3_ENDPOINT', 'https://s3.example.com/clinica'],
    ['S3_ENDPOINT', 'https://acceso:secreto@s3.example.com'],
    ['S3_ENDPOINT', 's3.example.com'],
    ['S3_BUCKET', 'Una Clínica'],
    ['S3_BUCKET', 'a/b'],
    ['S3_REGION', 'us east'],
    ['S3_ACCESS_KEY_ID', 'acceso con blancos'],
    ['S3_SECRET_ACCESS_KEY', 'secreto con blancos'],
  ])('P10.58 `readConfig` rejects the S3 setting %s=%s, and the message contains no key', (name, value) => {
    const readInvalidConfig = () => readConfig({ ...S3, [name]: value });
    expect(readInvalidConfig).toThrow(new RegExp(`^${name} tiene que ser [^\\n]*\\.$`));
    expect(readInvalidConfig).not.toThrow(/secreto|acceso/);
  });

  test.each([
    ['PORT', '80a', 'PORT tiene que ser un número entero de 0 a 65535 (ahora es "80a").'],
    [
      'DATABASE_POOL',
      '3',
      'DATABASE_POOL tiene que ser un número entero de conexiones, de 4 a 500 (ahora es "3").',
    ],
    [
      'DRAIN_SECONDS',
      '5s',
      'DRAIN_SECONDS tiene que ser un número entero de segundos, de 0 a 300 (ahora es "5s").',
    ],
    ['PORT', '65536', 'PORT tiene que ser un número entero de 0 a 65535 (ahora es "65536").'],
    ['PORT', '-1', 'PORT tiene que ser un número entero de 0 a 65535 (ahora es "-1").'],
    [
      'HOST',
      'http://x',
      'HOST tiene que ser una dirección o un nombre de este equipo, como 127.0.0.1 o 0.0.0.0 (ahora es "http://x").',
    ],
    ['DEMO', 'yes', 'DEMO tiene que ser 0 o 1 (ahora es "yes").'],
    ['LOG', 'loud', 'LOG tiene que ser quiet o requests (ahora es "loud").'],
    [
      'PUBLIC_URL',
      'v.example.com',
      'PUBLIC_URL tiene que ser una dirección web sin ruta, como https://ventanilla.example.com.',
    ],
    [
      'ATTACHMENT_MAX_MB',
      '0',
      'ATTACHMENT_MAX_MB tiene que ser un número entero de megabytes, de 1 a 100 (ahora es "0").',
    ],
    [
      'LEGAL_TEXTS_FILE',
      '/no/such/file.json',
      'No se puede leer LEGAL_TEXTS_FILE /no/such/file.json (ENOENT): corrige la ruta, el permiso o el archivo, o quita LEGAL_TEXTS_FILE.',
    ],
    [
      'PUBLIC_URL',
      'https://v.example.com/app',
      'PUBLIC_URL tiene que ser una dirección web sin ruta, como https://ventanilla.example.com.',
    ],
  ])('`readConfig` rejects the setting %s=%s with a one-sentence message', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(sentence);
  });

  const MAIL = {
    SMTP_URL: 'smtps://clinica:hunter2%40@mail.example.com:465',
    MAIL_FROM: 'avisos@example.com',
    PUBLIC_URL: 'https://v.example.com',
  };

  test('`readConfig` returns the mail settings: server, sender, and the address of this server for the links in mails', () => {
    const { mail } = readConfig(MAIL);
    expect(mail?.smtpUrl.href).toBe(MAIL.SMTP_URL);
    expect([mail?.from, mail?.publicUrl.origin]).toEqual([MAIL.MAIL_FROM, MAIL.PUBLIC_URL]);
  });

  test.each<[string, Record<string, string>, string]>([
    [
      'SMTP_URL without PUBLIC_URL',
      { PUBLIC_URL: '' },
      'SMTP_URL necesita PUBLIC_URL, la dirección a la que llevan los enlaces de los correos.',
    ],
    [
      'SMTP_URL without MAIL_FROM',
      { MAIL_FROM: '' },
      'SMTP_URL necesita MAIL_FROM, la dirección de la que salen los correos.',
    ],
    [
      'MAIL_FROM without SMTP_URL',
      { SMTP_URL: '' },
      'MAIL_FROM necesita SMTP_URL, el servidor que envía los correos (ahora es "avisos@example.com").',
    ],
    [
      'MAIL_FROM that is no address',
      { MAIL_FROM: 'Clínica' },
      'MAIL_FROM tiene que ser la dirección de la que salen los correos, como avisos@clinica.com (ahora es "Clínica").',
    ],
    ...[
      'http://mail.example.com',
      'smtp:mail.example.com',
      'smtp://mail.example.com/path',
      'smtp://mail.example.com?tls.rejectUnauthorized=false',
      'smtp://clinica:50%@mail.example.com',
    ].map((url): [string, Record<string, string>, string] => [
      `SMTP_URL=${url}, which is not repeated`,
      { SMTP_URL: url },
      'SMTP_URL tiene que verse como smtp://usuario:clave@equipo:587 o smtps://usuario:clave@equipo:465.',
    ]),
  ])('`readConfig` rejects the mail settings with a one-sentence message: %s', (_name, env, sentence) => {
    expect(() => readConfig({ ...MAIL, ...env })).toThrow(new StartError(sentence));
  });

  test.each<[Record<string, string>, string]>([
    [
      { ARCHIVE_DIR: '/archive' },
      'ARCHIVE_DIR necesita BACKUP_KEY_FILE, la llave que sella lo que se guarda ahí (ahora es "/archive").',
    ],
    [
      { ARCHIVE_DIR: '/archive', BACKUP_KEY_FILE: '/key', DATABASE_URL: 'postgresql://db/v' },
      'ARCHIVE_DIR es para la base de datos incluida: el servidor de DATABASE_URL tiene que archivar por su cuenta (ahora es "/archive").',
    ],
    [
      { ARCHIVE_DIR: '/archive', BACKUP_KEY_FILE: '/key', PROVIDER_URL: 'https://api.example.com' },
      'PROVIDER_URL deja sin uso a ARCHIVE_DIR: eso le toca al otro proveedor.',
    ],
  ])(
    'P10.67 `readConfig` rejects ARCHIVE_DIR with a one-sentence message when the other settings make archiving impossible: %j',
    (env, sentence) => {
      expect(() => readConfig(env)).toThrow(new StartError(sentence));
    },
  );

  test.each<[string, Record<string, string>, string]>([
    [
      'with a path',
      { PROVIDER_URL: 'https://api.example.com/api/v1' },
      'PROVIDER_URL tiene que ser la dirección web de un proveedor, sin ruta: sus llamadas están bajo /api/v1 de https://api.example.com.',
    ],
    [
      'beside DATABASE_URL',
      { PROVIDER_URL: 'https://api.example.com', DATABASE_URL: 'postgresql://db/v' },
      'PROVIDER_URL deja sin uso a DATABASE_URL: eso le toca al otro proveedor.',
    ],
    [
      'beside DEMO=1',
      { PROVIDER_URL: 'https://api.example.com', DEMO: '1' },
      'PROVIDER_URL deja sin uso a DEMO=1: no hay base de datos donde cargarla.',
    ],
  ])('`readConfig` rejects PROVIDER_URL %s with a one-sentence message', (_name, env, sentence) => {
    expect(() => readConfig(env)).toThrow(new StartError(sentence));
  });

  test('`readConfig` returns the value of PROVIDER_URL', () => {
    expect(readConfig({ PROVIDER_URL: 'http://10.0.0.5:3000' }).providerUrl?.origin).toBe(
      'http://10.0.0.5:3000',
    );
  });

  test("the error message about an invalid DATABASE_URL omits the variable's value, which may contain a password", () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db/v' })).toThrow(
      /^DATABASE_URL tiene que verse como postgresql:\/\/usuario:clave@equipo:5432\/nombre\.$/,
    );
  });

  test.each([
    'S3_SECRET_ACCESS_KEY',
    'S3_SECRET',
    'SMTP_PASSWORD',
    'VAULT_KEY',
    'API_TOKEN',
    'REDIS_URL',
    'URL',
  ])(
    "the error message about an invalid %s omits the variable's value, because the variable's name suggests a secret",
    (name) => {
      expect(formatSettingProblem({ path: [name], message: 'is wrong' }, { [name]: 'hunter2' })).toBe(
        `${name} is wrong`,
      );
    },
  );

  test.each(['postgresql://root:hunter2@db/v', 'https://hunter2@example.com', 'root:hunter2@db'])(
    'the error message about any invalid variable omits a value that is an address with a password: HOST=%s',
    (HOST) => {
      expect(() => readConfig({ HOST })).toThrow(
        new StartError(
          'HOST tiene que ser una dirección o un nombre de este equipo, como 127.0.0.1 o 0.0.0.0.',
        ),
      );
    },
  );

  test('the error message names all invalid variables, not only the first one', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT .*; DEMO /);
  });
});
