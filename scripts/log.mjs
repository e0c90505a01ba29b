// `node scripts/log.mjs --rounds 3 --seconds 5` measures how many entries per second many parallel writers can add to the
// activity log. It compares two ways to link entries into the hash chain: within the commit and after it. The embedded
// PostgreSQL forces every commit to disk. `--write` writes the result into docs/reference/performance.md.
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { runMain } from './lib/typescript.mjs';

requireNode();
await ensureInstalled();
await runMain('tests/log/main.ts');
