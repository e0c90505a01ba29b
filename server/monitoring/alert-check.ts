import type { FastifyBaseLogger } from 'fastify';
import { ALERT_KINDS } from '#contract/records/system.ts';
import { LOCK_KEYS } from '../platform/database/connection/lock-keys.ts';
import { runUnlessLocked } from '../platform/database/connection/unless-locked.ts';
import { createAlertMail } from './alert-mail.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { clinicOrProductName } from '../catalogs/index.ts';
import { type Alert, updateAlerts, recordReportedAlerts, claimUnreportedAlerts } from './alerts.ts';
import { alertLevelsOf } from './levels.ts';
import { listAlertRecipients } from './recipients.ts';
import { type MonitoringDependencies, collectCheckResult } from './state.ts';

/** Mail server and address for alert mails. Without them, alerts appear only in the log. */
export interface AlertDelivery {
  readonly mailer: Mailer;
  readonly publicUrl: URL;
}

async function mailAndRecordAlerts(
  { db, alerts }: MonitoringDependencies,
  { mailer, publicUrl }: AlertDelivery,
  reported: readonly Alert[],
): Promise<void> {
  const to = await listAlertRecipients(db, alerts);
  if (reported.length === 0 || to.length === 0) return;
  const words = {
    to,
    clinic: await clinicOrProductName(db, null),
    link: new URL('/admin/system', publicUrl).href,
    days: { copies: alerts.copyDays, devices: alerts.deviceDays },
  };
  const kinds = (isOver: boolean) =>
    reported.filter(({ endedAt }) => (endedAt !== null) === isOver).map(({ kind }) => kind);
  await mailer.send(createAlertMail({ ...words, begun: kinds(false), over: kinds(true) }));
  await recordReportedAlerts(db, reported);
}

async function checkAndRecordAlerts(
  watched: MonitoringDependencies,
  log: FastifyBaseLogger,
  at: Date,
): Promise<void> {
  const levels = alertLevelsOf(await collectCheckResult(watched, at), watched.alerts);
  const bad = ALERT_KINDS.filter((kind) => levels[kind] === 'bad');
  const { begun, ended } = await updateAlerts(watched.db, bad);
  for (const alert of begun) log.warn({ alert }, 'alert');
  for (const alert of ended) log.warn({ alert }, 'alert ended');
}

/**
 * Checks the state of the server and records its problems. Sends one mail about all alerts that began or ended; holds no
 * database connection while sending.
 */
export async function checkAndSendAlerts(
  watched: MonitoringDependencies,
  post: AlertDelivery | null,
  log: FastifyBaseLogger,
  at: Date,
): Promise<void> {
  const { db } = watched;
  // Only one replica checks at a time. The mail is sent by the first replica that claims the alerts.
  await runUnlessLocked(db.$client, LOCK_KEYS.alerts, () => checkAndRecordAlerts(watched, log, at));
  if (post) await mailAndRecordAlerts(watched, post, await claimUnreportedAlerts(db));
}
