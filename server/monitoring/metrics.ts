import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import {
  Counter,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  Registry,
  collectDefaultMetrics,
} from 'prom-client';
import { API_BASE } from '#contract/routes/routes.ts';
import type { SystemFacts } from './facts/system-facts.ts';
import type { DiskSpace } from './facts/disk.ts';
import type { StorageStates } from './facts/places.ts';
import { memoizeFor } from './facts/memoize.ts';

export interface MetricsSources {
  readonly pool: Pool;
  readonly queues: Readonly<Record<string, () => number>>;
  readonly bodyBytes: () => number;
  readonly facts: () => Promise<SystemFacts>;
  readonly disk: () => Promise<DiskSpace | null>;
  readonly places: () => StorageStates;
}

const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Time in ms for which the facts are cached, so that frequent requests do not load the database. */
const FACTS_CACHE_MS = 10_000;

interface RequestLabels {
  readonly method: string;
  readonly route: string;
}

/** Labels that all requests without a route share. */
const UNROUTED_REQUEST_LABELS: RequestLabels = { method: 'any', route: 'none' };

/** Returns the labels of a request. The route pattern is used instead of the URL. */
function labelsOfRequest({ method, routeOptions: { url } }: FastifyRequest): RequestLabels {
  if (url === undefined) return UNROUTED_REQUEST_LABELS;
  return { method, route: url.startsWith(API_BASE) ? url : 'app' };
}

/** Creates a gauge, which its registry keeps. The registry reads the value when the metrics are requested. */
const createGauge = <Label extends string>(options: GaugeConfiguration<Label>): Gauge<Label> =>
  new Gauge(options);

type GaugeValues = Readonly<Record<string, number | null>>;

const toEpochSeconds = (at: Date | null): number | null => (at === null ? null : at.getTime() / 1_000);

/** Gauges of facts from the database. An unknown value is omitted; reporting 0 would be wrong. */
const FACT_GAUGE_DESCRIPTIONS = {
  ventanilla_log_lock_waiting: 'Statements of all servers that wait for the activity log',
  ventanilla_log_unlinked: 'Pending log entries, which are not linked to the hash chain yet',
  ventanilla_log_unlinked_oldest_timestamp_seconds: 'Time when the oldest pending log entry was written',
  ventanilla_mails_waiting: 'Mails in the queue',
  ventanilla_mails_failing: 'Mails in the queue whose delivery failed at least once',
  ventanilla_mails_oldest_timestamp_seconds: 'Time when the oldest mail in the queue was requested',
  ventanilla_devices_unsent: 'Unsent entries on tablets, according to their last reports',
  ventanilla_devices_quiet: 'Tablets with unsent entries whose last report is more than an hour old',
  ventanilla_devices_quiet_unsent: 'Unsent entries on these tablets',
  ventanilla_copy_finished_timestamp_seconds: 'Time when the newest backup was finished',
  ventanilla_copy_verified_timestamp_seconds:
    'Time when a backup was last restored for verification and found complete',
  ventanilla_copy_held_until_timestamp_seconds:
    'Time before which all confirmed entries are in a verified backup',
  ventanilla_database_bytes: 'Size of the database',
  ventanilla_migration: 'Newest migration of the database',
} as const;

