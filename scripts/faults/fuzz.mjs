// `npm run fuzz -- --calls 100000 --seed 1`: sends random requests of every kind to the built server (tests/fuzz).
import { build } from '../build.mjs';
import { ensurePackagesAndHooks, requireNodeVersion } from '../lib/install.mjs';
import { runMain } from '../lib/typescript.mjs';

requireNodeVersion();
await ensurePackagesAndHooks();
if (await build(['provider'])) await runMain('tests/fuzz/main.ts');
else process.exitCode = 1;
