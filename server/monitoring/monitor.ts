import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { linkEntries } from '../audit/index.ts';
import { describeError } from '../platform/http/responses/error-handler.ts';
import { type AlertDelivery, checkAndSendAlerts } from './alert-check.ts';
import { removeReplicaPresence, recordReplicaPresence } from './replicas.ts';
import type { MonitoringDependencies } from './state.ts';

export interface MonitorPlan extends MonitoringDependencies {
  readonly post: AlertDelivery | null;
  readonly log: FastifyBaseLogger;
}

/** Interval in ms at which this process links pending log entries, in case another replica died before linking them. */
const ENTRY_LINK_INTERVAL_MS = 5_000;
const PRESENCE_EVERY_MS = 30_000;
const STORAGE_CHECK_EVERY_MS = 60_000;
/**
 * Time of the first check after a start, in ms. Short, because an operator may have restarted the server because of an alert.
 */
const FIRST_ALERT_CHECK_DELAY_MS = 60_000;
const ALERT_CHECK_EVERY_MS = 5 * 60_000;
/** Maximum time for which a stop of the server waits for an unavailable database or mail server, in ms. */
const STOP_TIMEOUT_MS = 2_000;

/**
 * Returns a function that runs the job unless it is already running. Only the first of several failures in a row is reported.
 */
function createNonOverlappingJob(work: () => Promise<unknown>, onFailure: (error: unknown) => void) {
  let running: Promise<void> | null = null;
  let hasFailed = false;
  const run = async () => {
    try {
      await work();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) onFailure(error);
      hasFailed = true;
    }
    running = null;
  };
  return { start: () => void (running ??= run()), settled: async () => running };
}

/**
 * Records that the server is alive, links pending log entries and checks for alerts, as long as the server runs.
 * @returns a function that stops the monitoring and removes this process from the list of replicas
 */
export function startMonitoring(plan: MonitorPlan): () => Promise<void> {
  const { db, program, log } = plan;
  const logWarning = (what: string) => (error: unknown) => log.warn({ faults: describeError(error) }, what);
  const presence = createNonOverlappingJob(
    () => recordReplicaPresence(db, program, Date.now),
    logWarning('recording the presence of this server failed'),
  );
  const alerts = createNonOverlappingJob(
    () => checkAndSendAlerts(plan, plan.post, log, new Date()),
    logWarning('checking or sending alerts failed'),
  );
  const linking = createNonOverlappingJob(
    () => linkEntries(db),
    logWarning('linking pending log entries failed'),
  );
  const places = createNonOverlappingJob(
    () => plan.places.look(new Date()),
    logWarning('checking the file store failed'),
  );
  presence.start();
  linking.start();
  places.start();
  const timers = [
    setInterval(linking.start, ENTRY_LINK_INTERVAL_MS),
    setInterval(presence.start, PRESENCE_EVERY_MS),
    setInterval(places.start, STORAGE_CHECK_EVERY_MS),
    setTimeout(alerts.start, FIRST_ALERT_CHECK_DELAY_MS),
    setInterval(alerts.start, ALERT_CHECK_EVERY_MS),
  ];
  for (const timer of timers) timer.unref();
  return async () => {
    for (const timer of timers) clearTimeout(timer);
    const removeServerPresence = async () => {
      await presence.settled();
      // If the database is unavailable, the row of this server stays and expires later.
      await removeReplicaPresence(db, program).catch(
        logWarning('removing the presence of this server failed'),
      );
    };
    await Promise.race([
      Promise.all([removeServerPresence(), alerts.settled(), linking.settled()]),
      pause(STOP_TIMEOUT_MS, null, { ref: false }),
    ]);
  };
}
