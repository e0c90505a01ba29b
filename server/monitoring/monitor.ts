import type { FastifyBaseLogger } from 'fastify';
import { linkEntries } from '../audit/index.ts';
import { waitAtMost } from '../platform/base/wait-at-most.ts';
import { toLoggableFaults } from '../platform/http/responses/error-handler.ts';
import { type JobDefinition, startRecurringJob } from '../platform/jobs/recurring-job.ts';
import { type AlertDelivery, checkAndSendAlerts } from './alert-check.ts';
import { removeReplicaPresence, recordReplicaAndDeleteStale } from './facts/replicas.ts';
import type { MonitoringDependencies } from './state.ts';

export interface MonitorPlan extends MonitoringDependencies {
  readonly post: AlertDelivery | null;
  readonly log: FastifyBaseLogger;
}

/** Interval in ms at which this process links pending log entries, in case another replica died before linking them. */
const ENTRY_LINK_INTERVAL_MS = 5_000;
const PRESENCE_EVERY_MS = 30_000;
const STORAGE_CHECK_EVERY_MS = 60_000;
/** Delay of the first check in ms. It is short, because an operator may have restarted the server to end an alert. */
const ALERT_CHECK_SCHEDULE = { everyMs: 5 * 60_000, firstAfterMs: 60_000 };
/** Maximum time in ms that a stop of the server waits for an unavailable database, mail server or file store. */
const STOP_TIMEOUT_MS = 2_000;

/**
 * Records that the server is alive, links pending log entries and checks for alerts, as long as the server runs.
 * @returns a function that stops the monitoring and removes this process from the list of replicas
 */
export function startMonitoring(plan: MonitorPlan): () => Promise<void> {
  const { db, program, places, post, log } = plan;
  const presence = startRecurringJob(
    {
      name: 'recording the presence of this server',
      everyMs: PRESENCE_EVERY_MS,
      work: () => recordReplicaAndDeleteStale(db, program, Date.now),
    },
    log,
  );
  const checkAlerts = () => checkAndSendAlerts(plan, post, log, new Date());
  const checks: readonly JobDefinition[] = [
    { name: 'linking pending log entries', everyMs: ENTRY_LINK_INTERVAL_MS, work: () => linkEntries(db) },
    { name: 'checking the file store', everyMs: STORAGE_CHECK_EVERY_MS, work: () => places.look(new Date()) },
    { name: 'checking or sending alerts', ...ALERT_CHECK_SCHEDULE, work: checkAlerts },
  ];
  const jobs = checks.map((check) => startRecurringJob(check, log));
  const removePresence = async () => {
    // Waits longer than STOP_TIMEOUT_MS, because an unfinished run of this job would insert the row of this server again after
    // its removal.
    await presence.stop(2 * STOP_TIMEOUT_MS);
    // If the database is unavailable, the row of this server stays and expires later.
    await removeReplicaPresence(db, program).catch((error: unknown) =>
      log.warn({ faults: toLoggableFaults(error) }, 'removing the presence of this server failed'),
    );
  };
  return async () => {
    const stopped = Promise.all([removePresence(), ...jobs.map((job) => job.stop(STOP_TIMEOUT_MS))]);
    await waitAtMost(STOP_TIMEOUT_MS, stopped, undefined);
  };
}
