// `npm run test:copies -- --visits 200` makes backups under load, deletes the server's disk, restores, and checks that all data
// which the server acknowledged are present.
import { build } from './build.mjs';
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { runMain } from './lib/typescript.mjs';

requireNode();
await ensureInstalled();
if (await build(['provider'])) await runMain('tests/backup/main.ts');
else process.exitCode = 1;
