import { simulateSeedRange, type SeedRange, type SimulationTotals } from '../simulate.ts';
import { compileWindowProgram } from './reception-window.ts';
import { simulateParked } from './history.ts';

export async function simulateAll(
  slice: SeedRange,
  onProgress: (done: number) => void,
): Promise<SimulationTotals> {
  const open = await compileWindowProgram();
  return simulateSeedRange(slice, (seed, isTraced) => simulateParked(seed, open, isTraced), onProgress);
}
