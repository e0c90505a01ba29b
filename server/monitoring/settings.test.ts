import { expect, test } from 'vitest';
import { StartError } from '../platform/base/start-error.ts';
import { readConfig } from '../configuration/config.ts';

const MAIL_VARIABLES = {
  SMTP_URL: 'smtp://mail.example.com:587',
  MAIL_FROM: 'avisos@example.com',
  PUBLIC_URL: 'https://v.example.com',
};

test('P10.83 P10.86 `readConfig` returns the monitoring settings; the defaults are no metrics, no recipients of alerts, and limits of two days', () => {
  const { metrics, alerts } = readConfig({});
  expect([metrics, alerts]).toEqual([null, { mails: [], copyDays: 2, deviceDays: 2 }]);
  const said = readConfig({
    ...MAIL_VARIABLES,
    METRICS_PORT: '9464',
    ALERT_MAILS: 'ana@clinica.com, luis@clinica.com',
    ALERT_COPY_DAYS: '3',
  });
  expect(said.metrics).toEqual({ port: 9464, host: '127.0.0.1' });
  expect(said.alerts).toEqual({
    mails: ['ana@clinica.com', 'luis@clinica.com'],
    copyDays: 3,
    deviceDays: 2,
  });
  expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' }).metrics?.host).toBe('10.0.0.5');
});

test.each<[Record<string, string>, string]>([
  [{ METRICS_PORT: '0' }, 'METRICS_PORT tiene que ser un número entero de 1 a 65535 (ahora es "0").'],
  [
    { METRICS_PORT: '8080' },
    'METRICS_PORT tiene que ser otro puerto que PORT: las cifras no son para todos (ahora es "8080").',
  ],
  [{ METRICS_HOST: '127.0.0.1' }, 'METRICS_HOST necesita METRICS_PORT (ahora es "127.0.0.1").'],
  [
    { METRICS_PORT: '9464', PROVIDER_URL: 'https://api.example.com' },
    'PROVIDER_URL deja sin uso a METRICS_PORT: eso le toca al otro proveedor.',
  ],
  [
    { ALERT_MAILS: 'ana@clinica.com' },
    'ALERT_MAILS necesita SMTP_URL, el servidor que envía los correos (ahora es "ana@clinica.com").',
  ],
  [
    { ...MAIL_VARIABLES, ALERT_MAILS: 'ana' },
    'ALERT_MAILS tienen que ser hasta 20 direcciones separadas por comas, como ana@clinica.com,luis@clinica.com (ahora es "ana").',
  ],
  [
    { ALERT_COPY_DAYS: '0' },
    'ALERT_COPY_DAYS tiene que ser un número entero de días, de 1 a 90 (ahora es "0").',
  ],
])(
  'P10.83 P10.86 `readConfig` rejects invalid monitoring settings with a one-sentence message: %j',
  (env, sentence) => {
    expect(() => readConfig(env)).toThrow(new StartError(sentence));
  },
);
