// - `npm run chaos -- --seed S --evaluations N`: N registrations in a real browser with faults in every part.
// - `npm run chaos -- --simulate N [--seed S]`: N simulated histories of the outbox.
// - `npm run chaos -- --parked N [--seed S]`: N simulated histories of parked drafts in two windows.
import { parseArgs } from 'node:util';
import { runBrowserChaos } from '../chaos/browser.mjs';
import { simulateHistories } from '../chaos/simulation.mjs';
import { ensurePackagesAndHooks, requireNodeVersion } from '../lib/install.mjs';

const { values } = parseArgs({
  options: {
    simulate: { type: 'string' },
    parked: { type: 'string' },
    seed: { type: 'string', default: '1' },
    evaluations: { type: 'string', default: '300' },
  },
});

requireNodeVersion();
await ensurePackagesAndHooks();
const seed = Number(values.seed);

async function runSelectedTest() {
  if (values.simulate !== undefined) return simulateHistories('outbox', seed, Number(values.simulate));
  if (values.parked !== undefined) return simulateHistories('parked', seed, Number(values.parked));
  return runBrowserChaos(seed, Number(values.evaluations));
}
const hasPassed = await runSelectedTest();
// Exits explicitly, because Vite's server for TypeScript modules may keep the process running.
process.exit(hasPassed ? 0 : 1);
