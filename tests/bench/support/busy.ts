import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** Environment variable that permits measuring on a busy machine: `BENCH_UNDER_LOAD=1 npm run bench`. */
const BUSY_OVERRIDE_VARIABLE_NAME = 'BENCH_UNDER_LOAD';
/**
 * Maximum share of processor time used by other programs. Above this share, a benchmark would mostly measure the other
 * programs.
 */
const BUSY_SHARE_MAX = 0.15;
const SAMPLE_MS = 5_000;

interface CpuTimes {
  readonly idle: number;
  readonly all: number;
}

function sumCpuTimes(cores: readonly Pick<os.CpuInfo, 'times'>[]): CpuTimes {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    idle: sum(cores.map(({ times }) => times.idle)),
    all: sum(cores.map(({ times }) => sum(Object.values(times)))),
  };
}

/** Returns the share (0 to 1) of processor time that was not idle between two samples. */
export function computeBusyShare(before: readonly Pick<os.CpuInfo, 'times'>[], after: typeof before): number {
  const [from, to] = [sumCpuTimes(before), sumCpuTimes(after)];
  return to.all > from.all ? 1 - (to.idle - from.idle) / (to.all - from.all) : 0;
}

/**
 * Measures the busy share of the processors over some seconds. The load average is not used, because it would include work that
 * ended a minute ago, such as our build.
 */
export async function measureBusyShare(): Promise<number> {
  const before = os.cpus();
  await pause(SAMPLE_MS);
  return computeBusyShare(before, os.cpus());
}

export const isBusy = (share: number): boolean => share > BUSY_SHARE_MAX;
export const formatPercent = (share: number): string => `${Math.round(share * 100)} %`;

/** @throws Error with instructions if the busy share is too large and the override is not set */
export function rejectBusyMachine(share: number, env: NodeJS.ProcessEnv): void {
  if (!isBusy(share) || env[BUSY_OVERRIDE_VARIABLE_NAME] === '1') return;
  throw new Error(
    `Other programs use ${formatPercent(share)} of the processors. End them and start again, or run ${BUSY_OVERRIDE_VARIABLE_NAME}=1 npm run bench, which marks its figures as measured under load.`,
  );
}
