// npm run load -- --visits 600 --kills 12 --seed 1: the built provider killed under load, and what it acknowledged compared.
// With --s3 its files lie in OpenStack Swift, on a line that fails.
import { build } from './build.mjs';
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { ensureSwift } from './lib/swift.mjs';
import { runMain } from './lib/typescript.mjs';

requireNode();
await ensureInstalled();
if (process.argv.includes('--s3') && !(await ensureSwift())) process.exit(1);
if (await build(['provider'])) await runMain('tests/load/main.ts');
else process.exitCode = 1;
