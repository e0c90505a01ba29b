// npm run backup, restore, verify: copies of the clinic (server/copy-commands.ts), by the built provider.
import { build } from './build.mjs';
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { run } from './lib/run.mjs';

requireNode();
await ensureInstalled();
const options = ['--enable-source-maps', 'dist/server/main.js', ...process.argv.slice(2)];
process.exitCode = (await build(['provider'])) && (await run(process.execPath, options)) ? 0 : 1;
