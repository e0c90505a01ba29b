import { randomUUID } from 'node:crypto';
import os from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { VERSION } from './base/version.ts';
import type { Config } from './config.ts';
import { connect } from './database/connection/client.ts';
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

/** @throws StartError where the port of the figures is taken */
export async function openWatched(config: Config, places: Places): Promise<WatchedProvider> {
  const { alerts, mail } = config;
  const viewed = { program: programOf(config), alerts, places };
  const metrics = config.metrics && new Metrics(VERSION);
  const server = config.metrics && metrics && (await serveMetrics(config.metrics, metrics));
  const post = mail && { mailer: smtpMailer(mail), publicUrl: mail.publicUrl };
  return {
    viewed,
    metrics,
    metricsAddress: server?.address ?? null,
    begin: ({ log }, pool) =>
      startWatch({ ...viewed, db: connect(pool), sendsMail: mail !== null, post, log }),
    close: async () => server?.close(),
  };
}
