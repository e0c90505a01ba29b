import { waitAtMost } from '../../base/wait-at-most.ts';
import type { Database } from '../connection/client.ts';

const READINESS_TIMEOUT_MS = 5_000;

/**
 * Returns a function that returns true if the database responds within the time limit and has the tables of this program.
 * Additional tables of a newer version are allowed.
 */
export function createReadinessCheck({ $client }: Database, migrations: number): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null;
  const queryMigrations = async () => {
    const { rows } = await $client.query<{ applied: number }>(
      'select count(*)::integer as applied from schema_migrations',
    );
    return (rows[0]?.applied ?? 0) >= migrations;
  };
  // Concurrent calls share one query, so that calls cannot occupy all connections of the pool.
  return () => {
    asking ??= queryMigrations()
      .catch(() => false)
      .finally(() => {
        asking = null;
      });
    return waitAtMost(READINESS_TIMEOUT_MS, asking, false);
  };
}
