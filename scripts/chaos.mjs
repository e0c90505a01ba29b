// npm run chaos -- --seed S --evaluations N: N registrations in a real browser while everything breaks.
// npm run chaos -- --simulate N [--seed S]: N histories of the outbox, simulated.
import { parseArgs } from 'node:util';
import { runInBrowser } from './chaos/browser.mjs';
import { simulateHistories } from './chaos/simulation.mjs';
import { ensureInstalled, requireNode } from './lib/install.mjs';

const { values } = parseArgs({
  options: {
    simulate: { type: 'string' },
    seed: { type: 'string', default: '1' },
    evaluations: { type: 'string', default: '300' },
  },
});

requireNode();
await ensureInstalled();
const seed = Number(values.seed);
const isWell =
  values.simulate === undefined
    ? await runInBrowser(seed, Number(values.evaluations))
    : await simulateHistories(seed, Number(values.simulate));
// Vite's server for TypeScript modules may hold on to the process.
process.exit(isWell ? 0 : 1);
