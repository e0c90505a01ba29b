// npm run test:copies -- --visits 200: copies under load, the server's disk lost, and what was acknowledged compared.
import { build } from './build.mjs';
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { runMain } from './lib/typescript.mjs';

requireNode();
await ensureInstalled();
if (await build(['provider'])) await runMain('tests/copies/main.ts');
else process.exitCode = 1;