const gaugeValuesOfFacts = (
  facts: SystemFacts,
): Record<keyof typeof FACT_GAUGE_DESCRIPTIONS, number | null> => ({
  ventanilla_log_lock_waiting: facts.logLockWaiting,
  ventanilla_log_unlinked: facts.unlinked.lines,
  ventanilla_log_unlinked_oldest_timestamp_seconds: toEpochSeconds(facts.unlinked.since),
  ventanilla_mails_waiting: facts.mails.waiting,
  ventanilla_mails_failing: facts.mails.failing,
  ventanilla_mails_oldest_timestamp_seconds: toEpochSeconds(facts.mails.oldestAt),
  ventanilla_devices_unsent: facts.devices.unsent,
  ventanilla_devices_quiet: facts.devices.quiet,
  ventanilla_devices_quiet_unsent: facts.devices.quietUnsent,
  ventanilla_copy_finished_timestamp_seconds: toEpochSeconds(facts.copies.finishedAt),
  ventanilla_copy_verified_timestamp_seconds: toEpochSeconds(facts.copies.verifiedAt),
  ventanilla_copy_held_until_timestamp_seconds: toEpochSeconds(facts.copies.heldUntil),
  ventanilla_database_bytes: facts.database.bytes,
  ventanilla_migration: facts.database.migration,
});

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<'method' | 'route' | 'status'>;
  readonly #seconds: Histogram<'method' | 'route'>;

  constructor(version: string) {
    const registers = [this.#registry];
    // Adds memory, processor, event loop and garbage collection, under the names that common dashboards use.
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Counter({
      name: 'ventanilla_http_requests_total',
      help: 'Responses by route and status class',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'ventanilla_http_request_duration_seconds',
      help: 'Time from a request to its response',
      labelNames: ['method', 'route'],
      buckets: DURATION_BUCKETS_SECONDS,
      registers,
    });
    const info = createGauge({
      name: 'ventanilla_info',
      help: 'Version of this server',
      labelNames: ['version'],
      registers,
    });
    info.set({ version }, 1);
  }

  count(app: FastifyInstance): void {
    app.addHook('onResponse', async (request, reply) => {
      this.#countResponse(labelsOfRequest(request), reply.statusCode, reply.elapsedTime);
    });
  }

  /** Counts a response that is sent before Fastify has chosen a route, which no hook of Fastify sees. */
  countWithoutRoute(status: number, ms: number): void {
    this.#countResponse(UNROUTED_REQUEST_LABELS, status, ms);
  }

  registerSources(sources: MetricsSources): void {
    const facts = memoizeFor(FACTS_CACHE_MS, sources.facts);
    this.#watchPool(sources.pool);
    this.#watchWork(sources);
    this.#watchDisk(sources.disk);
    this.#watchPlaces(sources.places);
    this.#watchDatabase(facts);
  }

  text = (): Promise<string> => this.#registry.metrics();
  get contentType(): string {
    return this.#registry.contentType;
  }

  #countResponse(labels: RequestLabels, status: number, ms: number): void {
    this.#requests.inc({ ...labels, status: `${Math.floor(status / 100)}xx` });
    this.#seconds.observe({ ...labels }, ms / 1_000);
  }

  #watchPool(pool: Pool): void {
    createGauge({
      name: 'ventanilla_database_connections',
      help: 'Connections of this server’s pool by state: used, idle, and calls that wait for one',
      labelNames: ['state'],
      registers: [this.#registry],
      collect() {
        this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'waiting' }, pool.waitingCount);
      },
    });
    this.#figure(
      'ventanilla_database_connections_max',
      'Maximum connections of the pool',
      () => pool.options.max,
    );
  }

  #watchWork({ queues, bodyBytes }: MetricsSources): void {
    createGauge({
      name: 'ventanilla_lane_waiting',
      help: 'Jobs waiting in each queue',
      labelNames: ['lane'],
      registers: [this.#registry],
      collect() {
        for (const [queue, waiting] of Object.entries(queues)) this.set({ lane: queue }, waiting());
      },
    });
    this.#figure('ventanilla_body_bytes', 'Memory currently occupied by large bodies', bodyBytes);
  }

  #watchDisk(disk: MetricsSources['disk']): void {
    const share = memoizeFor(FACTS_CACHE_MS, disk);
    this.#unknowable(
      {
        ventanilla_disk_free_bytes: 'Free space on the disk of the data folder',
        ventanilla_disk_total_bytes: 'Size of the disk of the data folder',
      },
      async () => {
        const known = await share();
        return {
          ventanilla_disk_free_bytes: known?.freeBytes ?? null,
          ventanilla_disk_total_bytes: known?.totalBytes ?? null,
        };
      },
    );
  }

  #watchPlaces(places: MetricsSources['places']): void {
    const availabilityOf = (place: { readonly fault: unknown } | null) =>
      place && (place.fault === null ? 1 : 0);
    this.#unknowable(
      {
        ventanilla_files_up: '1 if the file store worked at its last check, 0 otherwise',
        ventanilla_archive_up: '1 if the write-ahead log of the database reaches ARCHIVE_DIR, 0 otherwise',
      },
      async () => {
        const { files, archive } = places();
        return { ventanilla_files_up: availabilityOf(files), ventanilla_archive_up: availabilityOf(archive) };
      },
    );
  }

  #watchDatabase(facts: MetricsSources['facts']): void {
    this.#figure('ventanilla_database_up', '1 if the database responded, 0 otherwise', () =>
      facts().then(
        () => 1,
        () => 0,
      ),
    );
    this.#unknowable(FACT_GAUGE_DESCRIPTIONS, () =>
      facts().then(gaugeValuesOfFacts, (): GaugeValues => ({})),
    );
  }

  #figure(name: string, help: string, read: () => number | Promise<number>): void {
    createGauge({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        this.set(await read());
      },
    });
  }

  /** Registers gauges whose values may be unknown; unknown values are omitted. */
  #unknowable(helps: Readonly<Record<string, string>>, read: () => Promise<GaugeValues>): void {
    for (const [name, help] of Object.entries(helps))
      createGauge({
        name,
        help,
        registers: [this.#registry],
        async collect() {
          const value = (await read())[name] ?? null;
          this.remove();
          if (value !== null) this.set(value);
        },
      });
  }
}
