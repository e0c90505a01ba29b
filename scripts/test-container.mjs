// npm run test:container: the Dockerfile and deploy/compose.yml for real, by podman: start, a clinic, a copy, stop, start, restore.
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { ensurePodman } from './lib/podman.mjs';
import { runMain } from './lib/typescript.mjs';

requireNode();
await ensureInstalled();
if (await ensurePodman()) await runMain('tests/container/main.ts');
else process.exitCode = 1;
