// npm run files -- move: brings the files of DATA_DIR into the bucket of the S3_ settings, beside a provider that works.
import { build } from './build.mjs';
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { run } from './lib/run.mjs';

requireNode();
await ensureInstalled();
const options = ['--enable-source-maps', 'dist/server/main.js', 'files', ...process.argv.slice(2)];
process.exitCode = (await build(['provider'])) && (await run(process.execPath, options)) ? 0 : 1;
