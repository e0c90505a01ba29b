import { randomUUID } from 'node:crypto';
import os from 'node:os';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { VERSION } from './base/version.ts';
import type { Config } from './config.ts';
import { connect } from './database/connection/client.ts';
import { describeFault } from './http/answers/error-handler.ts';
import { smtpMailer } from './mail/mailer.ts';
import { serveMetrics } from './watch/metrics-server.ts';
import { Metrics } from './watch/metrics.ts';
import type { Places } from './watch/places.ts';
import type { Viewed } from './watch/view.ts';
import { startWatch } from './watch/watch.ts';

/** A provider as it is watched: its figures, its signs of life, and the alerts. */
export interface WatchedProvider {
  readonly viewed: Viewed;
  /** Null where nobody reads them. */
  readonly metrics: Metrics | null;
  /** Where they are read. */
  readonly metricsAddress: string | null;
  /** Begins with the app that answers. @returns what ends it */
  begin(app: FastifyInstance, pool: Pool): () => Promise<void>;
  /** Nobody reads the figures any more. */
  readonly close: () => Promise<void>;
}

const programOf = ({ dataDir }: Config): Viewed['program'] => ({
  id: randomUUID(),
  host: os.hostname(),
  version: VERSION,
  startedAt: new Date(),
  dataDir,
});

/** The figures are served before there is a log: what fails until then is told as soon as there is one. */
function tellFaults() {
  let toldTo: (log: FastifyBaseLogger) => void = () => undefined;
  const begun = new Promise<FastifyBaseLogger>((resolve) => (toldTo = resolve));
  const onFault = (fault: unknown) =>
    void begun.then((log) => log.warn({ faults: describeFault(fault) }, 'the figures could not be told'));
  return { toldTo, onFault };
}

/** @throws StartError where the port of the figures is taken */
export async function openWatched(config: Config, places: Places): Promise<WatchedProvider> {
  const { alerts, mail } = config;
  const viewed = { program: programOf(config), alerts, places };
  const metrics = config.metrics && new Metrics(VERSION);
  const { toldTo, onFault } = tellFaults();
  const server = config.metrics && metrics && (await serveMetrics(config.metrics, metrics, onFault));
  const post = mail && { mailer: smtpMailer(mail), publicUrl: mail.publicUrl };
  return {
    viewed,
    metrics,
    metricsAddress: server?.address ?? null,
    begin: ({ log }, pool) => {
      toldTo(log);
      return startWatch({ ...viewed, db: connect(pool), sendsMail: mail !== null, post, log });
    },
    close: async () => server?.close(),
  };
}
