// `npm run attack -- H3 L6` repeats the findings H3 and L6 of the attack review against the built server; without ids, it
// repeats all findings. tests/attack has one file for each finding.
import { build } from '../build.mjs';
import { ensurePackagesAndHooks, requireNodeVersion } from '../lib/install.mjs';
import { runMain } from '../lib/typescript.mjs';

requireNodeVersion();
await ensurePackagesAndHooks();
if (await build(['provider'])) await runMain('tests/attack/main.ts');
else process.exitCode = 1;
