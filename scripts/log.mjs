// `node scripts/log.mjs --rounds 3 --seconds 5` measures how many entries a second the activity log accepts from many writers.
// It compares linking entries into the hash chain within their commit and after it, on an embedded PostgreSQL that forces every
// commit to the disk. `--write` puts the result into docs/reference/performance.md.
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { runMain } from './lib/typescript.mjs';

requireNode();
await ensureInstalled();
await runMain('tests/log/main.ts');
