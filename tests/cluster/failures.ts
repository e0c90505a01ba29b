import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { type DatabaseNode, LEASE_SECONDS } from './postgres.ts';
import { waitUntil } from './process.ts';
import { tryTwoPrimaries } from './two-primaries.ts';

/**
 * Failure of one part of the cluster while tablets register. `causeIn` returns after the repair; the cluster may need more time
 * to recover.
 */
export interface Failure {
  readonly name: string;
  readonly title: string;
  /** Time in ms over which the visits begin; sixteen seconds by default. */
  readonly loadMs?: number;
  causeIn(cluster: Cluster): Promise<void>;
}

const pauseSeconds = (count: number) => pause(count * 1_000);

async function requirePrimary({ postgres }: Cluster): Promise<DatabaseNode> {
  const node = await postgres.primary();
  if (!node) throw new Error('No node leads');
  return node;
}

/** Waits until a node other than `before` is the primary. */
const waitForFailover = ({ postgres }: Cluster, before: DatabaseNode) =>
  waitUntil('the standby takes over', async () => {
    const now = await postgres.primary();
    return now !== null && now.name !== before.name;
  });

async function cutForSeconds(
  lines: readonly { cut(): void; repair(): void }[],
  count: number,
): Promise<void> {
  for (const line of lines) line.cut();
  await pauseSeconds(count);
  for (const line of lines) line.repair();
}

export const FAILURES: readonly Failure[] = [
  {
    name: 'provider',
    title: 'server killed, restarted after 3 s',
    async causeIn({ stands: [stand] }) {
      await stand?.provider.kill();
      await pauseSeconds(3);
      await stand?.provider.start();
    },
  },
  {
    name: 'database',
    title: 'primary’s PostgreSQL killed, Patroni running',
    async causeIn(cluster) {
      const primary = await requirePrimary(cluster);
      primary.killDatabase();
      await waitForFailover(cluster, primary);
    },
  },
  {
    name: 'primary',
    title: `primary’s machine lost (lease ${LEASE_SECONDS} s)`,
    async causeIn(cluster) {
      const primary = await requirePrimary(cluster);
      await primary.kill();
      await waitForFailover(cluster, primary);
    },
  },
  {
    name: 'standby',
    title: 'standby’s machine lost for 10 s',
    async causeIn({ postgres }) {
      const standby = await postgres.findStandby();
      await standby?.kill();
      await pauseSeconds(10);
      standby?.start();
    },
  },
  {
    name: 'two-primaries',
    title: 'two primaries, one server on the former',
    loadMs: 2 * LEASE_SECONDS * 1_000,
    causeIn: tryTwoPrimaries,
  },
  {
    name: 'balancer',
    title: 'load balancer killed, restarted after 2 s',
    async causeIn({ balancer }) {
      await balancer.part.kill();
      await pauseSeconds(2);
      await balancer.open();
    },
  },
  {
    name: 'storage',
    title: 'S3 killed, restarted after 8 s',
    async causeIn({ swift }) {
      await swift.kill();
      await pauseSeconds(8);
      await swift.start();
    },
  },
  {
    name: 'storage-at-start',
    title: 'server started 8 s before S3',
    async causeIn({ swift, stands: [, stand] }) {
      await stand?.provider.stop();
      await swift.kill();
      await stand?.provider.start();
      await pauseSeconds(8);
      await swift.start();
    },
  },
  {
    name: 'cut-database',
    title: 'server disconnected from database for 20 s',
    causeIn: ({ stands }) =>
      cutForSeconds(
        stands.slice(0, 1).map(({ toDatabase }) => toDatabase),
        20,
      ),
  },
  {
    name: 'cut-databases',
    title: 'all servers disconnected from database for 10 s',
    causeIn: ({ stands }) =>
      cutForSeconds(
        stands.map(({ toDatabase }) => toDatabase),
        10,
      ),
  },
  {
    name: 'cut-storage',
    title: 'all servers disconnected from S3 for 10 s',
    causeIn: ({ stands }) =>
      cutForSeconds(
        stands.map(({ toFiles }) => toFiles),
        10,
      ),
  },
  {
    name: 'decider',
    title: 'Patroni’s configuration store killed for 10 s',
    async causeIn({ postgres: { keeper } }) {
      await keeper.kill();
      await pauseSeconds(10);
      keeper.start();
    },
  },
];
