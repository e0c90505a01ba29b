// `npm run test:container` tests the Dockerfile and deploy/compose.yml with podman: it starts the server, sets up a clinic,
// makes a backup, restarts the server, and restores the backup.
import { ensurePackagesAndHooks, requireNodeVersion } from '../lib/install.mjs';
import { ensurePodman } from '../lib/programs/podman.mjs';
import { runMain } from '../lib/typescript.mjs';

requireNodeVersion();
await ensurePackagesAndHooks();
if (await ensurePodman()) await runMain('tests/container/main.ts');
else process.exitCode = 1;
