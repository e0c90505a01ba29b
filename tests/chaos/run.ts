import { FaultProxy } from '#tests/support/faults/fault-proxy.ts';
import { bundlePageScript } from '#tests/support/server/page-program.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { ChaosRun } from './chaos-run.ts';
import type { ChaosReport } from './report.ts';
import { createChaosShifts, FaultSequence } from './schedule.ts';
import { CHAOS_SCRIPT_PATH } from './tablet.ts';

export interface ChaosOptions {
  readonly seed: number;
  readonly evaluations: number;
  /** Server to use; without it, the run starts one. */
  readonly clinic?: ServerProcess;
  readonly onProgress: (line: string) => void;
}

/** Runs the schedule of the seed, and compares the final state of the server with the confirmations. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, evaluations, onProgress } = options;
  const began = performance.now();
  const clinic = options.clinic ?? (await startServer());
  const line = await FaultProxy.start(clinic.origin);
  const faults = new FaultSequence(seed);
  const run = new ChaosRun(clinic, line, faults, onProgress);
  const differences: string[] = [];
  try {
    line.serveScript(CHAOS_SCRIPT_PATH, await bundlePageScript('tests/chaos/page/chaos-page.ts'));
    for (const [nth, shift] of createChaosShifts(seed, evaluations).entries()) {
      onProgress(`── shift ${nth + 1}`);
      differences.push(...(await run.shift(shift)));
      line.heal();
    }
  } finally {
    await line.close();
    if (!options.clinic) await clinic.destroy();
  }
  return {
    ...run.reckoning.figures(),
    ...run.room.figures(),
    ...run.announced.figures(),
    byHand: run.reckoning.byHandCount,
    handedOver: run.handedOver,
    rescued: run.rescued,
    events: Object.fromEntries(run.events),
    faults: Object.fromEntries(faults.met),
    requests: line.sent().length,
    seconds: Math.round((performance.now() - began) / 1_000),
    differences,
  };
}
