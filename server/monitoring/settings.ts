import { z } from 'zod';

export interface AlertSettings {
  /** ALERT_MAILS: addresses of the recipients. If empty, the administrators are the recipients. */
  readonly mails: readonly string[];
  /** ALERT_COPY_DAYS: number of days without a verified backup after which an alert begins. */
  readonly copyDays: number;
  /** ALERT_DEVICE_DAYS: number of days without contact to a tablet with unsent entries after which an alert begins. */
  readonly deviceDays: number;
}

export interface MetricsPlace {
  readonly port: number;
  readonly host: string;
}

export const ALERT_DEFAULTS: AlertSettings = { mails: [], copyDays: 2, deviceDays: 2 };
const ADDRESSES_MAX = 20;

const isDays = (text: string) => /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 90;
const days = (usual: number) =>
  z
    .string()
    .refine(isDays, 'tiene que ser un número entero de días, de 1 a 90')
    .default(String(usual))
    .transform(Number);

const addressesOf = (text: string): string[] => text.split(',').map((address) => address.trim());
const areAddresses = (text: string) =>
  z.array(z.email()).max(ADDRESSES_MAX).safeParse(addressesOf(text)).success;

/** Environment variables for monitoring; server/config.ts reads them together with the others. */
export const MONITORING_VARIABLES = {
  METRICS_PORT: z
    .string()
    .refine(
      (text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535,
      'tiene que ser un número entero de 1 a 65535',
    )
    .transform(Number)
    .optional(),
  METRICS_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'tiene que ser una dirección o un nombre de este equipo, como 127.0.0.1')
    .optional(),
  ALERT_MAILS: z
    .string()
    .refine(
      areAddresses,
      `tienen que ser hasta ${ADDRESSES_MAX} direcciones separadas por comas, como ana@clinica.com,luis@clinica.com`,
    )
    .transform(addressesOf)
    .optional(),
  ALERT_COPY_DAYS: days(ALERT_DEFAULTS.copyDays),
  ALERT_DEVICE_DAYS: days(ALERT_DEFAULTS.deviceDays),
};

interface Read {
  readonly PORT: number;
  readonly SMTP_URL?: string | undefined;
  readonly METRICS_PORT?: number | undefined;
  readonly METRICS_HOST?: string | undefined;
  readonly ALERT_MAILS?: readonly string[] | undefined;
  readonly ALERT_COPY_DAYS: number;
  readonly ALERT_DEVICE_DAYS: number;
}

export function monitoringSettingProblems(read: Read): (readonly [name: string, message: string])[] {
  const { PORT, SMTP_URL, METRICS_PORT, METRICS_HOST, ALERT_MAILS } = read;
  const rules: (readonly [boolean, string, string])[] = [
    [
      METRICS_PORT === PORT,
      'METRICS_PORT',
      'tiene que ser otro puerto que PORT: las cifras no son para todos',
    ],
    [METRICS_HOST !== undefined && METRICS_PORT === undefined, 'METRICS_HOST', 'necesita METRICS_PORT'],
    [
      ALERT_MAILS !== undefined && !SMTP_URL,
      'ALERT_MAILS',
      'necesita SMTP_URL, el servidor que envía los correos',
    ],
  ];
  return rules.flatMap(([holds, name, message]) => (holds ? [[name, message] as const] : []));
}

export const monitoringSettings = (read: Read): { metrics: MetricsPlace | null; alerts: AlertSettings } => ({
  metrics:
    read.METRICS_PORT === undefined
      ? null
      : { port: read.METRICS_PORT, host: read.METRICS_HOST ?? '127.0.0.1' },
  alerts: {
    mails: read.ALERT_MAILS ?? [],
    copyDays: read.ALERT_COPY_DAYS,
    deviceDays: read.ALERT_DEVICE_DAYS,
  },
});
