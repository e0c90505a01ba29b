/** The fastest of some tries in ms: what the work costs without what else the machine does. */
export async function fastest(work: () => Promise<{ readonly ms: number }>, tries = 5): Promise<number> {
  let best = Infinity;
  for (let count = 0; count < tries; count += 1) best = Math.min(best, (await work()).ms);
  return best;
}
