/** A thread that only waits uses no CPU time, so it is stopped after this many times the limit. */
const ELAPSED_LIMITS_MAX = 10;

/**
 * Calls `stop` when this process has used `limitMs` of CPU time, but not before `limitMs` have elapsed; also after ten times
 * `limitMs`. A limit of elapsed time alone would stop a thread that gets little CPU time because the machine is busy.
 * @returns a function that ends the limit
 */
export function limitCpuTime(limitMs: number, stop: () => void): () => void {
  const before = process.cpuUsage();
  let elapsedLimits = 0;
  const check = () => {
    elapsedLimits += 1;
    const { user, system } = process.cpuUsage(before);
    const usedMs = (user + system) / 1_000;
    if (usedMs >= limitMs || elapsedLimits === ELAPSED_LIMITS_MAX) stop();
    else timer = setTimeout(check, limitMs);
  };
  let timer = setTimeout(check, limitMs);
  return () => clearTimeout(timer);
}
