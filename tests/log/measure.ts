import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { computeBusyShare } from '#tests/bench/support/busy.ts';
import type { LogClinic } from './clinic.ts';
import type { LogWriter } from './writers.ts';

export interface Measurement {
  readonly linesPerSecond: number;
  /** Median time in ms from the start of a write to its response. */
  readonly ms: number;
  /** Average number of statements waiting for the log's lock. */
  readonly waiting: number;
  /** Share (0 to 1) of processor time that was not idle. */
  readonly busy: number;
}

const LOCK_WAITS_QUERY = `select count(*)::integer as n from pg_locks
  where locktype = 'advisory' and not granted and classid = 0 and objid = 727004
    and database = (select oid from pg_database where datname = current_database())`;
const POLL_INTERVAL_MS = 100;

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

async function measureAverageLockWaits({ pool }: LogClinic, isOver: () => boolean): Promise<number> {
  const found: number[] = [];
  while (!isOver()) {
    found.push((await pool.query<{ n: number }>(LOCK_WAITS_QUERY)).rows[0]?.n ?? 0);
    await pause(POLL_INTERVAL_MS);
  }
  return found.reduce((sum, n) => sum + n, 0) / found.length;
}

/** Measures concurrent writers. Each starts its next write as soon as the last one has responded. */
export async function measureWriters(
  clinic: LogClinic,
  write: LogWriter,
  writers: number,
  forMs: number,
): Promise<Measurement> {
  const { desks } = clinic;
  const [cores, began] = [os.cpus(), performance.now()];
  const isTimeOver = () => performance.now() > began + forMs;
  const times: number[] = [];
  let lines = 0;
  const writer = async (number: number) => {
    const receptionist = desks[number % desks.length];
    if (!receptionist) return;
    for (let nth = number; !isTimeOver(); nth += 1) {
      const asked = performance.now();
      const written = await write(receptionist, nth);
      lines += written;
      times.push(performance.now() - asked);
    }
  };
  const waiting = measureAverageLockWaits(clinic, isTimeOver);
  const outcomes = await Promise.allSettled(Array.from({ length: writers }, (_, number) => writer(number)));
  const linesPerSecond = (lines * 1_000) / (performance.now() - began);
  const found = {
    linesPerSecond,
    ms: median(times),
    waiting: await waiting,
    busy: computeBusyShare(cores, os.cpus()),
  };
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return found;
}

export function medianMeasurement(rounds: readonly Measurement[]): Measurement {
  const sorted = [...rounds].sort((one, other) => one.linesPerSecond - other.linesPerSecond);
  const found = sorted[Math.floor(sorted.length / 2)];
  if (!found) throw new Error('nothing was measured');
  return found;
}
