import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** Somebody who knows that other programs run wants the figures all the same: `BENCH_UNDER_LOAD=1 npm run bench`. */
const UNDER_LOAD = 'BENCH_UNDER_LOAD';
/** Above it a figure says more of the other programs than of ours. */
const MOST_BUSY = 0.15;
const LOOK_MS = 5_000;

interface Times {
  readonly idle: number;
  readonly all: number;
}

function timesOf(cores: readonly Pick<os.CpuInfo, 'times'>[]): Times {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    idle: sum(cores.map(({ times }) => times.idle)),
    all: sum(cores.map(({ times }) => sum(Object.values(times)))),
  };
}

/** The share of all processors that worked between two looks. */
export function busyBetween(before: readonly Pick<os.CpuInfo, 'times'>[], after: typeof before): number {
  const [from, to] = [timesOf(before), timesOf(after)];
  return to.all > from.all ? 1 - (to.idle - from.idle) / (to.all - from.all) : 0;
}

/** The share over some seconds. Other than the load average it knows nothing of what ended a minute ago, as our build. */
export async function busyShare(): Promise<number> {
  const before = os.cpus();
  await pause(LOOK_MS);
  return busyBetween(before, os.cpus());
}

export const isBusy = (share: number): boolean => share > MOST_BUSY;
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** @throws Error with what to do, where other programs are at work and nobody said that it does not matter. */
export function refuseBusy(share: number, env: NodeJS.ProcessEnv): void {
  if (!isBusy(share) || env[UNDER_LOAD] === '1') return;
  throw new Error(
    `Other programs take ${percent(share)} of the processors: end them and start again, or run ${UNDER_LOAD}=1 npm run bench, which marks its figures as taken under load.`,
  );
}
