// `npm run test:copies -- --visits 200` makes backups under load, deletes the server's disk, restores, and checks that all data
// which the server acknowledged are present.
import { build } from '../build.mjs';
import { ensurePackagesAndHooks, requireNodeVersion } from '../lib/install.mjs';
import { runMain } from '../lib/typescript.mjs';

requireNodeVersion();
await ensurePackagesAndHooks();
if (await build(['provider'])) await runMain('tests/backup/main.ts');
else process.exitCode = 1;
