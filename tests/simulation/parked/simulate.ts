import { tallyOf, type Slice, type Tally } from '../simulate.ts';
import { windowOpener } from './desk-window.ts';
import { simulateParked } from './history.ts';

/** Simulates histories of parked registrations. */
export async function simulateAll(slice: Slice, onProgress: (done: number) => void): Promise<Tally> {
  const open = await windowOpener();
  return tallyOf(slice, (seed, isTraced) => simulateParked(seed, open, isTraced), onProgress);
}
