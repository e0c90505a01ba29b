import { randomUUID } from 'node:crypto';
import os from 'node:os';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { VERSION } from './platform/base/version.ts';
import type { Config } from './configuration/config.ts';
import { toDatabase } from './platform/database/connection/client.ts';
import { toLoggableFaults } from './platform/http/responses/error-handler.ts';
import { createSmtpMailer } from './platform/mail/mailer.ts';
import { serveMetrics } from './monitoring/metrics-server.ts';
import { Metrics } from './monitoring/metrics.ts';
import type { StorageMonitor } from './monitoring/facts/places.ts';
import type { ReplicaMonitoring } from './monitoring/view.ts';
import { startMonitoring } from './monitoring/monitor.ts';

export interface ServerMonitoring {
  readonly viewed: ReplicaMonitoring;
  /** Metrics of the server; null when metrics are not configured. */
  readonly metrics: Metrics | null;
  /** Address of /metrics; null when metrics are not configured. */
  readonly metricsAddress: string | null;
  /**
   * Starts the monitoring of the running app.
   * @returns a function that stops the monitoring
   */
  begin(app: FastifyInstance, pool: Pool): () => Promise<void>;
  readonly close: () => Promise<void>;
}

const createReplicaInfo = ({ dataDir }: Config): ReplicaMonitoring['program'] => ({
  id: randomUUID(),
  host: os.hostname(),
  version: VERSION,
  startedAt: new Date(),
  dataDir,
});

/** Collects errors of the metrics server, which starts before the log exists, and logs them when the log exists. */
function createMetricsFaultReporter() {
  let resolveBegun: (log: FastifyBaseLogger) => void = () => undefined;
  const begun = new Promise<FastifyBaseLogger>((resolve) => (resolveBegun = resolve));
  const onFault = (fault: unknown) =>
    void begun.then((log) => log.warn({ faults: toLoggableFaults(fault) }, 'metrics could not be collected'));
  return { toldTo: resolveBegun, onFault };
}

/**
 * Opens the metrics server and prepares the monitoring.
 * @throws StartError when the port for the metrics is in use
 */
export async function openMetricsAndMonitoring(
  config: Config,
  places: StorageMonitor,
): Promise<ServerMonitoring> {
  const { alerts, mail } = config;
  const viewed = { program: createReplicaInfo(config), alerts, places };
  const metrics = config.metrics && new Metrics(VERSION);
  const { toldTo: reportedTo, onFault } = createMetricsFaultReporter();
  const server = config.metrics && metrics && (await serveMetrics(config.metrics, metrics, onFault));
  const post = mail && { mailer: createSmtpMailer(mail), publicUrl: mail.publicUrl };
  return {
    viewed,
    metrics,
    metricsAddress: server?.address ?? null,
    begin: ({ log }, pool) => {
      reportedTo(log);
      return startMonitoring({ ...viewed, db: toDatabase(pool), sendsMail: mail !== null, post, log });
    },
    close: async () => server?.close(),
  };
}
