// `npm run load -- --visits 600 --kills 12 --seed 1`: kills the built server under load and checks that the server still has
// all data that it acknowledged. With `--s3`, the server stores its files in OpenStack Swift over an unreliable connection.
import { build } from '../build.mjs';
import { ensurePackagesAndHooks, requireNodeVersion } from '../lib/install.mjs';
import { ensureSwift } from '../lib/programs/swift.mjs';
import { runMain } from '../lib/typescript.mjs';

requireNodeVersion();
await ensurePackagesAndHooks();
if (process.argv.includes('--s3') && !(await ensureSwift())) process.exit(1);
if (await build(['provider'])) await runMain('tests/load/main.ts');
else process.exitCode = 1;
