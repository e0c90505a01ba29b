import { DEFAULT_ALERT_DAYS } from '../platform/settings/settings.ts';

export interface AlertSettings {
  /** ALERT_MAILS: addresses of the recipients. If empty, the administrators are the recipients. */
  readonly mails: readonly string[];
  /** ALERT_COPY_DAYS: number of days without a verified backup after which an alert begins. */
  readonly copyDays: number;
  /** ALERT_DEVICE_DAYS: number of days without contact to a tablet with unsent entries after which an alert begins. */
  readonly deviceDays: number;
}

export interface MetricsAddress {
  readonly port: number;
  readonly host: string;
}

export const ALERT_DEFAULTS: AlertSettings = {
  mails: [],
  copyDays: DEFAULT_ALERT_DAYS,
  deviceDays: DEFAULT_ALERT_DAYS,
};

interface MonitoringVariables {
  readonly PORT: number;
  readonly SMTP_URL?: string | undefined;
  readonly METRICS_PORT?: number | undefined;
  readonly METRICS_HOST?: string | undefined;
  readonly ALERT_MAILS?: readonly string[] | undefined;
  readonly ALERT_COPY_DAYS: number;
  readonly ALERT_DEVICE_DAYS: number;
}

export function findMonitoringSettingProblems(
  read: MonitoringVariables,
): (readonly [name: string, message: string])[] {
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

export const toMonitoringSettings = (
  read: MonitoringVariables,
): { metrics: MetricsAddress | null; alerts: AlertSettings } => ({
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
