import type { SystemState } from '#contract/records/system.ts';
import type { ByteBudget } from '../platform/base/byte-budget.ts';
import { VERSION } from '../platform/base/version.ts';
import { decodingQueue } from '../platform/files/decoding.ts';
import { countWaitingLogos } from '../platform/files/logos/rasterise.ts';
import { readSystemFacts } from './facts/system-facts.ts';
import type { ReportRenderer } from '../documents/index.ts';
import { diskSpaceOf } from './facts/disk.ts';
import type { MetricsSources } from './metrics.ts';
import { INACTIVE_STORAGE_MONITOR } from './facts/places.ts';
import { ALERT_DEFAULTS } from './settings.ts';
import { type MonitoringDependencies, readSystemState } from './state.ts';

export type ReplicaMonitoring = Pick<MonitoringDependencies, 'program' | 'alerts' | 'places'>;

/** View for an app that does not run as a server: no replicas and no folder. */
export const INACTIVE_REPLICA_MONITORING: ReplicaMonitoring = {
  program: {
    id: '00000000-0000-4000-8000-000000000000',
    host: '',
    version: VERSION,
    startedAt: new Date(0),
    dataDir: '',
  },
  alerts: ALERT_DEFAULTS,
  places: INACTIVE_STORAGE_MONITOR,
};

interface MetricsDependencies {
  readonly clock: () => Date;
  readonly bodyRoom: ByteBudget;
  readonly reports: Pick<ReportRenderer, 'waiting'>;
}

export const createStateAndMetricsSources = (watched: MonitoringDependencies) => ({
  state: (at: Date): Promise<SystemState> => readSystemState(watched, at),
  sources: ({ clock, bodyRoom: bodyBudget, reports }: MetricsDependencies): MetricsSources => ({
    pool: watched.db.$client,
    queues: {
      pictures: () => decodingQueue.waiting(),
      logos: countWaitingLogos,
      documents: () => reports.waiting(),
    },
    bodyBytes: () => bodyBudget.held,
    facts: () => readSystemFacts(watched.db.$client, clock()),
    disk: () => diskSpaceOf(watched.program.dataDir),
    places: () => watched.places.state(),
  }),
});
