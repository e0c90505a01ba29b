// npm run load -- --visits 600 --kills 12 --seed 1: the built provider killed under load, and what it acknowledged compared.
import { build } from './build.mjs';
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { runMain } from './lib/typescript.mjs';

requireNode();
await ensureInstalled();
if (await build(['provider'])) await runMain('tests/load/main.ts');
else process.exitCode = 1;
