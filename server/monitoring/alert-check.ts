import type { FastifyBaseLogger } from 'fastify';
import { ALERT_KINDS } from '#contract/records/system.ts';
import { LOCK_KEYS } from '../database/connection/lock-keys.ts';
import { unlessLocked } from '../database/connection/unless-locked.ts';
import { alertMail } from '../mail/alert-mail.ts';
import type { Mailer } from '../mail/mailer.ts';
import { clinicName } from '../queries/catalogs/clinic-name.ts';
import { type Alert, updateAlerts, recordReported, takeUnreported } from './alerts.ts';
import { levelsOf } from './levels.ts';
import { recipientsOf } from './recipients.ts';
import { type Monitored, look } from './state.ts';

/** Mail server and address for alert mails; without them, alerts only go to the log. */
export interface AlertDelivery {
  readonly mailer: Mailer;
  readonly publicUrl: URL;
}

async function tell(
  { db, alerts }: Monitored,
  { mailer, publicUrl }: AlertDelivery,
  reported: readonly Alert[],
): Promise<void> {
  const to = await recipientsOf(db, alerts);
  if (reported.length === 0 || to.length === 0) return;
  const words = {
    to,
    clinic: await clinicName(db, null),
    link: new URL('/admin/system', publicUrl).href,
    days: { copies: alerts.copyDays, devices: alerts.deviceDays },
  };
  const kinds = (isOver: boolean) =>
    reported.filter(({ endedAt }) => (endedAt !== null) === isOver).map(({ kind }) => kind);
  await mailer.send(alertMail({ ...words, begun: kinds(false), over: kinds(true) }));
  await recordReported(db, reported);
}

async function checkAndStore(watched: Monitored, log: FastifyBaseLogger, at: Date): Promise<void> {
  const levels = levelsOf(await look(watched, at), watched.alerts);
  const bad = ALERT_KINDS.filter((kind) => levels[kind] === 'bad');
  const { begun, ended } = await updateAlerts(watched.db, bad);
  for (const alert of begun) log.warn({ alert }, 'alert');
  for (const alert of ended) log.warn({ alert }, 'alert ended');
}

/**
 * Checks the state of the server and records its problems. Alerts that began or ended are reported in one mail; no database
 * connection is held while the mail is sent.
 */
export async function checkAlerts(
  watched: Monitored,
  post: AlertDelivery | null,
  log: FastifyBaseLogger,
  at: Date,
): Promise<void> {
  const { db } = watched;
  // Only one of several replicas checks at a time. Any replica may send the mail about the result: the first one that claims
  // the alerts.
  await unlessLocked(db.$client, LOCK_KEYS.alerts, () => checkAndStore(watched, log, at));
  if (post) await tell(watched, post, await takeUnreported(db));
}
