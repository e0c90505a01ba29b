// `npm run cluster -- --evaluations 1000 --seed 1` tests a cluster: three servers behind a load balancer, PostgreSQL with a
// standby, and Swift. It kills or disconnects each part under load and counts the confirmed registrations. `--write` writes the
// table into docs/reference/performance.md.
import { build } from '../build.mjs';
import { ensureClusterPrograms } from '../lib/programs/cluster.mjs';
import { ensurePackagesAndHooks, requireNodeVersion } from '../lib/install.mjs';
import { ensureSwift } from '../lib/programs/swift.mjs';
import { runMain } from '../lib/typescript.mjs';

requireNodeVersion();
await ensurePackagesAndHooks();
if (!(await ensureSwift()) || !(await ensureClusterPrograms())) process.exit(1);
if (await build()) await runMain('tests/cluster/main.ts');
else process.exitCode = 1;
