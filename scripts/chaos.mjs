// npm run chaos -- --simulate N [--seed S]: N histories of the outbox, simulated.
import { parseArgs } from 'node:util';
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
process.exitCode = (await simulateHistories(seed, Number(values.simulate))) ? 0 : 1;
